import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrderedPosition } from '../../../src/domain/lists/list-order.ts';
import type { TransactionFilter } from '../../../src/domain/transactions/transaction-list.ts';
import type { TransactionStore } from '../../../src/ports/stores/transaction-store.ts';
import { Prisma } from '../../../src/stores/generated/client.ts';
import { createTenantScope } from '../../../src/stores/sql/tenant-scope.ts';
import { createTransactionStore } from '../../../src/stores/transactions/transactions.ts';
import { aCustomer, aStoredTransaction } from '../../support/records.ts';
import { aTenant, openWatchedStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;
let transactions: TransactionStore;
/** The statements sent to the connections of all requests and of reports. */
const sent: Record<'statements' | 'reports', Prisma.Sql[]> = { statements: [], reports: [] };

beforeAll(async () => {
  // No other test uses this store, which keeps the statistics of its many documents.
  store = await openWatchedStore([]);
  const { tenantId } = await aTenant(store.stores);
  const tenant = store.stores.forTenant(tenantId);
  const customer = aCustomer();
  await tenant.customers.insert(customer);
  await tenant.transactions.insert(aStoredTransaction(customer.serviceId, { externalId: 'TEMPLATE' }));
  await fill(tenantId);
  const noted = (to: keyof typeof sent) => ({
    rows<Row>(statement: Prisma.Sql): Promise<Row[]> {
      sent[to].push(statement);
      return store.database.statements.rows<Row>(statement);
    },
  });
  const scope = {
    ...createTenantScope(store.database, tenantId),
    statements: noted('statements'),
    reports: noted('reports'),
  };
  transactions = createTransactionStore(scope);
});
afterAll(() => store.close());

/** 1,500 documents `OLD-…`, then 10,500 `MID-…` and 2,100 `NEW-…`, forty a day. */
async function fill(tenantId: string): Promise<void> {
  const id = "CASE WHEN i <= 1500 THEN 'OLD-' WHEN i <= 12000 THEN 'MID-' ELSE 'NEW-' END || lpad(i::text, 5, '0')";
  const renamed = (column: string) => `replace(${column}::text, 'TEMPLATE', ${id})::json`;
  await store.database.withConnection(async (connection) => {
    // Without triggers, and with the indexes created at the end, because they would take longer than the tests.
    const { rows: indexes } = await connection.query<{ name: string; sql: string }>(`
      SELECT indexname AS name, indexdef AS sql FROM pg_indexes WHERE tablename = 'transactions' AND indexdef NOT LIKE 'CREATE UNIQUE%'`);
    await connection.query(`DROP INDEX ${indexes.map(({ name }) => name).join(', ')}`);
    await connection.query('SET session_replication_role = replica');
    await connection.query(
      `INSERT INTO transactions (tenant_id, service_id, source, external_id, customer_id, transaction_type, transaction_status,
         transaction_filing_status, tax_date, country, state, currency, final_transaction_amount, tax_amount, external_created_at,
         external_updated_at, document, summary, snapshot, input_digest, tax_digest, rate_book_version, created_at, updated_at)
       SELECT tenant_id, ('00000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid, source, ${id}, customer_id, transaction_type,
         transaction_status, transaction_filing_status, date '2025-01-01' + i / 40, country, state, currency,
         final_transaction_amount, tax_amount, external_created_at, external_updated_at, ${renamed('document')},
         ${renamed('summary')}, snapshot, input_digest, tax_digest, rate_book_version,
         timestamptz '2025-01-01' + i * interval '1 minute', updated_at
       FROM transactions, generate_series(1, 14100) AS i WHERE tenant_id = $1::uuid`,
      [tenantId],
    );
    for (const { sql } of indexes) await connection.query(sql);
    await connection.query('SET session_replication_role = origin');
    await connection.query('VACUUM ANALYZE transactions');
  });
}

type Order = {
  readonly field: 'createdAt' | 'taxDate' | 'externalId' | 'updatedAt';
  readonly direction: 'ASC' | 'DESC';
};

async function list(filter: TransactionFilter, order: Order, after: OrderedPosition | null = null) {
  sent.statements = [];
  sent.reports = [];
  const rows = await transactions.listShown(filter, { limit: 2, order, after });
  return rows.map(({ externalId }) => externalId);
}

const old = { externalId: { startsWith: 'old-' } };
const middle = { externalId: { startsWith: 'mid-' } };
const newest = { externalId: { startsWith: 'new-' } };
const year = { taxDate: { gte: '2025-01-01', lte: '2025-12-31' } };
const yearOfMiddle = { ...middle, ...year };

it.each<[string, TransactionFilter, Order, string[]]>([
  ['many of the newest', newest, { field: 'createdAt', direction: 'DESC' }, ['NEW-14100', 'NEW-14099']],
  ['none of the newest', old, { field: 'createdAt', direction: 'DESC' }, ['OLD-01500', 'OLD-01499']],
  ['none of the oldest', newest, { field: 'createdAt', direction: 'ASC' }, ['NEW-12001', 'NEW-12002']],
  ['none of the last days', old, { field: 'taxDate', direction: 'DESC' }, ['OLD-01500', 'OLD-01499']],
  ['none of the first ids', old, { field: 'externalId', direction: 'ASC' }, ['OLD-00001', 'OLD-00002']],
  ['too many of a year to sort', yearOfMiddle, { field: 'createdAt', direction: 'DESC' }, ['MID-12000', 'MID-11999']],
  ['too many of a year by day', yearOfMiddle, { field: 'taxDate', direction: 'DESC' }, ['MID-12000', 'MID-11999']],
  ['none', { externalId: { startsWith: 'x' } }, { field: 'createdAt', direction: 'DESC' }, []],
  ['one', { externalId: { startsWith: 'old-00777' } }, { field: 'createdAt', direction: 'DESC' }, ['OLD-00777']],
  [
    'some, of one day',
    { and: [old, { taxDate: { eq: '2025-01-03' } }] },
    { field: 'createdAt', direction: 'DESC' },
    ['OLD-00119', 'OLD-00118'],
  ],
])('lists documents by the start of their id, if it is that of %s', async (_name, filter, order, expected) => {
  expect(await list(filter, order)).toEqual(expected);
  expect(sent).toMatchObject({ statements: [expect.anything()], reports: [] });
});

it('continues after a page, wherever it ends', async () => {
  const after = { values: ['2025-01-01T20:00:00.000Z'], serviceId: '00000000-0000-4000-8000-000000001200' };
  expect(await list(old, { field: 'createdAt', direction: 'DESC' }, after)).toEqual(['OLD-01199', 'OLD-01198']);
  const atTheEnd = { values: ['2025-01-01T00:02:00.000Z'], serviceId: '00000000-0000-4000-8000-000000000002' };
  expect(await list(old, { field: 'createdAt', direction: 'DESC' }, atTheEnd)).toEqual(['OLD-00001']);
});

it.each<[TransactionFilter, Order['field']]>([
  [old, 'createdAt'],
  [old, 'taxDate'],
  [{ ...old, transactionStatus: { ne: 'CANCELLED' }, country: { eq: 'US' } }, 'createdAt'],
  [newest, 'createdAt'],
])('reads neither the documents with the start nor those before them in the order: %j by %s', async (filter, field) => {
  await list(filter, { field, direction: 'DESC' });
  // Reads 2,000 entries of the index of the order and 1,500 of the index of the start, at about 50 entries per disk page.
  // There are 14,100 documents.
  expect(await pagesOf(sent.statements[0]!)).toBeLessThan(120);
});

it.each<[string, TransactionFilter, Order['field']]>([
  ['no letter of an index', { externalId: { startsWith: 'é' } }, 'createdAt'],
  ['the order of another index', old, 'updatedAt'],
  ['a condition that is read from each document', { ...old, externalUpdatedAt: { gte: new Date(0) } }, 'createdAt'],
  ['a subsidiary', { ...old, subsidiary: { eq: 'North' } }, 'createdAt'],
  ['a part of the id', { externalId: { contains: 'ld-' } }, 'createdAt'],
])('a start with %s is looked for on the connections of reports', async (_name, filter, field) => {
  await list(filter, { field, direction: 'DESC' });
  expect(sent).toMatchObject({ statements: [], reports: [expect.anything()] });
});

async function pagesOf(statement: Prisma.Sql): Promise<number> {
  type Plan = { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number };
  const [explained] = await store.database.statements.rows<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    Prisma.sql`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`,
  );
  const { Plan: plan } = explained!['QUERY PLAN'][0];
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}
