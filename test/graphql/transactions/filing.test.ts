import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { anItemBody } from '../../support/bodies.ts';
import { ask, type Data, faults, storeCustomer, storeInvoice } from '../ask.ts';

let app: TestApp;
let customerId: string;
let ids: string[];
beforeAll(async () => {
  app = await startApp();
  customerId = (await storeCustomer(app)).serviceId;
  const [one, other] = [
    await storeInvoice(app, customerId),
    await storeInvoice(app, customerId, { externalId: 'i-2' }),
  ];
  ids = [one.serviceId, other.serviceId];
});
afterAll(() => app.close());

const shown = `
  __typename
  ... on FilingStatusChange {
    isDryRun changedCount unchangedCount ignoredServiceIds
    transactions { externalId transactionFilingStatus reopeningReason }
  }
  ${faults}
`;

const run = async (mutation: 'markTransactionsFiled' | 'reopenTransactions', input: Data, more = {}): Promise<Data> => {
  const query = `mutation ($input: ${mutation === 'reopenTransactions' ? 'ReopenTransactions' : 'MarkTransactionsFiled'}Input!) {
    ${mutation}(input: $input) { ${shown} }
  }`;
  const { data, errors } = await ask(app, query, { variables: { input }, ...more });
  return errors ? { errors } : data[mutation];
};

const june = { country: 'US', state: 'MN', from: '2026-06-01', to: '2026-06-30' };

describe('markTransactionsFiled and reopenTransactions', () => {
  it('preview, mark, mark again and reopen the documents of a return', async () => {
    expect(await run('markTransactionsFiled', { ...june, dryRun: true })).toEqual({
      __typename: 'FilingStatusChange',
      isDryRun: true,
      changedCount: 2,
      unchangedCount: 0,
      ignoredServiceIds: [],
      transactions: expect.arrayContaining([
        { externalId: 'i-1', transactionFilingStatus: 'NOT_FILED', reopeningReason: null },
      ]),
    });
    expect(await run('markTransactionsFiled', { ...june, serviceIds: [ids[0], ids[0], customerId] })).toMatchObject({
      changedCount: 1,
      ignoredServiceIds: [customerId],
      transactions: [{ externalId: 'i-1', transactionFilingStatus: 'FILED' }],
    });
    expect(await run('markTransactionsFiled', june)).toMatchObject({
      changedCount: 1,
      unchangedCount: 1,
      transactions: [{ externalId: 'i-2' }],
    });
    expect(await run('markTransactionsFiled', june)).toMatchObject({
      changedCount: 0,
      unchangedCount: 2,
      transactions: [],
    });
    expect(await storeInvoice(app, customerId, { items: [anItemBody({ quantity: 4 })] })).toMatchObject({
      __typename: 'TransactionFiled',
    });
    expect(await run('reopenTransactions', { ...june, serviceIds: [ids[1]], reason: 'Amended' })).toMatchObject({
      changedCount: 1,
      transactions: [{ externalId: 'i-2', transactionFilingStatus: 'NOT_FILED', reopeningReason: 'Amended' }],
    });
  });

  it('answer invalid input as a type, and a missing scope as an error', async () => {
    expect(await run('markTransactionsFiled', { country: 'US', from: '2026-07-01', to: '2026-06-30' })).toMatchObject({
      __typename: 'InvalidInput',
      issues: [
        { path: ['to'], code: 'OUT_OF_RANGE' },
        { path: ['state'], code: 'REQUIRED' },
      ],
    });
    for (const reason of ['', ' ']) {
      expect(await run('reopenTransactions', { ...june, reason })).toMatchObject({
        issues: [{ path: ['reason'], code: 'TOO_SHORT' }],
      });
    }
    expect(await run('markTransactionsFiled', june, { scopes: ['transactions:read'] })).toMatchObject({
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
    });
  });
});
