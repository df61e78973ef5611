import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { anInvoiceBody } from '../support/bodies.ts';
import { aCustomer, anExemption, anItem, aSnapshot, aStoredTransaction } from '../support/records.ts';
import { ask, type Data, storeCustomer } from './ask.ts';
import { countedStores } from './counted-stores.ts';

let app: TestApp;
let calls: string[];
beforeAll(async () => {
  app = await startApp({
    wrap: (stores) => {
      const counted = countedStores(stores);
      calls = counted.calls;
      return counted.stores;
    },
  });
  const line = { rule: 0, supply: { kind: 'TAXED' } as const, taxLines: [] };
  for (let index = 0; index < 60; index++) {
    const customer = aCustomer();
    await app.records.customers.insert(customer);
    await app.records.exemptions.upsertAll([anExemption(customer.serviceId)]);
    const stored = aStoredTransaction(
      customer.serviceId,
      { items: [anItem(), anItem({ name: 'Bulb' })] },
      { ...aSnapshot(), items: [line, line] },
    );
    await app.records.transactions.insert(stored);
  }
});
afterAll(() => app.close());

/** The store calls of a request, in alphabetical order. */
const callsOf = async (query: string, variables: Record<string, unknown> = {}) => {
  calls.length = 0;
  const { data, errors } = await ask(app, query, { variables });
  expect(errors).toBeUndefined();
  return { data, calls: [...calls].sort() };
};

it('reads a list of 50 and its customers with one call, and no snapshots unless they are selected', async () => {
  const query =
    '{ transactions(first: 50) { nodes { externalId salesTax { amount } customer { name } items { name taxAmount } } } }';
  const answer = await callsOf(query);
  expect(answer.data.transactions.nodes).toHaveLength(50);
  expect(answer.calls).toEqual(['transactions.listShown']);
});

it('reads the snapshots of all 50 at once, whichever fields use them', async () => {
  const query = `{ transactions(first: 50) { nodes {
    customer { name exemptions { nodes { state } } }
    shippingAddress { matchedAddressData { precision scoring { score } } }
    salesTax { salesTaxRates { taxRate } gtRates { taxRate } }
    items { salesTaxRates { taxRate } taxLines { taxAmount } }
  } } }`;
  const answer = await callsOf(query);
  expect(answer.data.transactions.nodes).toHaveLength(50);
  expect(answer.calls).toEqual([
    'customers.findMany',
    'exemptions.listByCustomer',
    'transactions.findPart',
    'transactions.findSnapshots',
    'transactions.listSummaries',
  ]);
});

it('counts only if requested', async () => {
  expect((await callsOf('{ transactions { nodes { id } } }')).calls).toEqual(['transactions.listSummaries']);
  expect((await callsOf('{ transactions { totalCount } }')).calls).toEqual(['transactions.count']);
  expect((await callsOf('{ transactions { totalCount nodes { id } } }')).calls).toEqual([
    'transactions.count',
    'transactions.listSummaries',
  ]);
});

describe('documents are read in full only if more than their summary is selected', () => {
  const short = `__typename id serviceId source externalId transactionType transactionStatus transactionFilingStatus
    customerId customer { name } taxDate currency createdFrom finalTransactionAmount rateBookVersion calculationNumber
    version internalTimestamps { createdDate updatedDate } createdFromTransaction { externalId }
    refunds { totalCount } derivedTransactions { totalCount }`;

  it('and are shown the same', async () => {
    const list = (fields: string, more = '') =>
      callsOf(`query { transactions(first: 20 ${more}) { nodes { ${fields} } pageInfo { endCursor } } }`);
    const summaries = await list(short);
    const whole = await list(`${short} billingAddress { city }`);
    expect(summaries.calls).toContain('transactions.listSummaries');
    expect(whole.calls).toContain('transactions.findPart');
    const told = whole.data.transactions.nodes.map(({ billingAddress: _, ...told }: Data) => told);
    expect(summaries.data.transactions).toEqual({ ...whole.data.transactions, nodes: told });
    const byAmount = 'orderBy: { field: FINAL_TRANSACTION_AMOUNT }';
    expect((await list('id', byAmount)).calls).toEqual(['transactions.listSummaries']);
    expect((await list('id', 'orderBy: { field: TAX_AMOUNT }')).calls).toEqual(['transactions.listShown']);
    const usual = `${short} documentName isTaxInclusive externalTimestamps { createdDate updatedDate } subsidiary reason
      taxableItemsAmount tangibleItemsAmount totalItemsAmount totalDiscount transactionLevelDiscount
      salesTax { amount rate salesTaxRates { taxRate } }
      items { __typename name description taxCode unitPrice quantity discount totalPrice calculatedTotal taxAmount taxRate
        taxableAmount reason taxableCategory tangibleCategory }`;
    const shown = await list(usual);
    const all = await list(`${usual} notices { code }`);
    expect(shown.calls).toContain('transactions.listShown');
    expect(all.calls).toContain('transactions.findPart');
    const listed = all.data.transactions.nodes.map(({ notices: _, ...listed }: Data) => listed);
    expect(shown.data.transactions).toEqual({ ...all.data.transactions, nodes: listed });
  });

  it.each([
    '{ transactions { edges { node { version } } nodes { items { notices { code } } } } }',
    '{ transactions { edges { node { version } } nodes { items { ...f } } } } fragment f on TaxableLine { pointer }',
    '{ transactions { edges { node { ...f } } } } fragment f on Transaction { ... on CalculatedDocument { taxLines { taxAmount } } }',
    '{ transactions { ...f } } fragment f on TransactionConnection { nodes { calculations { totalCount } } }',
  ])('%s selects more', async (query) => {
    expect((await callsOf(query)).calls).toContain('transactions.findPart');
  });

  it('even within other records', async () => {
    const of = async (fields: string) =>
      (await callsOf(`{ customers(first: 5) { nodes { transactions { nodes { ${fields} } } } } }`)).calls;
    expect(await of('externalId finalTransactionAmount')).toEqual([
      'customers.list',
      'transactions.listSummariesByOwner',
    ]);
    expect(await of('externalId reason')).toEqual(['customers.list', 'transactions.listShownByOwner']);
    expect(await of('externalId notices { code }')).toEqual([
      'customers.list',
      'transactions.findPart',
      'transactions.listSummariesByOwner',
    ]);
  });
});

it('reads a document and its snapshot with one call', async () => {
  const { data } = await ask(app, '{ transactions(first: 1) { nodes { serviceId } } }');
  const { serviceId } = data.transactions.nodes[0];
  const query =
    'query ($id: UUID!) { transaction(by: { serviceId: $id }) { items { salesTaxRates { taxRate } } shippingAddress { matchedAddressData { precision } } } }';
  expect((await callsOf(query, { id: serviceId })).calls).toEqual(['transactions.findById']);
});

it('reads nodes by type, not individually', async () => {
  const list = await ask(
    app,
    '{ transactions(first: 20) { nodes { id customer { id exemptions { nodes { id } } } } } }',
  );
  const ids = list.data.transactions.nodes.flatMap((node: Data) => [
    node.id,
    node.customer.id,
    ...node.customer.exemptions.nodes.map(({ id }: Data) => id),
  ]);
  expect(ids).toHaveLength(60);
  const answer = await callsOf('query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }', { ids });
  expect(answer.data.nodes.map(({ id }: Data) => id)).toEqual(ids);
  expect(answer.calls).toEqual(['customers.findMany', 'exemptions.findMany', 'transactions.findPart']);
});

it('reads nothing again after a mutation', async () => {
  const { serviceId } = await storeCustomer(app);
  const query = `mutation ($input: TransactionInput!) {
    upsertTransaction(input: $input) {
      ... on Transaction { customer { name } salesTax { salesTaxRates { taxRate } } items { taxLines { taxAmount } } }
    }
  }`;
  const answer = await callsOf(query, { input: anInvoiceBody(serviceId) });
  expect(answer.data.upsertTransaction.salesTax.salesTaxRates.taxRate).toBe('0.09025');
  expect(answer.calls).toEqual(['transactions.findFacts', 'transactions.insert']);
});
