import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TransactionFilter, TransactionOrderField } from '../../../src/domain/transactions/transaction-list.ts';
import type { Prisma } from '../../../src/stores/generated/client.ts';
import { createTenantScope } from '../../../src/stores/sql/tenant-scope.ts';
import { createTransactionStore } from '../../../src/stores/transactions/transactions.ts';
import { openOwnStore, type TestStore } from '../../support/stores.ts';

const tenantId = '00000000-0000-4000-8000-000000000001';

let store: TestStore;
beforeAll(async () => {
  store = await openOwnStore();
});
afterAll(() => store.close());

/** The statement for a page of documents. */
async function statementOf(filter: TransactionFilter, field: TransactionOrderField): Promise<Prisma.Sql> {
  const sent: Prisma.Sql[] = [];
  const statements = {
    async rows(statement: Prisma.Sql) {
      sent.push(statement);
      return [];
    },
  };
  const scope = { ...createTenantScope(store.database, tenantId), statements, reports: statements };
  const order = { field, direction: 'DESC' } as const;
  await createTransactionStore(scope).listShown(filter, { limit: 10, order, after: null });
  return sent[0]!;
}

/** The plan of the statement if these are the only indexes other than the keys. */
async function planWith(indexes: readonly string[], filter: TransactionFilter, field: TransactionOrderField) {
  const { text, values } = await statementOf(filter, field);
  return store.database.withConnection(async (connection) => {
    await connection.query('BEGIN');
    try {
      const { rows } = await connection.query<{ name: string }>(`
        SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid = 'transactions'::regclass AND NOT indisunique`);
      const others = rows.map(({ name }) => name).filter((name) => !indexes.includes(name));
      await connection.query(`DROP INDEX ${others.join(', ')}`);
      await connection.query('SET LOCAL enable_seqscan = off');
      const plan = await connection.query<Record<string, string>>(`EXPLAIN ${text}`, values);
      return plan.rows.map((line) => Object.values(line).join()).join('\n');
    } finally {
      await connection.query('ROLLBACK');
    }
  });
}

it.each<[string, TransactionFilter]>([
  ['transactions_cancelled_idx', { transactionStatus: { eq: 'CANCELLED' } }],
  ['transactions_type_idx', { transactionType: { eq: 'REFUND' } }],
  ['transactions_type_idx', { transactionType: { in: ['ESTIMATE', 'SALES_ORDER'] } }],
  ['transactions_customer_type_idx', { customerType: { eq: 'MARKETPLACE' } }],
  ['transactions_overridden_idx', { isOverridden: { eq: true } }],
  ['transactions_subsidiary_idx', { subsidiary: { eq: 'North' } }],
  ['transactions_currency_idx', { currency: { eq: 'EUR' } }],
  ['transactions_created_from_idx', { createdFrom: { eq: 'INV-1' } }],
  ['transactions_external_id_start_idx', { externalId: { startsWith: 'INV' } }],
])('%s serves a list', async (index, filter) => {
  expect(await planWith([index], filter, 'createdAt')).toContain(`using ${index}`);
});

it.each<[string, TransactionFilter]>([
  ['the usual type and status', { transactionType: { eq: 'INVOICE' }, transactionStatus: { ne: 'PAID' } }],
  ['filing status', { transactionFilingStatus: { eq: 'FILED' } }],
  [
    'place, source and currency',
    { country: { eq: 'US' }, state: { in: ['MN'] }, source: { eq: '1' }, currency: { ne: 'USD' } },
  ],
  ['no override and no subsidiary', { isOverridden: { eq: false }, subsidiary: { isNull: true } }],
  ['a part of their id', { externalId: { contains: '7' } }],
  ['a long period', { taxDate: { gte: '2020-01-01' }, customerType: { eq: 'RETAIL' } }],
])('the documents that do not match by %s are skipped unread', async (_name, filter) => {
  for (const [field, scan] of [
    ['createdAt', 'Index Only Scan using transactions_by_creation_idx'],
    ['taxDate', 'Index Only Scan Backward using transactions_by_tax_date_idx'],
  ] as const) {
    expect(await planWith([scan.replace(/.* /, '')], filter, field)).toContain(scan);
  }
});

it('the documents of a customer are sorted by their tax date unread', async () => {
  const filter = { customerId: { eq: tenantId }, taxDate: { gte: '2026-01-01' } };
  const plan = await planWith(['transactions_of_customer_idx'], filter, 'taxDate');
  expect(plan).toContain('Index Only Scan using transactions_of_customer_idx');
});

it('a page of a year is read from the newest of each of its days', async () => {
  const filter = { taxDate: { gte: '2026-01-01', lte: '2026-12-31' }, transactionType: { eq: 'INVOICE' } } as const;
  const plan = await planWith(['transactions_by_tax_date_idx'], filter, 'createdAt');
  expect(plan).toContain('Function Scan on generate_series');
  expect(plan).toContain('Index Only Scan Backward using transactions_by_tax_date_idx');
});

it.each<[string, TransactionFilter, TransactionOrderField]>([
  ['the time of the last change', {}, 'updatedAt'],
  ['amount', {}, 'finalTransactionAmount'],
  ['tax', {}, 'taxAmount'],
  ['creation, with a range of amounts', { finalTransactionAmount: { gt: '100' }, taxAmount: { lt: '9' } }, 'createdAt'],
])('the documents of a quarter are sorted unread by %s', async (_name, filter, field) => {
  const quarter = { ...filter, taxDate: { gte: '2026-01-01', lte: '2026-03-31' } };
  const plan = await planWith(['transactions_by_tax_date_idx'], quarter, field);
  expect(plan).toMatch(/Sort.*Index Only Scan.* using transactions_by_tax_date_idx/s);
});
