import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { newTenant, type Tenant, tenantSettings } from '../../src/domain/account/tenant.ts';
import type { TenantKind } from '../../src/domain/account/tenant-kind.ts';
import type { StoreWatch } from '../../src/ports/observation.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { type Database, openDatabase } from '../../src/stores/database/database.ts';
import { distribute, findDistribution } from '../../src/stores/database/distribution/distribute.ts';
import { migrate } from '../../src/stores/database/migrate.ts';
import { createStores } from '../../src/stores/prisma-stores.ts';
import { citusUrl, createCitusDatabase } from './citus.ts';
import { recordedDatabase } from './recorded-statements.ts';
import { loadMigrated, migrationsDigest } from './template.ts';

export type TestStore = { readonly stores: Stores; readonly database: Database; close(): Promise<void> };

let shared: Promise<TestStore> | null = null;
let onManyNodes: Promise<TestStore> | null = null;

/**
 * A migrated store: embedded and in memory, a separate database on the server of TEST_DATABASE_URL, or one that is distributed
 * over the nodes of TEST_CITUS_URL. All test files of a worker share the embedded one and the distributed one, because
 * starting them takes most of the time; `aTenant` gives every test its own records.
 * Tests that look beyond a tenant or damage the store need `openOwnStore`.
 */
export async function openTestStore(): Promise<TestStore> {
  if (citusUrl) {
    onManyNodes ??= openOnManyNodes(citusUrl);
    return { ...(await onManyNodes), close: async () => {} };
  }
  const server = process.env.TEST_DATABASE_URL;
  return server ? openOnServer(server) : openSharedStore();
}

async function openOnManyNodes(cluster: string): Promise<TestStore> {
  const { url, drop } = await createCitusDatabase(cluster);
  const database = await openDatabase({ kind: 'server', url, poolSize: 10, preparesStatements: true });
  await migrate(database);
  await database.withConnection(async (connection) => {
    await distribute(connection, (await findDistribution(connection, [])).statements, () => {});
  });
  return { stores: createStores(recordedDatabase(database)), database, close: () => database.close().then(drop) };
}

/** The embedded store of a worker, even if tests run on a server. */
export async function openSharedStore(): Promise<TestStore> {
  shared ??= openInMemory();
  return { ...(await shared), close: async () => {} };
}

/**
 * An empty migrated store that nothing else uses. An embedded one is emptied when closed and then reused, so a test may fill
 * its tables but not alter them.
 */
export async function openOwnStore(): Promise<TestStore> {
  if (citusUrl) return openOnManyNodes(citusUrl);
  const server = process.env.TEST_DATABASE_URL;
  if (server) return openOnServer(server);
  const { database } = spare.pop() ?? (await openInMemory());
  const close = async () => {
    await emptyTables(database);
    spare.push({ database });
  };
  return { stores: createStores(recordedDatabase(database)), database, close };
}

/** The same, with observers of its statements. */
export async function openWatchedStore(watches: readonly StoreWatch[]): Promise<TestStore> {
  const server = process.env.TEST_DATABASE_URL;
  return server ? openOnServer(server, watches) : openInMemory(watches);
}

const spare: { readonly database: Database }[] = [];

async function emptyTables({ prisma }: Database): Promise<void> {
  const tables = await prisma.$queryRaw<{ name: string }[]>`
    SELECT quote_ident(table_name) AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_name NOT IN ('_prisma_migrations', 'compatibility')`;
  await prisma.$executeRawUnsafe(`TRUNCATE ${tables.map(({ name }) => name).join(', ')} RESTART IDENTITY CASCADE`);
}

/** A new tenant with records that no other test sees. */
export async function aTenant(
  stores: Stores,
  settings: Partial<Tenant['settings']> = {},
  kind: TenantKind = 'LIVE',
): Promise<Tenant> {
  const tenant = { ...newTenant(`Tenant ${randomUUID()}`, kind), settings: tenantSettings.parse(settings) };
  await stores.tenants.insert(tenant);
  return tenant;
}

async function openInMemory(watches: readonly StoreWatch[] = []): Promise<TestStore> {
  const place = { kind: 'memory', dump: await loadMigrated() } as const;
  const database = await openDatabase({ kind: 'embedded', place }, watches);
  return { stores: createStores(recordedDatabase(database)), database, close: () => database.close() };
}

async function openOnServer(server: string, watches: readonly StoreWatch[] = []): Promise<TestStore> {
  template ??= migratedTemplate(server);
  const { url, drop } = await createServerDatabase(server, await template);
  const database = await openDatabase({ kind: 'server', url, poolSize: 10, preparesStatements: true }, watches);
  return { stores: createStores(database), database, close: () => database.close().then(drop) };
}

let template: Promise<string> | null = null;

/** The name of a migrated but otherwise empty database, which stays on the server: a copy takes a tenth of the time. */
async function migratedTemplate(server: string): Promise<string> {
  const name = `tollgate_migrated_${migrationsDigest().slice(0, 16)}`;
  await onServer(server, async (client) => {
    await client.query(`SELECT pg_advisory_lock(hashtext('tollgate test template'))`);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount !== 0) return;
    const { url } = await createServerDatabase(server);
    const database = await openDatabase({ kind: 'server', url, poolSize: 1, preparesStatements: true });
    await migrate(database).finally(() => database.close());
    await client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} RENAME TO ${name}`);
  });
  return name;
}

/** A new database on a server: an empty one, or a copy. */
export async function createServerDatabase(
  server: string,
  copied: string | null = null,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `tollgate_test_${randomUUID().replaceAll('-', '')}`;
  const from = copied === null ? '' : ` TEMPLATE ${copied} STRATEGY file_copy`;
  await onServer(server, (client) => client.query(`CREATE DATABASE ${name}${from}`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = () => onServer(server, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
  return { url: url.href, drop };
}

async function onServer(server: string, use: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await use(client).finally(() => client.end());
}
