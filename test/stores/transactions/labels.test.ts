import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import type { TransactionFilter } from '../../../src/domain/transactions/transaction-list.ts';
import { Prisma } from '../../../src/stores/generated/client.ts';
import { createTenantScope } from '../../../src/stores/sql/tenant-scope.ts';
import { labelSome } from '../../../src/stores/totals/totals-keeper.ts';
import { type NoticeCode, noticeCodes } from '../../../src/tax/model/notices.ts';
import { taxReasons } from '../../../src/tax/model/reasons.ts';
import { examples } from '../../support/examples.ts';
import { aCustomer, aStoredTransaction } from '../../support/records.ts';
import { aTenant, openTestStore } from '../../support/stores.ts';

const { stores, database } = await openTestStore();

const doubts: readonly NoticeCode[] = ['FACT_UNCERTAIN', 'RATES_NOT_VERIFIED'];

async function aStoreOf(documents: readonly Partial<Transaction>[]) {
  const { tenantId } = await aTenant(stores);
  const { customers, transactions } = stores.forTenant(tenantId);
  const customer = aCustomer();
  await customers.insert(customer);
  const stored = documents.map((document) => aStoredTransaction(customer.serviceId, document));
  for (const one of stored) await transactions.insert(one);
  const listed = async (filter: TransactionFilter) =>
    (await transactions.list(filter, { limit: 50, after: null, direction: 'ASC' })).map(({ externalId }) => externalId);
  const { tenantId: id, ...scope } = createTenantScope(database, tenantId);
  return { scope: { ...scope, tenantId: id }, transactions, stored, listed };
}

const notice = (code: NoticeCode) => ({ code, pointer: '', message: 'A remark.' });
const [plain] = [aStoredTransaction(aCustomer().serviceId).transaction];
const line = (reason: (typeof taxReasons)[number]) => ({ ...plain!.items[0]!, reason });

it('lists what an independent search of random documents finds, before and after they are labelled', async () => {
  const some = fc.record({
    codes: fc.subarray([...noticeCodes.slice(0, 4), ...doubts]),
    reasons: fc.array(fc.constantFrom(...taxReasons.slice(0, 5)), { minLength: 1, maxLength: 3 }),
  });
  const asked = fc.record({
    codes: fc.subarray([...noticeCodes.slice(0, 4), ...doubts]),
    reasons: fc.subarray(taxReasons.slice(0, 5)),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(some, { minLength: 1, maxLength: 8 }), asked, async (documents, { codes, reasons }) => {
      const named = documents.map((one, index) => ({ ...one, externalId: `d-${index}` }));
      const { scope, listed } = await aStoreOf(
        named.map((one) => ({
          externalId: one.externalId,
          notices: one.codes.map(notice),
          items: one.reasons.map(line),
        })),
      );
      const found = (fits: (one: (typeof named)[number]) => boolean) =>
        named.filter(fits).map(({ externalId }) => externalId);
      const hasCode = (one: { codes: readonly string[] }) => codes.some((code) => one.codes.includes(code));
      const hasReason = (one: { reasons: readonly string[] }) => reasons.some((reason) => one.reasons.includes(reason));
      const compare = async () => {
        expect((await listed({ noticeCode: { in: codes } })).sort()).toEqual(found(hasCode));
        expect((await listed({ reason: { in: reasons } })).sort()).toEqual(found(hasReason));
        expect((await listed({ not: { noticeCode: { in: codes } } })).sort()).toEqual(found((one) => !hasCode(one)));
        const isDoubtful = (one: { codes: readonly string[] }) => doubts.some((code) => one.codes.includes(code));
        expect((await listed({ isDoubtful: { eq: true } })).sort()).toEqual(found(isDoubtful));
        expect((await listed({ isDoubtful: { eq: false } })).sort()).toEqual(found((one) => !isDoubtful(one)));
      };
      const labels = async () =>
        database.statements.rows(
          Prisma.sql`SELECT labels FROM transactions WHERE ${scope.isOwned} ORDER BY external_id`,
        );
      await compare();
      const before = await labels();
      await database.statements.rows(Prisma.sql`UPDATE transactions SET labels = NULL WHERE ${scope.isOwned}`);
      await compare();
      expect(await labelSome(scope)).toBe(documents.length);
      expect(await labelSome(scope)).toBe(0);
      expect(await labels()).toEqual(before);
      await compare();
    }),
    { numRuns: examples(60) },
  );
});

/** Like a release without the column. */
it('takes the labels from a document that a statement writes without them', async () => {
  const { scope, listed } = await aStoreOf([{ externalId: 'one', notices: [] }]);
  const more = JSON.stringify({ notices: [notice('FACT_UNCERTAIN')], items: [line('EXPORT')] });
  await database.statements.rows(Prisma.sql`
    UPDATE transactions SET document = (document::jsonb || ${more}::jsonb)::json WHERE ${scope.isOwned}`);
  expect(await listed({ noticeCode: { in: ['FACT_UNCERTAIN'] }, reason: { in: ['EXPORT'] } })).toEqual(['one']);
});

it('follows a document that is replaced', async () => {
  const { stored, transactions, listed } = await aStoreOf([{ externalId: 'one', notices: [notice('FACT_UNCERTAIN')] }]);
  const [one] = stored as [(typeof stored)[0]];
  await transactions.replace({ ...one, transaction: { ...one.transaction, notices: [], version: 2 } }, 1);
  expect(await listed({ isDoubtful: { eq: true } })).toEqual([]);
});

it('finds the documents of a tenant by their index', async () => {
  const { scope } = await aStoreOf([{}]);
  await database.withConnection(async (connection) => {
    await connection.query('BEGIN; SET LOCAL enable_seqscan = off');
    const { text, values } = Prisma.sql`EXPLAIN SELECT service_id FROM transactions
      WHERE tenant_labels(tenant_id, labels) && ARRAY[${scope.tenantId} || ${' NFACT_UNCERTAIN'}::text]`;
    const plan = await connection.query<Record<string, string>>(text, values as unknown[]);
    await connection.query('ROLLBACK');
    expect(JSON.stringify(plan.rows)).toContain('transactions_labels_idx');
  });
});
