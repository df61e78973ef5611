import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/stores/database/database.ts';
import { migrate } from '../../src/stores/database/migrate.ts';
import { createStores } from '../../src/stores/prisma-stores.ts';
import { bodyOf, startApp, type TestApp } from '../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../support/bodies.ts';
import { commandLineOn } from '../support/command-line.ts';

/** An empty database with the extension Citus and at least one node for tenants. It is emptied again. */
const url = process.env.TEST_CITUS_URL;

async function openStore() {
  const database = await openDatabase({ kind: 'server', url: url!, poolSize: 10, preparesStatements: true });
  return { database, stores: createStores(database), close: () => database.close() };
}

async function emptyDatabase(): Promise<void> {
  const client = new pg.Client({ connectionString: url! });
  await client.connect();
  await client.query('DROP SCHEMA public CASCADE');
  await client.query('CREATE SCHEMA public').finally(() => client.end());
}

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
    changed: ({ kind, version }) => told.push(`${kind} ${version}`),
    missed: () => told.push('missed'),
  });
  expect(await sell(app, customerId, 200)).toMatchObject({ finalTransactionAmount: 218.05 });
  await expect.poll(() => told, { timeout: 5_000 }).toEqual(['REPLACED 2']);
  leave();
  const period = { country: 'US', state: 'MN', month: '2026-06' };
  const filed = await bodyOf(app.send('POST', '/v1/returns/file', period));
  expect(filed).toMatchObject({ status: 'FILED', filings: [{ documentCount: 1 }] });
  expect(await bodyOf(app.send('GET', path))).toMatchObject({ transactionFilingStatus: 'FILED' });
  const reopened = await bodyOf(app.send('POST', '/v1/returns/reopen', { ...period, reason: 'A sale was missing' }));
  expect(reopened).toMatchObject({ status: 'DRAFT' });
  expect(await bodyOf(app.send('GET', '/v1/transactions'))).toHaveLength(1);
  expect((await app.send('DELETE', path)).status).toBe(204);
  await app.records.audit.seal(new Date());
  expect(await app.records.audit.verify()).toMatchObject({ faults: [], unsealed: 0 });
}

it('distributes a filled database, on which every tenant works as before', { timeout: 300_000 }, async () => {
  if (!url) {
    console.warn('!!! TEST_CITUS_URL is not set: NOTHING WAS TRIED ON A DATABASE OF MANY NODES.');
    return;
  }
  onTestFinished(emptyDatabase);
  const filling = await openStore();
  await migrate(filling.database);
  const sellers = [];
  for (let count = 0; count < 5; count += 1) {
    const app = await startApp({ store: { ...filling, close: async () => {} } });
    const customer = await bodyOf<{ serviceId: string }>(
      app.send('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody()),
    );
    expect(await sell(app, customer.serviceId, 100)).toMatchObject({ finalTransactionAmount: 109.03 });
    await app.records.audit.seal(new Date());
    sellers.push({ tenant: app.tenant, customerId: customer.serviceId });
    await app.close();
  }
  await filling.close();

  const store = await openStore();
  onTestFinished(() => store.close());
  expect(await commandLineOn(store.database)('distribute')).toMatchObject({ code: 0, errors: '' });
  expect((await commandLineOn(store.database)('distribute')).out).toBe('DONE\tEverything is distributed.');
  for (const { tenant, customerId } of sellers) {
    const app = await startApp({ store: { ...store, close: async () => {} }, tenant });
    await workOn(app, customerId);
    await app.close();
  }
});
