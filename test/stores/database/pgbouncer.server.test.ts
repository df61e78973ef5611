import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/stores/database/database.ts';
import { migrate } from '../../../src/stores/database/migrate.ts';
import { Prisma } from '../../../src/stores/generated/client.ts';
import { createStores } from '../../../src/stores/prisma-stores.ts';
import { freePort } from '../../support/postgres-server.ts';
import { aCustomer, aStoredTransaction } from '../../support/records.ts';
import { aTenant, createServerDatabase } from '../../support/stores.ts';

const binary = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find((path) =>
  existsSync(path),
);
if (!binary) console.warn('!!! pgbouncer is not installed: NOTHING WAS TRIED BEHIND A POOLER.');

let url: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ url, drop } = await createServerDatabase(process.env.TEST_DATABASE_URL!));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const name = new URL(url).pathname.slice(1);
  // Different from the store's needs, so that its own settings show.
  for (const setting of ["TimeZone TO 'America/New_York'", "DateStyle TO 'SQL, DMY'", 'jit TO on']) {
    await client.query(`ALTER DATABASE ${name} SET ${setting}`);
  }
  await client.end();
});
afterAll(() => drop());

type Bouncer = { readonly url: string; stop(): Promise<void> };

async function startBouncer(further: readonly string[]): Promise<Bouncer> {
  const { hostname, port, username, pathname } = new URL(url);
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-pgbouncer-'));
  const own = await freePort();
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${port} user=${username}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1`,
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 3',
    ...further,
  ];
  const file = join(directory, 'pgbouncer.ini');
  writeFileSync(file, lines.join('\n'));
  const started: ChildProcess = spawn(binary!, [file], { stdio: 'ignore', ...accountFor([directory, file]) });
  const ended = new Promise((resolve) => started.once('close', resolve));
  const stop = async () => {
    started.kill('SIGKILL');
    await ended;
    rmSync(directory, { recursive: true, force: true });
  };
  const through = `postgres://${username}@127.0.0.1:${own}${pathname}`;
  await expect.poll(() => answers(through), { timeout: 10_000 }).toBe(true);
  return { url: through, stop };
}

/** PgBouncer refuses to run as root. */
function accountFor(paths: readonly string[]): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout);
  const account = { uid: idOf('-u'), gid: idOf('-g') };
  for (const path of paths) chownSync(path, account.uid, account.gid);
  return account;
}

async function answers(through: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: through });
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

const settingsNow = Prisma.sql`SELECT current_setting('TimeZone') AS zone, current_setting('DateStyle') AS dates,
  current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
  current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('jit') AS jit`;
const own = { zone: 'UTC', dates: 'ISO, DMY', lock: '5s', idle: '30s', jit: 'off' };

describe.skipIf(!binary)('behind PgBouncer in transaction mode', () => {
  it.each([
    ['that refuses settings of a connection', []],
    [
      'that ignores them',
      ['ignore_startup_parameters = options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout'],
    ],
  ])('%s, the store starts, works, and keeps its time limits and UTC', async (_, further) => {
    const bouncer = await startBouncer(further);
    const open = () => openDatabase({ kind: 'server', url: bouncer.url, poolSize: 10, preparesStatements: true });
    const [one, two] = [await open(), await open()];
    await Promise.all([migrate(one), migrate(two)]);
    expect(await one.statements.rows(settingsNow)).toEqual([{ ...own, statement: '10s' }]);
    expect(await one.reports.rows(settingsNow)).toEqual([{ ...own, statement: '1min' }]);
    expect(await one.prisma.$queryRaw(settingsNow)).toEqual([{ ...own, statement: '10s' }]);
    expect(await one.prisma.$transaction((unit) => unit.$queryRaw(settingsNow))).toEqual([
      { ...own, statement: '10s' },
    ]);
    await one.withConnection(async (connection) => {
      const { rows } = await connection.query(`SELECT current_setting('TimeZone') AS zone`);
      expect(rows).toEqual([{ zone: 'UTC' }]);
    });
    await one.checkWrites();

    const stores = [createStores(one), createStores(two)];
    const { tenantId } = await aTenant(stores[0]!);
    const customer = aCustomer();
    await stores[0]!.forTenant(tenantId).customers.insert(customer);
    const documents = Array.from({ length: 60 }, (_value, index) =>
      aStoredTransaction(customer.serviceId, { externalId: `${index}` }),
    );
    await Promise.all(
      documents.map((stored, index) => stores[index % 2]!.forTenant(tenantId).transactions.insert(stored)),
    );
    const [{ transaction }] = documents as [(typeof documents)[0]];
    const found = await stores[1]!.forTenant(tenantId).transactions.findById(transaction.serviceId);
    expect(found?.transaction.internalTimestamps).toEqual(transaction.internalTimestamps);
    await stores[0]!.forTenant(tenantId).audit.seal(new Date());
    const { audit } = stores[1]!.forTenant(tenantId);
    expect(await audit.verify()).toMatchObject({ sealed: 62, unsealed: 0, faults: [] });

    // A failed statement leaves no open unit of work, and no setting remains for other programs.
    await expect(one.statements.rows(Prisma.sql`SELECT 1 / 0 AS nothing`)).rejects.toThrow();
    const another = new pg.Client({ connectionString: bouncer.url });
    await another.connect();
    for (let again = 0; again < 5; again++) {
      const { rows } = await another.query(settingsNow.text);
      expect(rows).toMatchObject([{ zone: 'America/New_York', statement: '0', lock: '0', jit: 'on' }]);
    }
    await another.end();
    await one.close();
    await two.close();
    await bouncer.stop();
  });
});
