import { expect, it } from 'vitest';
import type { OrderedPosition } from '../../../src/domain/lists/list-order.ts';
import type { TransactionFilter } from '../../../src/domain/transactions/transaction-list.ts';
import { aCustomer, amount, aStoredTransaction } from '../../support/records.ts';
import { aTenant, openTestStore } from '../../support/stores.ts';

const { stores } = await openTestStore();

/** Five documents in July, created in the order of their names, with decreasing amounts. */
async function july() {
  const { customers, transactions } = stores.forTenant((await aTenant(stores)).tenantId);
  const customer = aCustomer();
  await customers.insert(customer);
  for (const [index, externalId] of ['A', 'B', 'C', 'D', 'E'].entries()) {
    const at = new Date(Date.UTC(2026, 7, 1 + index));
    const stored = aStoredTransaction(customer.serviceId, {
      externalId,
      taxDate: `2026-07-${String(31 - index * 5).padStart(2, '0')}`,
      finalTransactionAmount: amount(String(100 - index)),
      internalTimestamps: { createdDate: at, updatedDate: at },
    });
    await transactions.insert(stored);
  }
  return transactions;
}

const short: TransactionFilter = { taxDate: { gte: '2026-07-15', lte: '2026-07-31' } };
const long: TransactionFilter = { taxDate: { gte: '2020-07-15', lte: '2026-07-26' } };

it.each([
  ['a short period', short, ['D', 'C', 'B', 'A']],
  ['a long period', long, ['E', 'D', 'C', 'B']],
  ['a day', { taxDate: { eq: '2026-07-26' } }, ['B']],
  ['a year', { taxDate: { gte: '2025-07-27', lte: '2026-07-26' } }, ['E', 'D', 'C', 'B']],
  ['no day, as its end is before its start', { taxDate: { gte: '2026-07-31', lte: '2026-07-01' } }, []],
  ['a period with an amount', { ...short, finalTransactionAmount: { gt: '98' } }, ['B', 'A']],
  ['a period with a customer type', { ...short, customerType: { eq: 'RESELLER' } }, []],
  [
    'a period with what is usual',
    { ...short, currency: { eq: 'USD' }, transactionType: { in: ['INVOICE'] } },
    ['D', 'C', 'B', 'A'],
  ],
  [
    'a period after its first day and before its last',
    { taxDate: { gt: '2026-07-11', lt: '2026-07-31' } },
    ['D', 'C', 'B'],
  ],
] as const)('the list of %s has its documents, newest first', async (_name, filter, expected) => {
  const transactions = await july();
  const found = await transactions.list(filter, { limit: 10, after: null });
  expect(found.map(({ externalId }) => externalId)).toEqual(expected);
});

it.each([
  ['finalTransactionAmount', 'ASC', ['D', 'C', 'B', 'A']],
  ['finalTransactionAmount', 'DESC', ['A', 'B', 'C', 'D']],
  ['externalId', 'ASC', ['A', 'B', 'C', 'D']],
  ['taxDate', 'DESC', ['A', 'B', 'C', 'D']],
  ['updatedAt', 'DESC', ['D', 'C', 'B', 'A']],
] as const)('the list of a short period is ordered by %s %s', async (field, direction, expected) => {
  const transactions = await july();
  const page = { limit: 10, order: { field, direction }, after: null };
  const found = await transactions.listSummaries(short, page);
  expect(found.map(({ externalId }) => externalId)).toEqual(expected);
});

it.each(['ASC', 'DESC'] as const)(
  'the list of a period has each document once, page by page (%s)',
  async (direction) => {
    const transactions = await july();
    const found: string[] = [];
    const pageAfter = (after: OrderedPosition | null) =>
      transactions.list(short, { limit: 1, order: { field: 'createdAt', direction }, after });
    for (let [one] = await pageAfter(null); one; ) {
      found.push(one.externalId);
      [one] = await pageAfter({ values: [one.internalTimestamps.createdDate.toISOString()], serviceId: one.serviceId });
    }
    expect(found).toEqual(direction === 'ASC' ? ['A', 'B', 'C', 'D'] : ['D', 'C', 'B', 'A']);
  },
);

it('the list of a short period continues after the last document of a page', async () => {
  const transactions = await july();
  const [, second] = await transactions.list(short, { limit: 2, after: null });
  const { serviceId, internalTimestamps } = second!;
  const after = { serviceId, createdAt: internalTimestamps.createdDate };
  const rest = await transactions.list(short, { limit: 2, after });
  expect(rest.map(({ externalId }) => externalId)).toEqual(['B', 'A']);
});
