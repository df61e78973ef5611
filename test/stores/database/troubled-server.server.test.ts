import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/stores/database/database.ts';
import { Prisma } from '../../../src/stores/generated/client.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody } from '../../support/bodies.ts';
import { failureOf } from '../../support/failure.ts';
import { createServerDatabase, openOwnStore } from '../../support/stores.ts';

const server = process.env.TEST_DATABASE_URL!;

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

const terminateOthers = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

it('at the limit of connections, requests wait for one that exists, and use more as soon as they can', async () => {
  const { url, drop } = await createServerDatabase(server);
  const owner = await connected(url);
  const role = `few_${process.pid}`;
  await owner.query(`CREATE ROLE ${role} LOGIN CONNECTION LIMIT 3`);
  const limited = new URL(url);
  limited.username = role;
  const database = await openDatabase({ kind: 'server', url: limited.href, poolSize: 10, preparesStatements: true });
  const sleep = Prisma.sql`SELECT pg_sleep(0.05)::text`;
  const statements = Array.from({ length: 24 }, () => database.statements.rows(sleep));
  const units = Array.from({ length: 8 }, () => database.prisma.$transaction((unit) => unit.$queryRaw`SELECT 1`));
  expect(await Promise.all([...statements, ...units])).toHaveLength(32);
  // The check has no connection of its own here.
  await database.checkWrites();
  await owner.query(`ALTER ROLE ${role} CONNECTION LIMIT -1`);
  const connections = async () => {
    await Promise.all(Array.from({ length: 16 }, () => database.statements.rows(sleep)));
    return database.connections().idle;
  };
  await expect.poll(connections, { timeout: 10_000 }).toBe(8);
  // Without any, a unit of work cannot begin.
  await owner.query(`ALTER ROLE ${role} CONNECTION LIMIT 0`);
  await owner.query(terminateOthers);
  const begun = database.prisma.$transaction((unit) => unit.$queryRaw`SELECT 1`);
  expect(await failureOf(begun)).toMatchObject({ code: 'NOT_READY', retryAfter: 1 });
  await database.close();
  await owner.query(`DROP ROLE ${role}`);
  await owner.end();
  await drop();
});

describe('a gateway', () => {
  let app: TestApp;
  let operator: pg.Client;
  let name: string;
  let customerId: string;
  const put = (externalId: string) =>
    app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, anInvoiceBody(customerId, { externalId }));
  beforeAll(async () => {
    const store = await openOwnStore();
    app = await startApp({ store });
    const created = await app.send('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody());
    customerId = (await bodyOf<{ serviceId: string }>(created)).serviceId;
    [{ name }] = await store.database.prisma.$queryRaw<[{ name: string }]>`SELECT current_database() AS name`;
    const url = new URL(server);
    url.pathname = `/${name}`;
    operator = await connected(url.href);
  });
  afterAll(async () => {
    await operator.end();
    await app.store.close();
  });

  it('of a database that can only be read refuses writes with 503, reads, and is not ready', async () => {
    await operator.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    await operator.query(terminateOthers);
    await expect.poll(async () => (await app.send('GET', '/v1/customers')).status).toBe(200);
    const refused = {
      code: 'NOT_READY',
      detail: 'The database is currently read-only. Try again later.',
    };
    const hook = { url: 'https://shop.example.com/hook', eventTypes: ['*'] };
    for (const write of [() => put('read-only'), () => app.send('POST', '/v1/webhook_endpoints', hook)]) {
      const response = await write();
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await response.json()).toMatchObject(refused);
    }
    expect((await app.fetch('/health/ready')).status).toBe(503);
    await operator.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
    await operator.query(terminateOthers);
    await expect.poll(async () => (await app.fetch('/health/ready')).status).toBe(200);
    expect((await put('read-only')).status).toBe(201);
  });

  it('reports a row that is locked for too long, which is not a lost race', async () => {
    const { serviceId } = await bodyOf<{ serviceId: string }>(await put('locked'));
    await operator.query('BEGIN; SELECT FROM transactions FOR UPDATE; SELECT FROM customers FOR UPDATE');
    const path = `/v1/transactions/serviceId/${serviceId}`;
    const june = { country: 'US', state: 'MN', from: '2026-06-01', to: '2026-06-30' };
    const responses = await Promise.all([
      app.send('POST', `${path}/recalculate`, { reason: 'late certificate' }),
      app.send('PATCH', path, { documentName: 'Other' }),
      app.send('DELETE', path),
      app.send('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody({ name: 'Other' })),
      app.send('POST', '/v1/transactions/mark_filed', june),
    ]);
    for (const response of responses) {
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
      const detail =
        'The change was not made, because another request or command has locked the same records for too long. Try again.';
      expect(await response.json()).toMatchObject({ code: 'NOT_READY', detail });
    }
    await operator.query('ROLLBACK');
    expect((await app.send('PATCH', path, { documentName: 'Other' })).status).toBe(200);
  });

  it('cannot commit a unit of work', async () => {
    const { prisma } = app.store.database;
    const notReady = { code: 'NOT_READY', retryAfter: 1 };
    const cutOff = prisma.$transaction(async (unit) => {
      await unit.$queryRaw`SELECT 1`;
      await operator.query(terminateOthers);
    });
    expect(await failureOf(cutOff)).toMatchObject(notReady);
    await operator.query(`CREATE TABLE kept (id int);
      CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$;
      CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON kept DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION no_space()`);
    const full = prisma.$transaction((unit) => unit.$executeRaw`INSERT INTO kept VALUES (1)`);
    expect(await failureOf(full)).toMatchObject(notReady);
    await operator.query('DROP TABLE kept');
  });
});
