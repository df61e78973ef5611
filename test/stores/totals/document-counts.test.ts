import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TransactionFilter } from '../../../src/domain/transactions/transaction-list.ts';
import { Prisma } from '../../../src/stores/generated/client.ts';
import { createTenantScope, type TenantScope } from '../../../src/stores/sql/tenant-scope.ts';
import { foldCounts } from '../../../src/stores/totals/document-counts.ts';
import { createTransactionStore } from '../../../src/stores/transactions/transactions.ts';
import { aCustomer, aStoredTransaction } from '../../support/records.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

async function aSeller() {
  const { tenantId } = await aTenant(store.stores);
  const { customers, transactions, totals } = store.stores.forTenant(tenantId);
  const customer = aCustomer();
  await customers.insert(customer);
  const scope = createTenantScope(store.database, tenantId);
  const insert = (externalId: string, more: Parameters<typeof aStoredTransaction>[1] = {}) =>
    transactions.insert(aStoredTransaction(customer.serviceId, { externalId, ...more }));
  return { scope, transactions, totals, insert };
}

/** One statement for many documents, as filing sends them. */
const change = ({ reports, isOwned }: TenantScope, assignments: string, condition: string) =>
  reports.rows(Prisma.sql`
    UPDATE transactions SET ${Prisma.raw(assignments)} WHERE ${isOwned} AND ${Prisma.raw(condition)} RETURNING 1 AS changed`);

const filters: readonly TransactionFilter[] = [
  {},
  { transactionStatus: { eq: 'PAID' } },
  { transactionStatus: { ne: 'CANCELLED' }, transactionType: { in: ['INVOICE', 'REFUND'] } },
  { transactionFilingStatus: { eq: 'FILED' } },
  { subsidiary: { isNull: true } },
  { subsidiary: { startsWith: 'no' }, isOverridden: { eq: false } },
  { or: [{ currency: { eq: 'EUR' } }, { not: { country: { eq: 'US' } } }] },
  { state: { eq: 'MN' }, source: { eq: '9' }, customerType: { eq: 'RETAIL' } },
];

it('the number of documents follows each write, in whichever parts it is folded', async () => {
  const { scope, transactions, totals, insert } = await aSeller();
  async function expectExact(when: string) {
    for (const filter of filters) {
      const listed = await transactions.list(filter, { limit: 100, after: null });
      expect(await transactions.count(filter), `${when}: ${JSON.stringify(filter)}`).toBe(listed.length);
    }
  }
  for (let index = 0; index < 12; index += 1) {
    await insert(`A-${index}`, {
      transactionType: index % 4 === 0 ? 'REFUND' : 'INVOICE',
      currency: index % 3 === 0 ? 'EUR' : 'USD',
      subsidiary: index % 2 === 0 ? 'North' : null,
    });
  }
  await expectExact('after documents were stored');
  expect(await transactions.count({})).toBe(12);
  expect(await foldCounts(scope)).toBe(12);
  await expectExact('folded');
  await change(scope, `transaction_status = 'PAID'`, `external_id < 'A-5'`);
  await change(scope, `version = version + 1, transaction_filing_status = 'FILED'`, `external_id > 'A-3'`);
  await change(scope, `version = version + 1`, 'TRUE');
  await expectExact('changed');
  await insert('B-1', { subsidiary: 'North' });
  await scope.reports.rows(
    Prisma.sql`DELETE FROM transactions WHERE ${scope.isOwned} AND external_id = 'A-7' RETURNING 1 AS gone`,
  );
  await expectExact('deleted');
  while ((await foldCounts(scope)) > 0);
  await expectExact('folded again');
  expect(await totals.verify(false)).toMatchObject({ faultCount: 0 });
  expect(await transactions.count({})).toBe(12);
});

it('a statement is recorded once for all documents that it changes alike, and not if it changes nothing', async () => {
  const { scope, insert } = await aSeller();
  for (let index = 0; index < 6; index += 1) await insert(`A-${index}`);
  while ((await foldCounts(scope)) > 0);
  await change(scope, `version = version + 1`, 'TRUE');
  expect(await foldCounts(scope)).toBe(0);
  await change(scope, `version = version + 1, transaction_filing_status = 'FILED'`, 'TRUE');
  expect(await foldCounts(scope)).toBe(2);
});

it('a recount finds a number that is wrong, and repairs it', async () => {
  const { scope, transactions, totals, insert } = await aSeller();
  for (let index = 0; index < 3; index += 1) await insert(`A-${index}`);
  await foldCounts(scope);
  await scope.reports.rows(Prisma.sql`
    UPDATE document_counts SET documents = documents + 1 WHERE ${scope.isOwned} RETURNING 1 AS changed`);
  expect(await transactions.count({})).toBe(4);
  expect(await totals.verify(true)).toMatchObject({
    faults: ['1 document count shown in lists differs from the documents.'],
  });
  expect(await totals.verify(false)).toMatchObject({ faultCount: 0 });
  expect(await transactions.count({})).toBe(3);
});

it.each<[string, TransactionFilter, string]>([
  ['without a filter', {}, 'statements'],
  ['by what they are counted by', filters[2]!, 'statements'],
  ['of a period', { taxDate: { gte: '2026-01-01' } }, 'reports'],
  ['by the start of their id', { externalId: { startsWith: 'A' } }, 'reports'],
])('documents %s are counted on the connections of those who count them', async (_name, filter, expected) => {
  const used: string[] = [];
  const noted = (name: string) => ({
    async rows({ text }: Prisma.Sql) {
      used.push(name);
      expect(text.includes('FROM transactions')).toBe(expected === 'reports');
      return [];
    },
  });
  const scope = createTenantScope(store.database, '00000000-0000-4000-8000-000000000001');
  await createTransactionStore({ ...scope, statements: noted('statements'), reports: noted('reports') }).count(filter);
  expect(used).toEqual([expected]);
});
