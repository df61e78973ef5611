import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { ask, faults, storeCustomer } from '../ask.ts';
import { countedStores } from '../counted-stores.ts';

let app: TestApp;
let calls: string[];
let customerId: string;
beforeAll(async () => {
  app = await startApp({
    wrap: (stores) => {
      const counted = countedStores(stores);
      calls = counted.calls;
      return counted.stores;
    },
  });
  customerId = (await storeCustomer(app)).serviceId;
});
afterAll(() => app.close());

async function store(transactions: readonly unknown[], fields = 'externalId version finalTransactionAmount') {
  const query = `mutation ($input: UpsertTransactionsInput!) {
    upsertTransactions(input: $input) {
      __typename
      ... on TransactionBatch {
        results { index source externalId outcome result { __typename ... on Transaction { ${fields} } ${faults} } }
      }
      ${faults}
    }
  }`;
  const { data, errors } = await ask(app, query, { variables: { input: { transactions } } });
  expect(errors).toBeUndefined();
  return data.upsertTransactions;
}

const invoice = (externalId: string, more: Record<string, unknown> = {}) =>
  anInvoiceBody(customerId, { externalId, ...more });

describe('upsertTransactions', () => {
  it('stores many documents, and returns the outcome of each', async () => {
    await store([invoice('kept'), invoice('changed')]);
    const { results } = await store([
      invoice('new'),
      invoice('kept'),
      invoice('changed', { items: [anItemBody({ quantity: 1 })] }),
      invoice('wrong', { items: [anItemBody({ quantity: 0 })] }),
      invoice('nobody', { customerId: '0190a0a0-0000-7000-8000-000000000000' }),
    ]);
    expect(results).toMatchObject([
      {
        index: 0,
        source: '9',
        externalId: 'new',
        outcome: 'CREATED',
        result: { __typename: 'Transaction', externalId: 'new', version: 1, finalTransactionAmount: '80.13' },
      },
      { index: 1, outcome: 'UNCHANGED', result: { externalId: 'kept', version: 1 } },
      { index: 2, outcome: 'UPDATED', result: { externalId: 'changed', version: 2, finalTransactionAmount: '26.71' } },
      {
        index: 3,
        externalId: 'wrong',
        outcome: 'FAILED',
        result: { __typename: 'InvalidInput', issues: [{ path: ['items', '0', 'quantity'] }] },
      },
      { index: 4, outcome: 'FAILED', result: { __typename: 'NotFound', code: 'CUSTOMER_NOT_FOUND' } },
    ]);
  });

  it('takes no more statements for many documents than for one, for any selection', async () => {
    const documents = Array.from({ length: 40 }, (_, index) => invoice(`few ${index}`));
    calls.length = 0;
    const shown = 'customer { name } items { taxLines { taxAmount } } salesTax { amount }';
    const { results } = await store(documents, shown);
    expect(results).toHaveLength(40);
    expect(results[39].result).toMatchObject({ customer: { name: 'Ada Lovelace' }, salesTax: { amount: '6.63' } });
    expect([...calls].sort()).toEqual([
      'customers.findMany',
      'exemptions.findByCustomers',
      'transactions.findByKeys',
      'transactions.findRefundsOf',
      'transactions.findSnapshots',
      'transactions.insertMany',
    ]);
  });

  it('shows the records of a customer after each of several batches', async () => {
    const owner = (await storeCustomer(app, { externalId: 'owner' })).serviceId;
    const batch = (externalId: string, createdFrom: string | null) => ({
      transactions: [anInvoiceBody(owner, { externalId, createdFrom })],
    });
    const query = `mutation ($first: UpsertTransactionsInput!, $second: UpsertTransactionsInput!) {
      first: upsertTransactions(input: $first) { ...counts }
      second: upsertTransactions(input: $second) { ...counts }
    }
    fragment counts on TransactionBatch {
      results { result { ... on Transaction {
        customer { transactions { totalCount } }
        createdFromTransaction { externalId }
      } } }
    }`;
    const variables = { first: batch('counted 1', 'counted 2'), second: batch('counted 2', 'counted 1') };
    const { data, errors } = await ask(app, query, { variables });
    expect(errors).toBeUndefined();
    const shown = (totalCount: number, createdFromTransaction: object | null) => ({
      results: [{ result: { customer: { transactions: { totalCount } }, createdFromTransaction } }],
    });
    expect(data).toEqual({ first: shown(1, null), second: shown(2, { externalId: 'counted 1' }) });
  });

  it('accepts at most 500 documents', async () => {
    const answer = await store(Array.from({ length: 501 }, () => invoice('too many')));
    expect(answer).toMatchObject({
      __typename: 'InvalidInput',
      issues: [{ path: ['transactions'], code: 'TOO_LONG' }],
    });
  });
});

describe('ifVersion', () => {
  const failed = { __typename: 'VersionMismatch', code: 'PRECONDITION_FAILED' };

  it('writes a document only if it still has that version', async () => {
    const results = async (...documents: readonly unknown[]) =>
      (await store(documents)).results.map(({ result }: { result: unknown }) => result);
    const [created, again] = await results(invoice('v', { ifVersion: 0 }), invoice('v', { ifVersion: 0 }));
    expect(created).toMatchObject({ version: 1 });
    expect(again).toMatchObject(failed);
    const next = (ifVersion: number) => invoice('v', { ifVersion, documentName: `After ${ifVersion}` });
    expect(await results(next(1), next(1))).toMatchObject([{ version: 2 }, failed]);

    const query = `mutation ($input: TransactionInput!) {
      upsertTransaction(input: $input) { __typename ... on Transaction { version } ${faults} } }`;
    const upsert = async (ifVersion: number) =>
      (await ask(app, query, { variables: { input: next(ifVersion) } })).data.upsertTransaction;
    expect(await upsert(1)).toMatchObject(failed);
    expect(await upsert(2)).toMatchObject({ version: 3 });
  });

  it('also applies to customers', async () => {
    const stored = await storeCustomer(app, { externalId: 'versioned', ifVersion: 0 });
    expect(stored.version).toBe(1);
    expect(await storeCustomer(app, { externalId: 'versioned', name: 'Grace', ifVersion: 2 })).toMatchObject(failed);
    const query = `mutation ($input: PatchCustomerInput!) {
      patchCustomer(input: $input) { __typename ... on Customer { version } ${faults} } }`;
    const patch = async (ifVersion: number) => {
      const input = { by: { serviceId: stored.serviceId }, patch: { name: 'Grace' }, ifVersion };
      return (await ask(app, query, { variables: { input } })).data.patchCustomer;
    };
    expect(await patch(7)).toMatchObject(failed);
    expect(await patch(1)).toMatchObject({ version: 2 });
  });
});
