import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCustomerBody, anInvoiceBody } from '../../support/bodies.ts';
import { type Child, startChild } from '../../support/child.ts';
import { findPostgres, type PostgresServer, startPostgres } from '../../support/postgres-server.ts';
import { createServerDatabase } from '../../support/stores.ts';

/*
 * A list of 50,000 documents from a gateway in a separate process, on PostgreSQL: its memory must not grow with the list.
 * Skipped if there is neither a server nor binaries to start one.
 */

const length = 50_000;
const megabyte = 1024 * 1024;
/** Measured: 185 MB for the full form and 70 MB for the thin one, all of it garbage that V8 has not collected yet. */
const mostGrowth = 250 * megabyte;
/** Fewer than the queries in six seconds of a list that is still being read, on a slow machine. */
const pagesMeanwhile = 20;
const binaries = findPostgres();
const hasServer = process.env.TEST_DATABASE_URL !== undefined || binaries !== null;

let server: PostgresServer | null = null;
let database: { url: string; drop(): Promise<void> };
let gateway: Child;
let url: string;
let Authorization: string;

describe.runIf(hasServer)(`a list of ${length} documents`, { timeout: 600_000 }, () => {
  beforeAll(async () => {
    if (!process.env.TEST_DATABASE_URL && binaries) server = await startPostgres(binaries, ['fsync=off']);
    database = await createServerDatabase(process.env.TEST_DATABASE_URL ?? server!.url);
    gateway = startChild('src/main.ts', [], { PORT: '0', HOST: '127.0.0.1', DATABASE_URL: database.url });
    const line = await gateway.errorLine(/"msg":"listening"/);
    url = String(JSON.parse(line).url);
    Authorization = `Bearer ${await createToken()}`;
    await fill();
  }, 600_000);
  afterAll(async () => {
    await gateway?.end('SIGTERM');
    await database?.drop();
    await server?.stop();
  });

  it.each(['?detailed=true', ''])('of the form %s is streamed in bounded memory', async (query) => {
    const page = `${query === '' ? '?' : `${query}&`}limit=200`;
    for (let warmUp = 0; warmUp < 20; warmUp++) await read(await open(page)); // Code, pool, buffers and heap.
    const before = residentBytes();
    const startedAt = performance.now();
    const response = await open(query);
    let [rows, largest] = [0, 0];
    for await (const chunk of response) {
      if (rows === 0) expect(performance.now() - startedAt).toBeLessThan(5_000);
      rows += count(chunk);
      largest = Math.max(largest, residentBytes());
    }
    expect(rows).toBe(length);
    expect((largest - before) / megabyte).toBeLessThan(mostGrowth / megabyte);
  });

  it('is read no further once the client stops reading or disconnects', async () => {
    const usual = await askedMeanwhile();
    const before = residentBytes();
    const response = await open('?detailed=true');
    response.pause();
    await untilQuiet(usual);
    expect(residentBytes() - before).toBeLessThan(mostGrowth);
    expect(await busySessions()).toBe(0);
    response.destroy();
    await untilQuiet(usual);
  });

  /**
   * A list that is still being read queries all the time. On a busy machine, it takes a while until pending queries are
   * answered.
   */
  const untilQuiet = (usual: number) =>
    expect.poll(askedMeanwhile, { timeout: 60_000 }).toBeLessThan(usual + pagesMeanwhile);
});

async function createToken(): Promise<string> {
  const created = startChild('src/cli/tollgate.ts', ['clients', 'create', '--tenant', 'Long', '--scopes', 'all'], {
    DATABASE_URL: database.url,
  });
  const read = async (label: string) => (await created.line(new RegExp(`^${label} `))).split(/ +/).at(-1) ?? '';
  const [clientId, clientSecret] = [await read('client id'), await read('client secret')];
  await created.ended();
  const { accessToken } = await send('POST', '/v1/token', { clientId, clientSecret });
  return String(accessToken);
}

/**
 * One calculated document, and copies of its row, without triggers, whose records would be processed during the tests.
 */
async function fill(): Promise<void> {
  const customer = await send('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody());
  const invoice = anInvoiceBody(String(customer.serviceId), { externalId: 'copy 0' });
  await send('PUT', '/v1/transactions/source/9/externalId/copy%200', invoice);
  await query(`SET session_replication_role = replica; DO $$ DECLARE copied transactions; BEGIN
    SELECT * INTO copied FROM transactions;
    FOR n IN 1..${length - 1} LOOP
      copied.service_id := gen_random_uuid();
      copied.external_id := 'copy ' || n;
      copied.created_at := copied.created_at + interval '1 millisecond' * (n % 7);
      INSERT INTO transactions VALUES (copied.*);
    END LOOP;
  END $$`);
  await query('VACUUM ANALYZE transactions');
}

async function send(method: string, path: string, body: unknown): Promise<Record<string, unknown>> {
  const headers = { 'Content-Type': 'application/json', ...(Authorization && { Authorization }) };
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

function open(search: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/v1/transactions${search}`, { headers: { Authorization } }, resolve);
    asked.once('error', reject);
    asked.end();
  });
}

async function read(response: IncomingMessage): Promise<void> {
  for await (const _chunk of response);
}

const mark = Buffer.from('"externalId":"copy ');
let rest = Buffer.alloc(0);

/** Counts the documents that begin in a part of the list; each contains its own name once. */
function count(chunk: Buffer): number {
  const text = Buffer.concat([rest, chunk]);
  let [found, from] = [0, 0];
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, from)) {
    found++;
    from = at + mark.length;
  }
  rest = text.subarray(Math.max(from, text.length - mark.length + 1));
  return found;
}

/** The memory of the gateway, as reported by the system. */
function residentBytes(): number {
  const status = readFileSync(`/proc/${gateway.process.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) * 1024;
}

async function query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function busySessions(): Promise<number> {
  const [row] = await query<{ count: number }>(`SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`);
  return row?.count ?? Number.NaN;
}

/** The number of units of work ended in this database so far, including our own queries. */
/** The statements in six seconds: background work runs every five. */
async function askedMeanwhile(): Promise<number> {
  const before = await statements();
  await wait(6_000);
  return (await statements()) - before;
}

async function statements(): Promise<number> {
  const [row] = await query<{ count: number }>(
    'SELECT xact_commit::int AS count FROM pg_stat_database WHERE datname = current_database()',
  );
  return row?.count ?? Number.NaN;
}
