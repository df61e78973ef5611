import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/stores/database/database.ts';
import { distribute, findDistribution } from '../../src/stores/database/distribution/distribute.ts';
import { applyMigrations, migrate } from '../../src/stores/database/migrate.ts';
import { createStores } from '../../src/stores/prisma-stores.ts';
import { bodyOf, startApp, type TestApp } from '../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../support/bodies.ts';
import { citusUrl, createCitusDatabase } from '../support/citus.ts';
import { commandLineOn } from '../support/command-line.ts';
import { aDirectory } from '../support/directory.ts';
import { anExemption } from '../support/records.ts';
import { samplePdf } from '../support/sample-files.ts';

async function openStore(url: string) {
  const database = await openDatabase({ kind: 'server', url, poolSize: 10, preparesStatements: true });
  return { database, stores: createStores(database), close: () => database.close() };
}

/** An empty database on all nodes, until the test ends. */
async function anEmptyDatabase(cluster: string): Promise<string> {
  const { url, drop } = await createCitusDatabase(cluster);
  onTestFinished(drop);
  return url;
}

/** Everything derived from documents: totals, recorded changes and reported events. */
async function derived(app: TestApp) {
  const changes = await bodyOf<unknown[]>(app.send('GET', '/v1/audit_entries'));
  const { seals, sealed, unsealed, faults } = await app.records.audit.verify();
  return {
    liability: await bodyOf<{ rows: object[] }>(app.send('GET', '/v1/liability?period=2026-06')),
    changes: changes.length,
    trail: { seals, sealed, unsealed, faults },
    toTell: (await app.stores.webhookOutbox.read(app.tenant.tenantId, 100, new Date()))?.changes.length,
  };
}

const june = '/v1/returns/place/US-MN/period/2026-06';
const inJune = { country: 'US', state: 'MN', from: '2026-06-01', to: '2026-06-30' };
const endpoint = { url: 'https://shop.example.com/hooks', eventTypes: ['*'] };

const path = '/v1/transactions/source/9/externalId/INV-1';

/** A lamp at 100 costs 109.03 in Minneapolis. */
async function sell(app: TestApp, customerId: string, unitPrice: number) {
  const items = [anItemBody({ unitPrice, quantity: 1 })];
  const externalTimestamps = { createdDate: '2026-06-15', updatedDate: '2026-06-15' };
  const body = anInvoiceBody(customerId, { externalId: 'INV-1', items, externalTimestamps });
  return bodyOf<{ finalTransactionAmount: number }>(app.send('PUT', path, body));
}

async function workOn(app: TestApp, customerId: string): Promise<void> {
  const told: string[] = [];
  const leave = await app.records.changes.subscribe({
    changed: ({ action, version }) => told.push(`${action} ${version}`),
    missed: () => told.push('missed'),
  });
  expect(await sell(app, customerId, 200)).toMatchObject({ finalTransactionAmount: 218.05 });
  await expect.poll(() => told, { timeout: 5_000 }).toEqual(['UPDATED 2']);
  leave();
  const filed = await bodyOf(app.send('POST', `${june}/filings`, {}));
  expect(filed).toMatchObject({ status: 'FILED', filings: [{ transactionCount: 1 }] });
  expect(await bodyOf(app.send('GET', path))).toMatchObject({ transactionFilingStatus: 'FILED' });
  for (const reason of ['A sale was missing', 'Another "sale"']) {
    const reopened = await bodyOf(app.send('POST', `${june}/reopen`, { reason }));
    expect(reopened).toMatchObject({ status: 'DRAFT' });
    const { serviceId } = await bodyOf<{ serviceId: string }>(app.send('GET', path));
    expect((await app.records.transactions.findById(serviceId))?.transaction.reopeningReason).toBe(reason);
    expect(await bodyOf(app.send('POST', '/v1/transactions/mark_filed', inJune))).toMatchObject({ changedCount: 1 });
    const documents = await bodyOf(app.send('POST', '/v1/transactions/reopen', { ...inJune, reason }));
    expect(documents).toMatchObject({ changedCount: 1 });
    expect(await bodyOf(app.send('POST', `${june}/filings`, {}))).toMatchObject({ status: 'AMENDED' });
  }
  await bodyOf(app.send('POST', `${june}/reopen`, { reason: 'Once more' }));
  expect(await bodyOf(app.send('GET', '/v1/liability?period=2026-06'))).toMatchObject({
    rows: [{ amounts: { taxAmount: 18.05 }, transactionCount: 1 }],
  });
  expect(await bodyOf(app.send('GET', '/v1/transactions'))).toHaveLength(1);
  expect((await app.send('DELETE', path)).status).toBe(204);
  await keepFile(app, customerId);
  expect((await app.send('POST', '/v1/webhook_endpoints', endpoint)).status).toBe(201);
  await app.records.audit.seal(new Date());
  expect(await app.records.audit.verify()).toMatchObject({ faults: [], unsealed: 0 });
}

async function keepFile(app: TestApp, customerId: string): Promise<void> {
  const exemption = anExemption(customerId);
  await app.records.exemptions.upsertAll([exemption]);
  const file = `/v1/exemptions/serviceId/${exemption.serviceId}/file`;
  const headers = { Authorization: `Bearer ${await app.token()}`, 'Content-Type': 'application/pdf' };
  expect((await app.fetch(file, { method: 'PUT', headers, body: new Uint8Array(samplePdf) })).status).toBe(201);
  expect((await app.send('GET', file)).status).toBe(200);
  expect((await app.send('DELETE', file)).status).toBe(204);
  const changes = await bodyOf<{ patch: readonly { op: string; path: string }[] }[]>(
    app.send('GET', `/v1/audit_entries?recordId=${exemption.serviceId}`),
  );
  const removed = ['test /fileSha256', 'remove /fileSha256'];
  expect(changes.map(({ patch }) => patch.map(({ op, path }) => `${op} ${path}`))).toEqual([
    removed,
    ['add /fileSha256'],
    [],
  ]);
}

it('distributes a filled database, on which every tenant works as before', { timeout: 300_000 }, async () => {
  if (!citusUrl) {
    console.warn('!!! TEST_CITUS_URL is not set: NOTHING WAS TRIED ON A DATABASE OF MANY NODES.');
    return;
  }
  const url = await anEmptyDatabase(citusUrl);
  const filling = await openStore(url);
  await migrate(filling.database);
  const sellers = [];
  for (let count = 0; count < 5; count += 1) {
    const app = await startApp({ store: { ...filling, close: async () => {} } });
    const customer = await bodyOf<{ serviceId: string }>(
      app.send('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody()),
    );
    expect(await sell(app, customer.serviceId, 100)).toMatchObject({ finalTransactionAmount: 109.03 });
    await app.records.audit.seal(new Date());
    expect((await app.send('POST', '/v1/webhook_endpoints', endpoint)).status).toBe(201);
    const before = await derived(app);
    expect(before.liability).toMatchObject({ rows: [{ amounts: { taxAmount: 9.03 }, transactionCount: 1 }] });
    sellers.push({ tenant: app.tenant, customerId: customer.serviceId, before });
    await app.close();
  }
  await filling.close();

  const store = await openStore(url);
  onTestFinished(() => store.close());
  expect(await commandLineOn(store.database)('distribute')).toMatchObject({ code: 0, errors: '' });
  expect((await commandLineOn(store.database)('distribute')).out).toBe('DONE\tEverything is distributed.');
  for (const { tenant, customerId, before } of sellers) {
    const app = await startApp({ store: { ...store, close: async () => {} }, tenant });
    expect(await derived(app)).toEqual(before);
    await workOn(app, customerId);
    await app.close();
  }
});

it('upgrades a distributed database', { timeout: 300_000 }, async () => {
  if (!citusUrl) return;
  const { database, close } = await openStore(await anEmptyDatabase(citusUrl));
  onTestFinished(close);
  await migrate(database);
  await database.withConnection(async (connection) => {
    await distribute(connection, (await findDistribution(connection, [])).statements, () => {});
  });
  const [next, directory] = ['29990101000000_next', aDirectory()];
  cpSync('prisma/migrations', directory, { recursive: true });
  mkdirSync(join(directory, next));
  writeFileSync(join(directory, next, 'migration.sql'), laterMigration);
  expect(await database.withConnection((connection) => applyMigrations(connection, directory))).toEqual([next]);
  const { statements } = await database.withConnection((connection) => findDistribution(connection, []));
  expect(statements).toEqual([]);
});

/** One of everything a later release may add: a column, a table, a function, a trigger, and unknown totals. */
const laterMigration = `
  ALTER TABLE customers ADD COLUMN "added" text;
  CREATE TABLE added (tenant_id uuid NOT NULL PRIMARY KEY REFERENCES tenants (tenant_id));
  CREATE FUNCTION note_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
  CREATE TRIGGER note_added AFTER INSERT ON customers FOR EACH ROW EXECUTE FUNCTION note_added();
  DROP TRIGGER note_total_change ON transactions;
  CREATE TRIGGER note_total_change AFTER INSERT OR DELETE ON transactions
    FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION note_total_change();
  UPDATE transactions SET totals = NULL;`;
