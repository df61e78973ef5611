import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { scopes } from '../../../src/domain/account/scope.ts';
import type { RateBookStore } from '../../../src/ports/stores/rate-book-store.ts';
import type { BundledBook } from '../../../src/rates/book/files/book-files.ts';
import { archiveBook } from '../../../src/rates/versions/archived-books.ts';
import { createDemo } from '../../../src/server/demo.ts';
import { openDatabase } from '../../../src/stores/database/database.ts';
import { migrate } from '../../../src/stores/database/migrate.ts';
import { createStores } from '../../../src/stores/prisma-stores.ts';
import { aCustomerBody, anInvoiceBody } from '../../support/bodies.ts';
import { builtMain } from '../../support/built.ts';
import { type Child, startChild } from '../../support/child.ts';
import { createClient } from '../../support/clients.ts';
import { tokenFrom } from '../../support/served-client.ts';
import { aTenant, createServerDatabase } from '../../support/stores.ts';
import { laterBook } from './later-book.ts';

/** The cost of a call for the gateway, and its effect on other clients. */
export type Watched = {
  readonly status: number;
  readonly type: string;
  /** Bytes of the whole response; for a response in one piece, also in `pieceBytes`. */
  readonly bytes: number;
  readonly pieceBytes: number;
  /** The response as text, unless it is longer than the longest one of GraphQL. */
  readonly text: string;
  /** Processor time of the main thread in its longest task. */
  readonly taskMs: number;
  /** Maximum growth of resident memory. */
  readonly memoryMb: number;
  /** The waiting time of other clients for a document and for the health of the gateway. */
  readonly documentMs: number;
  readonly healthMs: number;
  readonly headers: Headers;
};

export type WatchedGateway = {
  readonly client: { readonly clientId: string };
  readonly clientSecret: string;
  readonly token: string;
  /** Sends a request without watching it. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Watches until the response and its consequences have arrived. */
  watch(path: string, init?: RequestInit, caused?: () => Promise<unknown>): Promise<Watched>;
  /** Why a process has ended: its exit code or signal, and its last lines. Null while it runs. */
  ended(): string | null;
  /** Runs a statement in the database: planner statistics, or records that take long to make through requests. */
  execute(statement: string): Promise<void>;
  /** Whether the store is a copy of one that was filled before. */
  readonly isFilled: boolean;
  /** Keeps the store for the next run on the same server, with LARGEST_STORE=file. */
  keep(): Promise<void>;
  /** A new process on the same store: without compiled code and caches. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

const longestText = 30_000_000;
/** The gateway of an operator with little memory, where garbage is collected early. */
const nodeOptions = '--max-old-space-size=250 --import ./test/attack/largest/main-thread.mjs';

/**
 * The built gateway on a PostgreSQL server, because in an embedded store a statement would itself be a task of the main
 * thread.
 */
export async function startWatchedGateway(server: string): Promise<WatchedGateway> {
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-largest-'));
  const samples = join(directory, 'samples');
  const kept = keptStore();
  const database = await createServerDatabase(server, kept?.template ?? null);
  const tenants = kept?.tenants ?? (await createTenants(database.url));
  const { client, clientSecret, neighbour } = tenants;
  let child: Child;
  let url = '';

  async function start(): Promise<void> {
    appendFileSync(samples, '');
    child = startChild(builtMain(), [], {
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: database.url,
      LOG_LEVEL: 'info',
      REQUESTS_PER_MINUTE: '0',
      COST_PER_MINUTE: '0',
      SHUTDOWN_GRACE_MS: '0',
      NODE_OPTIONS: nodeOptions,
      MAIN_THREAD_SAMPLES: samples,
      MAIN_THREAD_PROFILE: process.env.LARGEST_PROFILE,
    });
    url = JSON.parse(await child.errorLine(/"msg":"listening"/)).url;
  }

  await start();
  const token = `Bearer ${await tokenFrom(url, { clientId: client.clientId, clientSecret })}`;
  const neighbourToken = `Bearer ${await tokenFrom(url, neighbour)}`;
  const document = '/v1/transactions/source/9/externalId/i-1';
  await storeDocument();

  async function storeDocument(): Promise<void> {
    const put = async (path: string, body: unknown) => {
      const headers = { Authorization: neighbourToken, 'Content-Type': 'application/json' };
      const response = await fetch(url + path, { method: 'PUT', headers, body: JSON.stringify(body) });
      return (await response.json()) as { serviceId: string };
    };
    const { serviceId } = await put('/v1/customers/source/9/externalId/c-1', aCustomerBody());
    await put(document, anInvoiceBody(serviceId));
  }

  const hasEnded = () => child.process.exitCode !== null || child.process.signalCode !== null;
  const whyEnded = () => {
    const { exitCode, signalCode } = child.process;
    return [`exit code ${exitCode}, signal ${signalCode}`, ...child.errors.slice(-80)].join('\n');
  };

  async function collect(): Promise<{ readonly offset: number; readonly memoryMb: number }> {
    const from = statSync(samples).size;
    child.process.kill('SIGUSR2');
    for (let tries = 0; tries < 2_000; tries++) {
      const text = readFileSync(samples, 'latin1').slice(from);
      const collected = /collected (\d+)\n/.exec(text);
      if (collected) return { offset: from + collected.index + collected[0].length, memoryMb: Number(collected[1]) };
      if (hasEnded()) break;
      await wait(5);
    }
    throw new Error(`The gateway ended, or no longer answers: ${whyEnded()}`);
  }

  async function watch(
    path: string,
    init: RequestInit = {},
    caused = async (): Promise<unknown> => null,
  ): Promise<Watched> {
    const before = await collect();
    const watching = { isOver: false };
    const others = [
      longestWait(watching, url + document, { Authorization: neighbourToken }),
      longestWait(watching, `${url}/health/live`, {}),
    ];
    for (const other of others) other.catch(() => undefined); // Reported by the request itself, if the gateway ended.
    const answer = await Promise.all([send(url + path, init), caused()])
      .then(([first]) => first)
      .finally(async () => {
        await wait(20); // The last task is measured after it has ended.
        watching.isOver = true;
      });
    const [documentMs, healthMs] = await Promise.all(others);
    const lines = readFileSync(samples, 'latin1').slice(before.offset).trim().split('\n');
    const numbers = lines.map((line) => line.split(' ').map(Number));
    return {
      ...answer,
      taskMs: Math.max(0, ...numbers.map(([taskMs]) => taskMs || 0)),
      memoryMb: Math.max(0, ...numbers.map(([, mb]) => (mb || 0) - before.memoryMb)),
      documentMs: documentMs!,
      healthMs: healthMs!,
    };
  }

  /** Its last profiles are written when garbage is collected. */
  async function end(): Promise<void> {
    if (process.env.LARGEST_PROFILE !== undefined && !hasEnded()) await collect();
    await child.end('SIGKILL');
  }

  return {
    client,
    clientSecret,
    token,
    fetch: (path, init) => fetch(url + path, init),
    watch,
    ended: () => (hasEnded() ? whyEnded() : null),
    async execute(statement) {
      const connection = new pg.Client({ connectionString: database.url });
      await connection.connect();
      await connection.query(statement).finally(() => connection.end());
    },
    isFilled: kept !== null,
    async keep() {
      const file = process.env.LARGEST_STORE;
      if (file === undefined) return;
      await child.end('SIGKILL');
      const template = `tollgate_largest_${randomUUID().replaceAll('-', '')}`;
      const source = new URL(database.url).pathname.slice(1);
      const connection = new pg.Client({ connectionString: server });
      await connection.connect();
      // A statement of the process that was just ended may still be running.
      await connection.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [source]);
      await connection
        .query(`CREATE DATABASE ${template} TEMPLATE ${source} STRATEGY file_copy`)
        .finally(() => connection.end());
      writeFileSync(file, JSON.stringify({ template, tenants: { client, clientSecret, neighbour } }));
      await start();
    },
    async restart() {
      await end();
      await start();
    },
    async close() {
      await end();
      await database.drop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

type Tenants = Awaited<ReturnType<typeof createTenants>>;

function keptStore(): { readonly template: string; readonly tenants: Tenants } | null {
  const file = process.env.LARGEST_STORE;
  return file !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** As version 1, which is not in force. */
async function installBook(rateBooks: RateBookStore, book: BundledBook): Promise<void> {
  const at = new Date('2026-06-15T12:00:00Z');
  const base = await archiveBook(rateBooks, at, book);
  await (await rateBooks.beginImport()).commit({ layers: [], note: 'A later book', at, onto: 0, base });
}

async function createTenants(url: string) {
  const database = await openDatabase({ kind: 'server', url, poolSize: 2, preparesStatements: true });
  try {
    await migrate(database);
    const stores = createStores(database);
    await installBook(stores.rateBooks, laterBook());
    const demo = await createDemo(stores, new Date('2026-07-01T12:00:00Z'));
    const { tenantId } = await aTenant(stores);
    const other = await createClient(stores, { tenantId, name: randomUUID(), scopes }, new Date());
    return { ...demo, neighbour: { clientId: other.client.clientId, clientSecret: other.clientSecret } };
  } finally {
    await database.close();
  }
}

/** Requests repeatedly, and returns the longest wait. */
async function longestWait(watching: { isOver: boolean }, url: string, headers: Record<string, string>) {
  let longestMs = 0;
  while (!watching.isOver) {
    const start = performance.now();
    const response = await fetch(url, { headers });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
    longestMs = Math.max(longestMs, performance.now() - start);
    await wait(10);
  }
  return longestMs;
}

const agent = new Agent({ keepAlive: false });

/** Reads a response of any length, without compression, whose time is not the main thread's. */
async function send(url: string, init: RequestInit) {
  const asked = new Request(url, init);
  const body = asked.body ? Buffer.from(await asked.arrayBuffer()) : null;
  return new Promise<Pick<Watched, 'status' | 'type' | 'bytes' | 'pieceBytes' | 'text' | 'headers'>>(
    (resolve, reject) => {
      const headers = {
        ...Object.fromEntries(asked.headers),
        'Accept-Encoding': 'identity',
        ...(body && { 'Content-Length': String(body.length) }),
      };
      const sent = httpRequest(url, { agent, method: asked.method, headers }, (response) => {
        let bytes = 0;
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => {
          bytes += part.length;
          if (bytes <= longestText) parts.push(part);
        });
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type']?.split(';')[0] ?? '',
            bytes,
            pieceBytes: Number(response.headers['content-length'] ?? 0),
            text: bytes <= longestText ? Buffer.concat(parts).toString() : '',
            headers: new Headers(
              Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]),
            ),
          }),
        );
      });
      sent.once('error', reject);
      sent.end(body ?? undefined);
    },
  );
}
