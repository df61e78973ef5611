import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newServiceId } from '../../../src/domain/base/service-id.ts';
import { type Database, openDatabase } from '../../../src/stores/database/database.ts';
import { migrate } from '../../../src/stores/database/migrate.ts';
import { createStores } from '../../../src/stores/prisma-stores.ts';
import { createTenantScope } from '../../../src/stores/sql/tenant-scope.ts';
import { beginReading, type ReadSoFar, readChanges } from '../../../src/stores/transactions/change-sql.ts';
import { aCustomer, aStoredTransaction } from '../../support/records.ts';
import { aTenant, createServerDatabase } from '../../support/stores.ts';

const connections = 5;
const now = new Date('2026-07-01T12:00:00Z');

let url: string;
let drop: () => Promise<void>;
let database: Database;
let stores: ReturnType<typeof createStores>;
let tenantId: string;
/** One document for each connection, so that no two wait for the same row. */
let documents: string[];
beforeAll(async () => {
  ({ url, drop } = await createServerDatabase(process.env.TEST_DATABASE_URL!));
  database = await openDatabase({ kind: 'server', url, poolSize: 10, preparesStatements: true });
  await migrate(database);
  stores = createStores(database);
});
afterAll(async () => {
  await database.close();
  await drop();
});
beforeEach(async () => {
  ({ tenantId } = await aTenant(stores));
  const records = stores.forTenant(tenantId);
  const customer = aCustomer();
  await records.customers.insert(customer);
  documents = [];
  for (let index = 0; index < connections; index++) {
    const stored = aStoredTransaction(customer.serviceId, { externalId: `${index}` });
    await records.transactions.insert(stored);
    documents.push(stored.transaction.serviceId);
  }
  const at = { createdDate: now, updatedDate: now };
  const endpoint = { serviceId: newServiceId(), url: 'https://shop.example.com', eventTypes: ['*'], version: 1 };
  const rest = { description: null, disabledReason: null, previousSecretUntil: null, failingSince: null };
  const whole = { ...endpoint, ...rest, status: 'ACTIVE' as const, internalTimestamps: at };
  await records.webhookEndpoints.insert(whole, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
});

async function connect(to = url): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: to });
  await client.connect();
  return client;
}

const named = (serviceId: string, version: number) => `${documents.indexOf(serviceId)} ${version}`;

/** Continues reading from its position, as do the webhooks of a tenant, its subscriptions and its seals. */
async function openReaders() {
  const scope = createTenantScope(database, tenantId);
  const read: string[] = [];
  const told: string[] = [];
  let position: ReadSoFar = await beginReading(scope);
  let round = 0;
  return {
    read,
    told,
    async readOn(): Promise<void> {
      const unread = (await stores.webhookOutbox.read(tenantId, 2, now))!;
      await stores.webhookOutbox.note(tenantId, unread, [], now);
      for (const { recordType, recordId, version } of unread.changes) {
        if (recordType === 'TRANSACTION') read.push(named(recordId!, version));
      }
      const { changes, read: next } = await readChanges(scope, position);
      position = next;
      told.push(...changes.map(({ serviceId, version }) => named(serviceId, version)));
      if (round++ % 4 === 0) await stores.forTenant(tenantId).audit.seal(now);
    },
    async readAll(): Promise<void> {
      let before = -1;
      for (; before !== read.length + told.length; ) {
        before = read.length + told.length;
        await this.readOn();
      }
      // Webhooks read two changes at a time, possibly of other records.
      for (let again = 0; again < 5; again++) await this.readOn();
    },
  };
}

const change = (client: pg.Client, index: number) =>
  client.query(
    `UPDATE transactions SET version = version + 1, transaction_status = (CASE transaction_status
       WHEN 'PAID' THEN 'ACTIVE' ELSE 'PAID' END)::"TransactionStatus"
     WHERE tenant_id = $1 AND service_id = $2 RETURNING version`,
    [tenantId, documents[index]],
  );

type Step = { readonly on: number; readonly does: 'start' | 'change' | 'undo' | 'commit' | 'rollback' } | 'read';

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.constant('read' as const) },
  {
    weight: 4,
    arbitrary: fc.record({
      on: fc.nat(connections - 1),
      does: fc.constantFrom('start', 'change', 'commit', 'start', 'change', 'commit', 'undo', 'rollback'),
    }),
  },
);

it('no change is skipped or read twice, however units of work overlap', async () => {
  const clients = await Promise.all(documents.map(() => connect()));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }), async (steps) => {
      const readers = await openReaders();
      const open = clients.map(() => false);
      const written: string[][] = clients.map(() => []);
      const committed: string[] = [];
      const begin = async (on: number) => {
        if (!open[on]) await clients[on]!.query('BEGIN');
        open[on] = true;
      };
      const end = async (on: number, word: 'COMMIT' | 'ROLLBACK') => {
        await clients[on]!.query(word);
        if (word === 'COMMIT') committed.push(...written[on]!);
        written[on] = [];
        open[on] = false;
      };
      for (const each of steps) {
        if (each === 'read') {
          await readers.readOn();
          continue;
        }
        const { on, does } = each;
        const client = clients[on]!;
        if (does === 'commit' || does === 'rollback') await end(on, does === 'commit' ? 'COMMIT' : 'ROLLBACK');
        else await begin(on);
        // Gets its number from PostgreSQL long before its first change.
        if (does === 'start') await client.query('SELECT pg_current_xact_id()');
        if (does === 'undo') {
          await client.query('SAVEPOINT before');
          await change(client, on);
          await client.query('ROLLBACK TO before');
        }
        if (does === 'change') {
          const { rows } = await change(client, on);
          written[on]!.push(`${on} ${rows[0]!.version}`);
        }
      }
      for (const on of clients.keys()) await end(on, 'COMMIT');
      await readers.readAll();
      expect(readers.read.toSorted()).toEqual(committed.toSorted());
      expect(readers.told.toSorted()).toEqual(committed.toSorted());
      const { audit } = stores.forTenant(tenantId);
      expect(await audit.verify()).toMatchObject({ unsealed: 0, faults: [] });
    }),
    { numRuns: 12, seed: 71_005 },
  );
  await Promise.all(clients.map((client) => client.end()));
});

it('nor while five connections write as fast as they can', async () => {
  const clients = await Promise.all(documents.map(() => connect()));
  const readers = await openReaders();
  const committed: string[] = [];
  let isWriting = true;
  const write = async (on: number) => {
    for (let unit = 0; unit < 30; unit++) {
      await clients[on]!.query('BEGIN');
      if (unit % 3 === 0) await clients[on]!.query('SELECT pg_current_xact_id()');
      if (unit % 7 === 0) await wait(10);
      const versions: string[] = [];
      for (let count = 0; count <= unit % 3; count++) {
        versions.push(`${on} ${(await change(clients[on]!, on)).rows[0]!.version}`);
        if (unit % 11 === 0) await wait(15);
      }
      await clients[on]!.query('COMMIT');
      committed.push(...versions);
    }
  };
  const reading = (async () => {
    while (isWriting) await readers.readOn();
  })();
  await Promise.all(clients.map((_, on) => write(on)));
  isWriting = false;
  await reading;
  for (let round = 0; round < 1_000 && readers.read.length < committed.length; round++) await readers.readOn();
  await readers.readAll();
  expect(committed).toHaveLength(5 * 60);
  expect(readers.read.toSorted()).toEqual(committed.toSorted());
  expect(readers.told.toSorted()).toEqual(committed.toSorted());
  expect(await stores.forTenant(tenantId).audit.verify()).toMatchObject({ unsealed: 0, faults: [] });
  await Promise.all(clients.map((client) => client.end()));
});

it('an open unit of work elsewhere stops nothing, and what it writes at last is read', async () => {
  const inOther = await connect(process.env.TEST_DATABASE_URL);
  const idle = await connect();
  for (const client of [inOther, idle]) {
    await client.query('BEGIN');
    await client.query('CREATE TEMPORARY TABLE notes (text text)');
    await client.query("INSERT INTO notes VALUES ('still open')");
  }
  const readers = await openReaders();
  const writer = await connect();
  await change(writer, 0);
  await readers.readAll();
  expect(readers.read).toEqual(['0 2']);
  expect(readers.told).toEqual(['0 2']);
  const { audit } = stores.forTenant(tenantId);
  expect(await audit.verify()).toMatchObject({ unsealed: 0, faults: [] });

  // From its first change on, readers wait for it, and the webhooks report how long.
  await change(idle, 1);
  await change(writer, 0);
  await readers.readAll();
  expect(readers.read).toEqual(['0 2']);
  expect(readers.told, 'subscriptions do not wait').toEqual(['0 2', '0 3']);
  expect(await stores.webhookOutbox.read(tenantId, 10, now)).toMatchObject({
    changes: [],
    heldSince: expect.any(Date),
  });
  await idle.query('COMMIT');
  await readers.readAll();
  expect(readers.read.toSorted()).toEqual(['0 2', '0 3', '1 2']);
  expect(readers.told).toEqual(['0 2', '0 3', '1 2']);
  expect(await audit.verify()).toMatchObject({ unsealed: 0, faults: [] });
  await inOther.query('ROLLBACK');
  await Promise.all([inOther, idle, writer].map((client) => client.end()));
});

it('the last change of a quiet server is read and sealed, although its number is the next to be given', async () => {
  const early = await connect();
  await early.query('BEGIN');
  await early.query('SELECT pg_current_xact_id()');
  const writer = await connect();
  await change(writer, 0);
  await change(early, 1);
  await early.query('COMMIT');
  const unread = (await stores.webhookOutbox.read(tenantId, 20, now))!;
  expect(unread.changes.map(({ recordId, version }) => named(recordId!, version))).toEqual(
    expect.arrayContaining(['0 2', '1 2']),
  );
  const { audit } = stores.forTenant(tenantId);
  await audit.seal(now);
  expect(await audit.verify()).toMatchObject({ unsealed: 0, faults: [] });
  await Promise.all([early, writer].map((client) => client.end()));
});

it('a unit of work with a snapshot of its beginning writes no record, as its number would be too small', async () => {
  const client = await connect();
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await expect(change(client, 0)).rejects.toThrow('isolation level READ COMMITTED');
  await client.query('ROLLBACK');
  await client.end();
});
