import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../src/stores/database/database.ts';
import { distribute, findDistribution } from '../../../src/stores/database/distribution/distribute.ts';
import { applyMigrations, migrate } from '../../../src/stores/database/migrate.ts';
import { createStores } from '../../../src/stores/prisma-stores.ts';
import { createTenantScope } from '../../../src/stores/sql/tenant-scope.ts';
import { foldChanges } from '../../../src/stores/totals/fold-changes.ts';
import { exportTenant } from '../../../src/usecases/archive/write-archive.ts';
import { citusUrl, createCitusDatabase } from '../../support/citus.ts';
import { aDirectory } from '../../support/directory.ts';
import { aSnapshot, aTransaction } from '../../support/records.ts';
import { createServerDatabase } from '../../support/stores.ts';

const migrations = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));
const tenantId = '00000000-0000-4000-8000-000000000001';
const customerId = '00000000-0000-4000-8000-000000000002';
const demoId = '00000000-0000-4000-8000-000000000003';

let database: Database;
let drop = async () => {};
beforeAll(async () => {
  const server = process.env.TEST_DATABASE_URL;
  if (!server && !citusUrl) {
    database = await openDatabase({ kind: 'embedded', place: { kind: 'memory', dump: null } });
    return;
  }
  const made = await (citusUrl ? createCitusDatabase(citusUrl) : createServerDatabase(server!));
  drop = made.drop;
  database = await openDatabase({ kind: 'server', url: made.url, poolSize: 5, preparesStatements: true });
});
afterAll(() => database.close().then(drop));

/** The release with this last migration. */
function applyUpTo(last: string): Promise<string[]> {
  const earlier = aDirectory();
  for (const name of readdirSync(migrations)) {
    if (name <= last) cpSync(join(migrations, name), join(earlier, name), { recursive: true });
  }
  return database.withConnection((connection) => applyMigrations(connection, earlier));
}

const findNow = () => database.withConnection((connection) => findDistribution(connection, []));

async function distributeNow(): Promise<void> {
  const { statements } = await findNow();
  await database.withConnection((connection) => distribute(connection, statements, () => {}));
}

/** A migration of a later release, for example one that changes the meaning of entries of the totals. */
function applyNext(sql: string): Promise<string[]> {
  const later = aDirectory();
  cpSync(migrations, later, { recursive: true });
  mkdirSync(join(later, '29990101000000_next'));
  writeFileSync(join(later, '29990101000000_next/migration.sql'), sql);
  return database.withConnection((connection) => applyMigrations(connection, later));
}

/** As stored by the first release. */
async function storeFirstRecords(): Promise<void> {
  const { prisma } = database;
  const { customerId: _, ...document } = aTransaction(customerId, { externalId: 'INV-1' });
  await prisma.$executeRaw`INSERT INTO tenants (tenant_id, name) VALUES (${tenantId}::uuid, 'Prairie Books')`;
  await prisma.$executeRaw`INSERT INTO trail_heads (tenant_id, seals, hash) VALUES (${tenantId}::uuid, 0, '')`;
  await prisma.$executeRaw`
    INSERT INTO customers (tenant_id, service_id, source, external_id, name, customer_type, external_timestamps,
      external_created_at, external_updated_at, created_at, updated_at)
    VALUES (${tenantId}::uuid, ${customerId}::uuid, '1', 'C-1', 'Ada', 'RETAIL',
      '{"createdDate":"2026-07-01","updatedDate":"2026-07-01"}', '2026-07-01', '2026-07-01', '2026-07-01', '2026-07-01')`;
  // The demo tenant of a release without test tenants; its customer has the same id in every store.
  await prisma.$executeRaw`INSERT INTO tenants (tenant_id, name) VALUES (${demoId}::uuid, 'Demo')`;
  await prisma.$executeRaw`INSERT INTO trail_heads (tenant_id, seals, hash) VALUES (${demoId}::uuid, 0, '')`;
  await prisma.$executeRaw`
    INSERT INTO customers (tenant_id, service_id, source, external_id, name, customer_type, external_timestamps,
      external_created_at, external_updated_at, created_at, updated_at)
    VALUES (${demoId}::uuid, '01980000-0000-7000-8000-00000000d370'::uuid, '9', 'C-1', 'Ada', 'RETAIL',
      '{"createdDate":"2026-07-01","updatedDate":"2026-07-01"}', '2026-07-01', '2026-07-01', '2026-07-01', '2026-07-01')`;
  await prisma.$executeRaw`
    INSERT INTO transactions (tenant_id, service_id, source, external_id, customer_id, transaction_type,
      transaction_status, transaction_filing_status, tax_date, country, state, currency, final_transaction_amount, tax_amount,
      external_created_at, external_updated_at, document, snapshot, input_digest, tax_digest, rate_book_version, created_at,
      updated_at)
    VALUES (${tenantId}::uuid, ${document.serviceId}::uuid, '1', 'INV-1', ${customerId}::uuid, 'INVOICE', 'ACTIVE',
      'NOT_FILED', '2026-07-01', 'US', 'MN', 'USD', 21.65, 1.65, '2026-07-01', '2026-07-01',
      ${JSON.stringify(document)}::json, ${JSON.stringify(aSnapshot({ customerType: 'RETAIL' }))}::json, ${'i'.repeat(43)},
      ${'t'.repeat(43)}, '2026-08-18', '2026-07-01', '2026-07-01')`;
}

const july = {
  from: '2026-07-01',
  to: '2026-07-31',
  country: null,
  state: null,
  subsidiary: null,
  source: null,
  marketplace: null,
  groupBy: new Set<never>(),
  taxes: null,
};

it('upgrades a store that earlier releases created, filled and sealed, and continues with it', {
  timeout: 100_000,
}, async () => {
  expect(await applyUpTo('20261123080000_baseline')).toHaveLength(1);
  if (citusUrl) await distributeNow();
  await storeFirstRecords();
  await migrate(database);
  if (citusUrl) expect(await findNow()).toEqual({ needs: [], statements: [] });

  const stores = createStores(database);
  expect(await stores.tenants.find(tenantId)).toMatchObject({ kind: 'LIVE', testClock: null });
  expect(await stores.tenants.find(demoId)).toMatchObject({ kind: 'TEST', testClock: null });
  const records = stores.forTenant(tenantId);
  const scope = createTenantScope(database, tenantId);
  const stored = await records.transactions.findByKey({ source: '1', externalId: 'INV-1' });
  expect(stored?.transaction).toMatchObject({
    customerId,
    finalTransactionAmount: '21.65',
    salesTax: { amount: '1.65' },
  });
  expect(await records.totals.addUpLiability(july, 10)).toMatchObject([{ taxAmount: '1.65', documents: 1 }]);

  const seal = () => records.audit.seal(new Date('2026-08-01'));
  await expect.poll(seal, { timeout: 15_000 }).toBe(3);
  expect(await records.audit.verify()).toMatchObject({ seals: 1, sealed: 3, faults: [] });
  const [customer] = await records.customers.findByKeys([{ source: '1', externalId: 'C-1' }]);
  await records.customers.replace({ ...customer!, name: 'Grace', version: 2 }, 1);
  await expect.poll(seal, { timeout: 15_000 }).toBe(1);
  expect(await records.audit.verify()).toMatchObject({ seals: 2, sealed: 4, faults: [] });

  while ((await foldChanges(scope)) > 0);
  await applyNext('UPDATE transactions SET totals = NULL;');
  expect(await database.prisma.$queryRaw`SELECT totals FROM transactions`).toEqual([{ totals: null }]);
  expect(await records.totals.addUpLiability(july, 10)).toMatchObject([{ taxAmount: '1.65', documents: 1 }]);
  expect(await records.audit.verify()).toMatchObject({ sealed: 4, unsealed: 0, faults: [] });

  const { end } = await exportTenant(stores, tenantId, new Date('2026-08-01'), async () => {});
  expect(end.records).toMatchObject({ transactions: 1, changes: 4, change_seals: 2 });
});
