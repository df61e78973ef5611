import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { ask, type Data, faults, storeCustomer, storeInvoice } from '../ask.ts';

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp();
  customerId = (await storeCustomer(app)).serviceId;
});
afterAll(() => app.close());

const shown = `
  __typename
  ... on Transaction {
    serviceId externalId documentName transactionType transactionStatus createdFrom taxDate version calculationNumber
    recalculationReason finalTransactionAmount salesTax { amount } items { name } customer { name }
    createdFromTransaction { externalId derivedTransactions { nodes { externalId } } }
    calculations { totalCount nodes { calculationNumber recalculationReason salesTax { amount } } }
  }
  ${faults}
`;

const change = async (mutation: string, input: Data, more = {}): Promise<Data> => {
  const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input!`;
  const query = `mutation ($input: ${type}) { ${mutation}(input: $input) { ${shown} } }`;
  const { data, errors } = await ask(app, query, { variables: { input }, ...more });
  return errors ? { errors } : data[mutation];
};

const by = (externalId: string) => ({ key: { source: '9', externalId } });
const lamp = anItemBody({ unitPrice: 100, quantity: 1 });

describe('patchTransaction', () => {
  it('changes the given fields, and recalculates what depends on them', async () => {
    await storeInvoice(app, customerId, { externalId: 'p-1', items: [lamp], documentName: 'Before' });
    const patch = { documentName: null, items: [{ name: 'Vase', taxCode: 'C1S1', unitPrice: '200' }] };
    expect(await change('patchTransaction', { by: by('p-1'), patch })).toMatchObject({
      __typename: 'Transaction',
      documentName: null,
      items: [{ name: 'Vase' }],
      // 200 x 0.09025
      salesTax: { amount: '18.05' },
      finalTransactionAmount: '218.05',
      version: 2,
      calculations: { totalCount: 2 },
    });
  });

  it('merges a nested object, and keeps the figures that do not depend on it', async () => {
    const { serviceId } = await storeInvoice(app, customerId, { externalId: 'p-2', items: [lamp] });
    const patch = { billingAddress: { city: 'Duluth' }, transactionStatus: 'PAID' };
    expect(await change('patchTransaction', { by: { serviceId }, patch })).toMatchObject({
      transactionStatus: 'PAID',
      salesTax: { amount: '9.03' },
      calculationNumber: 1,
    });
  });

  it('answers each failure as its type', async () => {
    const filed = { externalId: 'p-3', items: [lamp], transactionFilingStatus: 'FILED' };
    await storeInvoice(app, customerId, filed);
    const patch = { transactionLevelDiscount: '5.00' };
    expect(await change('patchTransaction', { by: by('none'), patch })).toMatchObject({ __typename: 'NotFound' });
    expect(await change('patchTransaction', { by: by('p-3'), patch })).toMatchObject({
      __typename: 'TransactionFiled',
      code: 'TRANSACTION_FILED',
    });
    const stale = { by: by('p-3'), patch: { documentName: 'A' }, ifVersion: 9 };
    expect(await change('patchTransaction', stale)).toMatchObject({ code: 'PRECONDITION_FAILED' });
    expect(await change('patchTransaction', { by: by('p-3'), patch: { customerId: null } })).toMatchObject({
      __typename: 'InvalidInput',
      issues: [{ path: ['customerId'], code: 'REQUIRED' }],
    });
    const missing = { customerId: '01980000-0000-7000-8000-000000000000' };
    expect(await change('patchTransaction', { by: by('p-3'), patch: missing })).toMatchObject({
      __typename: 'NotFound',
      code: 'CUSTOMER_NOT_FOUND',
    });
    expect(await change('patchTransaction', { by: by('p-3'), patch }, { scopes: ['transactions:read'] })).toMatchObject(
      {
        errors: [{ extensions: { code: 'FORBIDDEN' } }],
      },
    );
  });
});

describe('convertTransaction', () => {
  const to = {
    externalId: 'c-2',
    transactionType: 'INVOICE',
    externalTimestamps: { createdDate: '2026-07-02', updatedDate: '2026-07-02' },
  };

  it('converts an order into an invoice, and links the two', async () => {
    await storeInvoice(app, customerId, { externalId: 'c-1', transactionType: 'SALES_ORDER', items: [lamp] });
    const first = await change('convertTransaction', { from: by('c-1'), to });
    expect(first).toMatchObject({
      __typename: 'Transaction',
      externalId: 'c-2',
      transactionType: 'INVOICE',
      createdFrom: 'c-1',
      taxDate: '2026-07-02',
      salesTax: { amount: '9.03' },
      customer: { name: 'Ada Lovelace' },
      createdFromTransaction: { externalId: 'c-1', derivedTransactions: { nodes: [{ externalId: 'c-2' }] } },
    });
    expect(await change('convertTransaction', { from: by('c-1'), to })).toEqual(first);
  });

  it('answers an impossible conversion and a taken key as types', async () => {
    const back = { ...to, externalId: 'c-3', transactionType: 'ESTIMATE' };
    expect(await change('convertTransaction', { from: by('c-1'), to: back })).toMatchObject({
      __typename: 'InvalidInput',
      issues: [{ path: ['to', 'transactionType'], code: 'CANNOT_BECOME' }],
    });
    await storeInvoice(app, customerId, { externalId: 'c-4', items: [lamp] });
    const taken = { ...to, externalId: 'c-4' };
    expect(await change('convertTransaction', { from: by('c-1'), to: taken })).toMatchObject({
      __typename: 'Conflict',
      code: 'KEY_TAKEN',
    });
    expect(await change('convertTransaction', { from: by('none'), to })).toMatchObject({ __typename: 'NotFound' });
  });

  it('names the errors of the new document', async () => {
    const dates = { createdDate: 'yesterday', updatedDate: '2026-07-02' };
    const wrong = { ...to, externalId: '', externalTimestamps: dates };
    const answer = await change('convertTransaction', { from: by('c-1'), to: wrong });
    expect(answer.issues.map(({ path, code }: Data) => [path.join('.'), code])).toEqual([
      ['to.externalId', 'TOO_SHORT'],
      ['to.externalTimestamps.createdDate', 'INVALID_FORMAT'],
    ]);
  });
});

describe('recalculateTransaction', () => {
  it('recalculates with today’s certificates, and keeps the reason and the previous calculation', async () => {
    await storeInvoice(app, customerId, { externalId: 'r-1', items: [lamp] });
    await app.send('POST', '/v1/exemptions', { exemption: { customerId, country: 'US' }, states: [{ code: 'MN' }] });
    const input = { by: by('r-1'), reason: 'The certificate came late' };
    expect(await change('recalculateTransaction', input)).toMatchObject({
      salesTax: { amount: '0.00' },
      taxDate: '2026-06-15',
      recalculationReason: 'The certificate came late',
      calculations: {
        nodes: [
          { calculationNumber: 2, recalculationReason: 'The certificate came late', salesTax: { amount: '0.00' } },
          { calculationNumber: 1, recalculationReason: null, salesTax: { amount: '9.03' } },
        ],
      },
    });
  });

  it('needs a reason, and answers a filed document as its type', async () => {
    await storeInvoice(app, customerId, { externalId: 'r-2', transactionFilingStatus: 'FILED' });
    const reason = 'Rates were corrected';
    expect(await change('recalculateTransaction', { by: by('r-2'), reason: '' })).toMatchObject({
      __typename: 'InvalidInput',
      issues: [{ path: ['reason'], code: 'TOO_SHORT' }],
    });
    expect(await change('recalculateTransaction', { by: by('r-2'), reason })).toMatchObject({
      __typename: 'TransactionFiled',
    });
    expect(await change('recalculateTransaction', { by: by('none'), reason })).toMatchObject({
      __typename: 'NotFound',
    });
  });
});

describe('an over-refund', () => {
  const input = (externalId: string, more = {}) =>
    anInvoiceBody(customerId, {
      externalId,
      transactionType: 'REFUND',
      createdFrom: 'o-1',
      items: [anItemBody({ unitPrice: 100, quantity: 2 })],
      ...more,
    });

  it('is a type of the result, also in a calculation and when its invoice is cancelled', async () => {
    await storeInvoice(app, customerId, { externalId: 'o-1', items: [lamp] });
    const query = 'query ($input: QuoteInput!) { calculateTax(input: $input) { __typename } }';
    const tried = await ask(app, query, { variables: { input: input('o-2') } });
    expect(tried.data.calculateTax).toEqual({ __typename: 'OverRefund' });
    await storeInvoice(app, customerId, input('o-2', { items: [lamp] }));
    const cancel =
      'mutation { cancelTransaction(input: { by: { key: { source: "9", externalId: "o-1" } } }) { __typename } }';
    expect((await ask(app, cancel)).data.cancelTransaction).toEqual({ __typename: 'OverRefund' });
  });
});
