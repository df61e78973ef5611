import fc from 'fast-check';
import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../../src/domain/account/scope.ts';
import { listedItemMembers, listedMembers } from '../../../src/domain/transactions/transaction-summary.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { ask, type Data, faults, storeCustomer, storeInvoice } from '../ask.ts';

let app: TestApp;
let customerId: string;
let clock = Date.parse('2026-07-01T12:00:00.000Z');
beforeAll(async () => {
  app = await startApp({ now: () => new Date(clock++) });
  customerId = (await storeCustomer(app)).serviceId;
});
afterAll(() => app.close());

const everything = `
  source externalId documentName transactionType transactionStatus transactionFilingStatus customerId
  customer { name }
  isTaxInclusive currency subsidiary createdFrom taxDate reason
  externalTimestamps { createdDate updatedDate }
  salesTax {
    amount rate gtRates { taxRate }
    salesTaxRates {
      stateRate countyRate cityRate countyDistrictRate cityDistrictRate combinedDistrictRate taxRate
      ratesMetaData { countyDistrictRate cityDistrictRate }
    }
  }
  shippingAddress {
    street city county state region zip country isPartial
    matchedAddressData {
      address { city county state zip country }
      scoring { matchLevel score fieldScore { countryMatch stateMatch cityMatch zipMatch } }
    }
  }
  billingAddress { city } shipFromAddress { city }
  taxableItemsAmount tangibleItemsAmount totalItemsAmount totalDiscount transactionLevelDiscount finalTransactionAmount
  shippingFee { ...line }
  items { ...line name description unitPrice quantity discount relativeTransactionDiscount }
  calculationNumber version
`;
const line = `fragment line on TaxableLine {
  __typename taxCode totalPrice calculatedTotal taxAmount taxRate taxableAmount reason taxableCategory tangibleCategory
  manualSalesTax manualSalesTaxRate notices { code pointer }
  salesTaxRates { stateRate countyRate cityRate countyDistrictRate cityDistrictRate taxRate }
  gtRates { countryRate regionRate taxRate }
  jurisdictionalSalesTaxRules {
    name abbreviation taxable specialTreatment calculationType calculationValue
    cities { name abbreviation taxable calculationValue } regions { name }
  }
  taxLines { jurisdiction { level name } generalRate appliedRate taxableAmount exemptAmount taxAmount reason exemptionId isOverride }
}`;

const minneapolisRates = {
  stateRate: '0.06875',
  countyRate: '0.0015',
  cityRate: '0.005',
  taxRate: '0.09025',
};

const store = async (input: Record<string, unknown>, fields = everything) => {
  const query = `mutation ($input: TransactionInput!) {
    upsertTransaction(input: $input) { __typename ... on Transaction { ${fields} } ${faults} }
  } ${fields === everything ? line : ''}`;
  const { data, errors } = await ask(app, query, { variables: { input } });
  expect(errors).toBeUndefined();
  return data.upsertTransaction;
};

describe('upsertTransaction', () => {
  it('calculates a sale to Minneapolis and answers all of it', async () => {
    const document = await store(
      anInvoiceBody(customerId, {
        externalId: 'whole',
        items: [anItemBody({ unitPrice: '100.00', quantity: 1 })],
        shippingFee: { taxCode: 'C6S1', totalPrice: 10 },
      }),
    );
    expect(document).toMatchObject({
      __typename: 'Transaction',
      source: '9',
      externalId: 'whole',
      transactionType: 'INVOICE',
      transactionFilingStatus: 'NOT_FILED',
      customer: { name: 'Ada Lovelace' },
      currency: 'USD',
      taxDate: '2026-06-15',
      reason: 'TAXED',
      externalTimestamps: { createdDate: '2026-06-15T10:00:00-05:00' },
      // 100 x 0.09025 = 9.025, a tie that goes up; shipping is taxed in Minnesota: 10 x 0.09025.
      salesTax: {
        amount: '9.93',
        rate: '0.09025',
        gtRates: null,
        salesTaxRates: { ...minneapolisRates, combinedDistrictRate: '0.015' },
      },
      shippingAddress: {
        zip: '55401',
        matchedAddressData: { address: { state: 'MN' }, scoring: { fieldScore: { zipMatch: 'EXACT' } } },
      },
      totalItemsAmount: '100.00',
      finalTransactionAmount: '119.93',
      calculationNumber: 1,
      version: 1,
    });
    expect(document.items).toMatchObject([
      {
        __typename: 'Item',
        name: 'Lamp',
        unitPrice: '100',
        quantity: '1',
        taxAmount: '9.03',
        taxRate: '0.09025',
        reason: 'TAXED',
        taxableCategory: 'TAXABLE',
        tangibleCategory: 'TANGIBLE',
        salesTaxRates: minneapolisRates,
        gtRates: null,
        jurisdictionalSalesTaxRules: {
          name: 'Minnesota',
          abbreviation: 'MN',
          taxable: true,
          calculationType: 'PERCENTAGE',
          calculationValue: '0.06875',
          cities: [{ name: 'Minneapolis', calculationValue: '0.005' }],
          regions: null,
        },
      },
    ]);
    const taxLines: { jurisdiction: { level: string }; appliedRate: string }[] = document.items[0].taxLines;
    expect(taxLines.map(({ jurisdiction, appliedRate }) => [jurisdiction.level, appliedRate])).toEqual([
      ['STATE', '0.06875'],
      ['COUNTY', '0.0015'],
      ['CITY', '0.005'],
      ['DISTRICT', '0.005'],
      ['DISTRICT', '0.0075'],
      ['DISTRICT', '0.0025'],
    ]);
    expect(document.shippingFee).toMatchObject({
      __typename: 'ShippingFee',
      taxAmount: '0.90',
      salesTaxRates: minneapolisRates,
      gtRates: { countryRate: '0', regionRate: '0', taxRate: '0' },
    });
  });

  it('calculates a sale to Germany', async () => {
    const document = await store(
      anInvoiceBody(customerId, {
        externalId: 'german',
        currency: 'eur',
        items: [anItemBody({ unitPrice: 100, quantity: 1 })],
        shippingAddress: { country: 'Germany' },
      }),
    );
    expect(document).toMatchObject({
      currency: 'EUR',
      salesTax: { amount: '19.00', rate: '0.19', salesTaxRates: null, gtRates: { taxRate: '0.19' } },
      items: [{ salesTaxRates: null, gtRates: { countryRate: '0.19', regionRate: '0', taxRate: '0.19' } }],
    });
  });

  it('reads numbers as text, in variables and in the query, digit by digit', async () => {
    const query = (literal: string) => `mutation ($id: UUID!, $price: Decimal) {
      upsertTransaction(input: {
        source: "9", externalId: "digits", customerId: $id, transactionType: INVOICE, transactionStatus: ACTIVE,
        externalTimestamps: { createdDate: "2026-06-15", updatedDate: "2026-06-15" },
        shippingAddress: { state: "MN", zip: "55401", isPartial: true },
        items: [
          { name: "A", taxCode: "C1S1", unitPrice: $price, quantity: 1.5 },
          { name: "B", taxCode: "C1S1", unitPrice: ${literal}, quantity: 1 },
        ]
      }) { __typename ... on Transaction { items { unitPrice quantity } } ${faults} }
    }`;
    const variables = { id: customerId, price: 19.99 };
    const { data } = await ask(app, query('123456789012.345'), { variables });
    expect(data.upsertTransaction).toMatchObject({
      items: [
        { unitPrice: '19.99', quantity: '1.5' },
        { unitPrice: '123456789012.345', quantity: '1' },
      ],
    });
    // One digit more than amounts may have; a double would have dropped it and passed.
    const longer = (await ask(app, query('0.1000000000000005'), { variables })).data.upsertTransaction;
    expect(longer.issues).toMatchObject([{ path: ['items', '1', 'unitPrice'], code: 'TOO_MANY_DIGITS' }]);
  });

  it('changes nothing when repeated, and recalculates only if the tax depends on the change', async () => {
    const first = await storeInvoice(app, customerId, { externalId: 'again' });
    expect(await storeInvoice(app, customerId, { externalId: 'again' })).toEqual(first);
    const renamed = await storeInvoice(app, customerId, { externalId: 'again', documentName: 'INV-1' });
    expect(renamed).toMatchObject({ version: 2, calculationNumber: 1 });
    const dearer = await storeInvoice(app, customerId, { externalId: 'again', items: [anItemBody({ unitPrice: 30 })] });
    expect(dearer).toMatchObject({ version: 3, calculationNumber: 2 });
  });

  it('answers all errors of fields, address and amounts at once', async () => {
    const answer = await store(
      anInvoiceBody(customerId, {
        source: '11',
        items: [anItemBody({ quantity: 0 }), anItemBody({ manualSalesTax: true })],
        shippingAddress: { country: 'US', state: 'Minesotta', isPartial: true },
        currency: 'XXY',
      }),
      'serviceId',
    );
    expect(answer.__typename).toBe('InvalidInput');
    expect(answer.issues.map(({ path, code }: Data) => [path.join('.'), code])).toEqual(
      expect.arrayContaining([
        ['source', 'INVALID_FORMAT'],
        ['items.0.quantity', 'OUT_OF_RANGE'],
        ['items.1.manualSalesTaxRate', 'REQUIRED'],
        ['shippingAddress.state', 'ERR-ADDR-001'],
        ['currency', 'UNKNOWN_VALUE'],
      ]),
    );
    const address = answer.issues.find(({ code }: Data) => code === 'ERR-ADDR-001');
    expect(address).toMatchObject({ given: 'Minesotta', suggestions: expect.arrayContaining(['MN']) });
  });

  it('uses the code of the address if only the address is invalid', async () => {
    const answer = await store(
      anInvoiceBody(customerId, { shippingAddress: { country: 'US', state: 'ZZ', isPartial: true } }),
      'serviceId',
    );
    expect(answer).toMatchObject({ __typename: 'InvalidInput', code: 'ERR_ADDR_001' });
  });

  it('answers NotFound for an unknown customer', async () => {
    const answer = await storeInvoice(app, '0197a3c2-7d0e-7cc0-8000-3f2a5b8c9d1e', { externalId: 'orphan' });
    expect(answer).toMatchObject({ __typename: 'NotFound', code: 'CUSTOMER_NOT_FOUND' });
  });

  it('answers TransactionFiled while the document is filed', async () => {
    const filed = { externalId: 'filed', transactionFilingStatus: 'FILED' };
    expect(await storeInvoice(app, customerId, filed)).toMatchObject({ __typename: 'Transaction' });
    const answer = await storeInvoice(app, customerId, { ...filed, items: [anItemBody({ unitPrice: 1 })] });
    expect(answer).toMatchObject({ __typename: 'TransactionFiled', code: 'TRANSACTION_FILED' });
    const cancelled = await cancel('filed');
    expect(cancelled).toMatchObject({ __typename: 'TransactionFiled', code: 'TRANSACTION_FILED' });
  });
});

const cancel = async (externalId: string, more: object = {}, shown = '') => {
  const query = `mutation ($input: CancelTransactionInput!) {
    cancelTransaction(input: $input) { __typename ... on Transaction { transactionStatus version ${shown} } ${faults} }
  }`;
  const input = { by: { key: { source: '9', externalId } }, ...more };
  return (await ask(app, query, { variables: { input } })).data.cancelTransaction;
};

describe('cancelTransaction', () => {
  it('cancels, and changes nothing the second time', async () => {
    await storeInvoice(app, customerId, { externalId: 'cancelled' });
    const cancelled = { __typename: 'Transaction', transactionStatus: 'CANCELLED', version: 2 };
    expect(await cancel('cancelled')).toEqual(cancelled);
    expect(await cancel('cancelled')).toEqual(cancelled);
  });

  it('keeps the reason until the document is active again, and in the audit trail', async () => {
    const { serviceId } = await storeInvoice(app, customerId, { externalId: 'twice' });
    const shown = async (reason: string | null) => cancel('twice', { reason }, 'cancellationReason');
    expect(await shown('Ordered twice')).toMatchObject({ version: 2, cancellationReason: 'Ordered twice' });
    expect(await shown('Another')).toMatchObject({ version: 2, cancellationReason: 'Ordered twice' });
    expect(await shown(' ')).toMatchObject({ issues: [{ path: ['reason'], code: 'TOO_SHORT' }] });
    const path = '/v1/transactions/source/9/externalId/twice';
    const read = async () => (await app.send('GET', path)).json();
    expect(await read()).toMatchObject({ transactionStatus: 'CANCELLED', cancellationReason: 'Ordered twice' });
    expect(await cancel('twice')).toMatchObject({ version: 2 });
    await app.send('PATCH', path, { transactionStatus: 'ACTIVE' });
    expect(await read()).not.toHaveProperty('cancellationReason');
    expect((await app.send('DELETE', `${path}?reason=Returned`)).status).toBe(204);
    expect(await read()).toMatchObject({ cancellationReason: 'Returned' });
    const trail = await (await app.send('GET', `/v1/audit_entries?recordId=${serviceId}`)).json();
    expect(trail).toMatchObject([
      { action: 'CANCELLED', reason: 'Returned' },
      { action: 'UPDATED' },
      { action: 'CANCELLED', reason: 'Ordered twice' },
      { action: 'CREATED' },
    ]);
  });

  it('names the document in any way, and expects its version', async () => {
    const { id } = await storeInvoice(app, customerId, { externalId: 'by id' });
    const query = `mutation ($input: CancelTransactionInput!) {
      cancelTransaction(input: $input) {
        __typename ... on Transaction { transactionStatus version } ... on VersionMismatch { code currentVersion }
        ... on NotFound { code recordType path serviceId key { source externalId } } ${faults} } }`;
    const cancelled = async (input: Record<string, unknown>) =>
      (await ask(app, query, { variables: { input } })).data.cancelTransaction;
    expect(await cancelled({ by: { id }, ifVersion: 7 })).toMatchObject({
      __typename: 'VersionMismatch',
      code: 'PRECONDITION_FAILED',
      currentVersion: 1,
    });
    expect(await cancelled({ by: { id }, ifVersion: 1 })).toEqual({
      __typename: 'Transaction',
      transactionStatus: 'CANCELLED',
      version: 2,
    });
    const key = { source: '9', externalId: 'nothing' };
    expect(await cancelled({ by: { key } })).toMatchObject({
      code: 'NOT_FOUND',
      recordType: 'TRANSACTION',
      path: ['by'],
      serviceId: null,
      key,
    });
  });

  it('answers NotFound for an unknown document', async () => {
    expect(await cancel('nothing')).toMatchObject({ __typename: 'NotFound', code: 'NOT_FOUND' });
  });
});

describe('calculateTax', () => {
  const calculate = async (more: Record<string, unknown>, id = customerId, scopes: Scope[] = ['tax:read']) => {
    const query = `query ($input: QuoteInput!) {
      calculateTax(input: $input) { __typename ... on Quote { salesTax { amount salesTaxRates { stateRate countyRate cityRate taxRate } } items { ...line } customer { name } } ${faults} }
    } ${line}`;
    return (await ask(app, query, { variables: { input: anInvoiceBody(id, more) }, scopes })).data;
  };

  it('returns what would be stored, with only the scope tax:read, and stores nothing', async () => {
    const { calculateTax } = await calculate({ externalId: 'tried' });
    expect(calculateTax).toMatchObject({
      salesTax: { amount: '6.63', salesTaxRates: { ...minneapolisRates } },
      items: [{ salesTaxRates: minneapolisRates }],
      customer: null,
    });
    const { data } = await ask(app, '{ transaction(by: { key: { source: "9", externalId: "tried" } }) { id } }');
    expect(data).toEqual({ transaction: null });
  });

  it.each<Scope>(['customers:read', 'transactions:read'])('shows the customer with %s', async (scope) => {
    const { calculateTax } = await calculate({}, customerId, ['tax:read', scope]);
    expect(calculateTax).toMatchObject({ customer: { name: 'Ada Lovelace' } });
  });

  it('shows nothing of an invoice in a refund without transactions:read', async () => {
    const { externalId } = await storeInvoice(app, customerId, { externalId: 'kept-from-view' });
    const input = { ...anInvoiceBody(customerId), transactionType: 'REFUND', createdFrom: externalId, items: [] };
    const query = 'query ($input: QuoteInput!) { calculateTax(input: $input) { __typename } }';
    const refused = await ask(app, query, { variables: { input }, scopes: ['tax:read'] });
    expect(refused.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    const quoted = await ask(app, query, { variables: { input }, scopes: ['tax:read', 'transactions:read'] });
    expect(quoted.data).toEqual({ calculateTax: { __typename: 'Quote' } });
  });

  it('answers its errors as types', async () => {
    expect((await calculate({ items: [anItemBody({ name: '' })] })).calculateTax.__typename).toBe('InvalidInput');
    const { calculateTax } = await calculate({}, '0197a3c2-7d0e-7cc0-8000-3f2a5b8c9d1e');
    expect(calculateTax).toMatchObject({ __typename: 'NotFound', code: 'CUSTOMER_NOT_FOUND' });
  });
});

describe('transaction', () => {
  it('is found by its service id, its key and its node id, as stored', async () => {
    const { serviceId, id } = await storeInvoice(app, customerId, { externalId: 'found' });
    const query = `query ($serviceId: UUID, $id: ID!) {
      one: transaction(by: { serviceId: $serviceId }) { ...whole }
      two: transaction(by: { key: { source: "9", externalId: "found" } }) { ...whole }
      three: node(id: $id) { __typename id ...whole }
    }
    fragment whole on Transaction { ${everything} } ${line}`;
    const { data, errors } = await ask(app, query, { variables: { serviceId, id } });
    expect(errors).toBeUndefined();
    expect(data.one).toMatchObject({ externalId: 'found', items: [{ salesTaxRates: minneapolisRates }] });
    expect(data.two).toEqual(data.one);
    expect(data.three).toEqual({ __typename: 'Transaction', id, ...data.one });
  });

  it('is null if unknown', async () => {
    const { data, errors } = await ask(app, '{ transaction(by: { key: { source: "9", externalId: "none" } }) { id } }');
    expect(data).toEqual({ transaction: null });
    expect(errors).toBeUndefined();
  });
});

/** Each field of a type with its leaves, by name. */
function selections(typeName: string): ReadonlyMap<string, string> {
  const fieldsOf = (type: unknown) => (isObjectType(type) ? Object.values(type.getFields()) : []);
  const isFree = ({ args }: GraphQLField<unknown, unknown>) => !args.some(isRequiredArgument);
  const select = (field: GraphQLField<unknown, unknown>): string => {
    const type = getNamedType(field.type);
    const leaves = fieldsOf(type).filter((one) => isFree(one) && isLeafType(getNamedType(one.type)));
    return isLeafType(type) ? field.name : `${field.name} { __typename ${leaves.map(({ name }) => name).join(' ')} }`;
  };
  const free = fieldsOf(schema.getType(typeName) as GraphQLObjectType).filter(isFree);
  return new Map(free.map((field) => [field.name, select(field)]));
}

it('shows the same fields of a document, whether it is read completely or in part', async () => {
  const items = [anItemBody({ discount: 1 }), anItemBody({ name: 'Coat', taxCode: 'C1S2' })];
  const names = { source: '9', externalId: 'any form' };
  await storeInvoice(app, customerId, { ...names, items, shippingFee: { taxCode: 'C6S1', totalPrice: 10 } });
  const ofDocument = selections('Transaction');
  const ofItems = selections('Item');
  const some = (known: ReadonlyMap<string, string>, listed: readonly string[]) =>
    fc
      .oneof(fc.subarray([...listed], { minLength: 1 }), fc.subarray([...known.keys()], { minLength: 1, maxLength: 5 }))
      .map((chosen) => chosen.map((name) => known.get(name)!).join(' '));
  const listed = [...listedMembers, 'serviceId', 'customer', 'customerId', 'internalTimestamps', 'version', 'refunds'];
  const document = fc.tuple(some(ofDocument, listed), fc.option(some(ofItems, listedItemMembers)));
  const shown = async (fields: string) =>
    (await ask(app, `{ transaction(by: { key: { source: "9", externalId: "any form" } }) { ${fields} } }`)).data
      .transaction;
  await fc.assert(
    fc.asyncProperty(document, async ([fields, itemFields]) => {
      const asked = itemFields === null ? fields : `${fields} some: items { ${itemFields} }`;
      const { whole, ...expected } = await shown(`${asked} whole: shippingAddress { zip }`);
      expect(whole).toEqual({ zip: '55401' });
      expect(JSON.stringify(await shown(asked))).toBe(JSON.stringify(expected));
    }),
    { numRuns: 30 },
  );
});

describe('transactions', () => {
  const list = async (filter: Record<string, unknown>) => {
    const query =
      'query ($filter: TransactionFilter) { transactions(filter: $filter) { totalCount nodes { externalId } } }';
    const { transactions } = (await ask(app, query, { variables: { filter } })).data;
    return [transactions.totalCount, transactions.nodes.map(({ externalId }: Data) => externalId)];
  };

  it('come newest first, and match every field of the filter', async () => {
    const other = (await storeCustomer(app, { externalId: 'other' })).serviceId;
    await storeInvoice(app, other, { source: '2', externalId: 'l1' });
    await storeInvoice(app, other, { source: '2', externalId: 'l2', transactionStatus: 'PAID' });
    await storeInvoice(app, other, { source: '3', externalId: 'l3', transactionType: 'ESTIMATE' });
    await storeInvoice(app, other, { source: '3', externalId: 'l4', transactionFilingStatus: 'FILED' });
    const of = (equal: Record<string, string>) =>
      Object.fromEntries(Object.entries({ customerId: other, ...equal }).map(([name, eq]) => [name, { eq }]));
    expect(await list(of({}))).toEqual([4, ['l4', 'l3', 'l2', 'l1']]);
    expect(await list(of({ source: '2' }))).toEqual([2, ['l2', 'l1']]);
    expect(await list(of({ transactionStatus: 'PAID' }))).toEqual([1, ['l2']]);
    expect(await list(of({ transactionType: 'ESTIMATE' }))).toEqual([1, ['l3']]);
    expect(await list({ ...of({ transactionFilingStatus: 'FILED' }), source: null })).toEqual([1, ['l4']]);
    expect(await list(of({ source: '2', transactionType: 'ESTIMATE' }))).toEqual([0, []]);
  });
});

it('shows amounts with the places of their currency, and prices, quantities and rates as they are', async () => {
  const query = (directive: string) => `query ($currency: CurrencyCode!, $price: Decimal!) {
    calculateTax(input: {
      currency: $currency
      shippingAddress: { country: "US", state: "MN", zip: "55401", isPartial: true }
      items: [{ name: "Lamp", taxCode: "C1S1", quantity: 2, manualSalesTax: true, manualSalesTaxRate: "0.10", unitPrice: $price }]
    }) { ... on Quote ${directive} {
      finalTransactionAmount
      salesTax { amount rate }
      items { unitPrice quantity totalPrice taxAmount taxLines { taxAmount } }
      places { taxAmount }
      checks { expected actual } } } }`;
  const amounts = async (currency: string, price: string, directive = '') =>
    (await ask(app, query(directive), { variables: { currency, price } })).data.calculateTax;
  const dollars = await amounts('USD', '6');
  expect(dollars).toMatchObject({
    finalTransactionAmount: '13.20',
    salesTax: { amount: '1.20', rate: '0.1' },
    items: [{ unitPrice: '6', quantity: '2', totalPrice: '12.00', taxAmount: '1.20' }],
  });
  for (const { expected, actual } of dollars.checks) expect([expected, actual]).toEqual([expected, expected]);
  expect(dollars.checks.map(({ expected }: Data) => expected)).toContain('13.20');
  // With a directive, graphql-js executes the query.
  expect(await amounts('USD', '6', '@include(if: true)')).toEqual(dollars);
  expect(await amounts('JPY', '625')).toMatchObject({
    finalTransactionAmount: '1375',
    salesTax: { amount: '125' },
    items: [{ unitPrice: '625', totalPrice: '1250', taxAmount: '125' }],
  });
});
