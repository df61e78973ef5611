import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOwnStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;

beforeAll(async () => {
  store = await openOwnStore();
});
afterAll(() => store.close());

/** Tables that belong to no tenant: they list tenants, or are shared by all. */
const sharedTables = [
  '_prisma_migrations',
  'boundary_rows',
  'compatibility',
  'rate_book_activations',
  'rate_book_archives',
  'rate_book_tasks',
  'rate_book_versions',
  'rate_imports',
  'rate_layers',
  'signing_keys',
];
const referenceTables = ['clients', ...sharedTables];

it('leads every key, constraint and index of the tenants’ tables with the tenant', async () => {
  const indexes = await store.database.prisma.$queryRaw<{ table: string; name: string; first: string }[]>`
    SELECT i.indrelid::regclass::text AS table, i.indexrelid::regclass::text AS name, a.attname::text AS first
    FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
    WHERE i.indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)`;
  const constraints = await store.database.prisma.$queryRaw<{ table: string; name: string; first: string }[]>`
    SELECT c.conrelid::regclass::text AS table, c.conname::text AS name, a.attname::text AS first
    FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.connamespace = 'public'::regnamespace AND c.contype IN ('p', 'u', 'f', 'x')`;
  const all = [...indexes, ...constraints].filter(({ table }) => !referenceTables.includes(table));
  expect(new Set(all.map(({ table }) => table))).toEqual(
    new Set([
      'certificate_request_files',
      'certificate_requests',
      'change_seals',
      'trail_heads',
      'changes',
      'client_changes',
      'customers',
      'tenants',
      'exemption_files',
      'exemptions',
      'transactions',
      'calculations',
      'exchange_rates',
      'nexus',
      'products',
      'refusals',
      'returns',
      'rulings',
      'return_filings',
      'filed_documents',
      'idempotency_keys',
      'tax_number_checks',
      'document_counts',
      'document_count_changes',
      'total_changes',
      'sales_totals',
      'jurisdiction_totals',
      'webhook_endpoints',
      'webhook_feeds',
      'webhook_notices',
      'webhook_deliveries',
    ]),
  );
  expect(all.length).toBeGreaterThanOrEqual(20);
  expect(all.filter(({ first }) => first !== 'tenant_id')).toEqual([]);
});

it('says of no key what happens when the id of a tenant changes, which it never does', async () => {
  const keys = await store.database.prisma.$queryRaw<{ name: string; on_update: string }[]>`
    SELECT conname::text AS name, confupdtype::text AS on_update FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND contype = 'f'`;
  expect(keys.length).toBeGreaterThan(5);
  expect(keys.filter(({ on_update }) => on_update !== 'a')).toEqual([]);
});

it('has a tenant in every table but the reference tables', async () => {
  const tables = await store.database.prisma.$queryRaw<{ name: string }[]>`
    SELECT table_name::text AS name FROM information_schema.tables WHERE table_schema = 'public'
    EXCEPT SELECT table_name::text FROM information_schema.columns WHERE column_name = 'tenant_id' AND is_nullable = 'NO'`;
  expect(tables.map(({ name }) => name).sort()).toEqual(sharedTables);
});

it('compresses the JSON of documents with LZ4, unless the database was built without it', async () => {
  const columns = await store.database.prisma.$queryRaw<{ name: string }[]>`
    SELECT attrelid::regclass || '.' || attname AS name FROM pg_attribute
    WHERE attcompression = 'l' AND attrelid IN ('transactions'::regclass, 'calculations'::regclass) ORDER BY name`;
  const [method] = await store.database.prisma.$queryRaw<{ has: boolean }[]>`
    SELECT 'lz4' = ANY(enumvals) AS has FROM pg_settings WHERE name = 'default_toast_compression'`;
  const ofTransactions = ['document', 'snapshot', 'summary', 'totals'].map((name) => `transactions.${name}`);
  const compressed = ['calculations.document', 'calculations.snapshot', ...ofTransactions];
  expect(columns.map(({ name }) => name)).toEqual(method!.has ? compressed : []);
});

it('reads a list through its index, even before there are statistics', async () => {
  const { prisma } = store.database;
  await prisma.$executeRaw`
    INSERT INTO tenants (tenant_id, name) VALUES ('00000000-0000-4000-8000-000000000001', 'Large')`;
  await prisma.$executeRaw`
    INSERT INTO customers (tenant_id, service_id, source, external_id, customer_type, external_timestamps,
      external_created_at, external_updated_at, created_at, updated_at)
    SELECT '00000000-0000-4000-8000-000000000001', gen_random_uuid(), '1', n::text, 'RETAIL', '{}', now(), now(),
      now(), now() FROM generate_series(1, 3000) AS n`;
  const plan = await prisma.$queryRaw<Record<string, string>[]>`
    EXPLAIN SELECT name FROM customers WHERE tenant_id = '00000000-0000-4000-8000-000000000001'
      AND (created_at, service_id) < (now(), '00000000-0000-4000-8000-000000000002')
    ORDER BY created_at DESC, service_id DESC LIMIT 50`;
  const text = plan.map((line) => Object.values(line).join()).join('\n');
  expect(text).toContain('Index Scan using customers_tenant_id_created_at_service_id_idx');
  expect(text).not.toContain('Sort ');
});
