import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Agent, type ClientRequest, createServer, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runCommand } from '../../../src/cli/run-command.ts';
import { openDatabase } from '../../../src/stores/database/database.ts';
import { migrate } from '../../../src/stores/database/migrate.ts';
import { createStores } from '../../../src/stores/prisma-stores.ts';
import { builtMain } from '../../support/built.ts';
import { type Child, startChild } from '../../support/child.ts';
import { aDirectory } from '../../support/directory.ts';
import { freePort } from '../../support/postgres-server.ts';
import { aStateRatesLayer } from '../../support/rate-layers.ts';

const servers: Child[] = [];
/** Shared by all tests below, one after another, because creating a store takes seconds. */
let environment: { DATA_DIR: string };
/** Sends a request with a token of the demo. */
let Authorization: string;
/** Started by one test and stopped by the next, because a start takes seconds. */
let running: Child;

beforeAll(() => {
  environment = { DATA_DIR: mkdtempSync(join(tmpdir(), 'tollgate-main-')) };
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end('SIGKILL')));
  rmSync(environment.DATA_DIR, { recursive: true, force: true });
});

function startServer(changes: NodeJS.ProcessEnv = {}): Child {
  const server = startChild(builtMain(), [], { PORT: '0', ...environment, ...changes });
  servers.push(server);
  return server;
}

/** The address it listens on, read from its log. */
async function urlOf(server: Child): Promise<string> {
  const line = await server.errorLine(/"msg":"listening"/);
  return String(JSON.parse(line).url);
}

async function answerOf(request: ClientRequest): Promise<IncomingMessage> {
  const [answer]: IncomingMessage[] = await once(request, 'response');
  answer!.resume();
  await once(answer!, 'end');
  return answer!;
}

/** The output of an operator's command on the store of the server. */
async function printedBy(...args: string[]): Promise<string> {
  const printed: string[] = [];
  const print = (line: string) => printed.push(line);
  const code = await runCommand({ args, environment, print, printError: print });
  expect(code, printed.join('\n')).toBe(0);
  return printed.join('\n');
}

/** A backup of the store that the server has open. */
async function readBackup(): Promise<string> {
  const path = join(environment.DATA_DIR, 'backup.jsonl');
  await printedBy('backup', '--out', path);
  expect(readdirSync(join(environment.DATA_DIR, 'copies'))).toEqual([]);
  return readFileSync(path, 'utf8');
}

const customer = (externalId: string) => ({
  method: 'PUT',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({
    source: '1',
    externalId,
    name: 'Prairie Books',
    externalTimestamps: { createdDate: '2026-07-01', updatedDate: '2026-07-01' },
  }),
});

function shown(server: Child, pattern: RegExp): string {
  const match = pattern.exec(server.output.join('\n'));
  expect(match, String(pattern)).not.toBeNull();
  return match?.[1] ?? '';
}

/** It mentions and issues nothing for a demo; then it is ended. */
async function expectNoDemo(server: Child): Promise<void> {
  const url = `http://127.0.0.1:${new URL(await urlOf(server)).port}`;
  expect(server.output).toEqual([]);
  const page = await (await fetch(`${url}/graphql`, { headers: { Accept: 'text/html' } })).text();
  expect(page).not.toContain('/demo/token');
  const headers = { Origin: url, 'X-Tollgate-Demo': '1' };
  expect((await fetch(`${url}/demo/token`, { method: 'POST', headers })).status).toBe(404);
  expect(await server.end('SIGTERM')).toBe(0);
}

describe('the server', { timeout: 90_000 }, () => {
  it('makes no demo in a new store with DEMO=false', async () => {
    await expectNoDemo(startServer({ DEMO: 'false' }));
    expect(readdirSync(environment.DATA_DIR)).not.toContain('demo-client.json');
    expect(await printedBy('tenants', 'list')).toBe('');
  });

  it('creates a demo once, serves both interfaces, keeps its directory to itself, and finds everything again', async () => {
    const first = startServer();
    const url = await urlOf(first);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const path = shown(first, /Client secret +in (\S+)/);
    expect(path).toBe(join(environment.DATA_DIR, 'demo-client.json'));
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
    const credentials = JSON.parse(readFileSync(path, 'utf8'));
    expect(credentials.clientId).toBe(shown(first, /Client id +(\S+)/));
    // Output that is not a terminal may be a log that others can read.
    expect([...first.output, ...first.errors].join('\n')).not.toMatch(/secret_|eyJ/);
    const getToken = async (at: string) => {
      const headers = { 'Content-Type': 'application/json' };
      return fetch(`${at}/v1/token`, { method: 'POST', headers, body: JSON.stringify(credentials) });
    };
    const { accessToken } = (await (await getToken(url)).json()) as { accessToken: string };
    Authorization = `Bearer ${accessToken}`;
    expect(shown(first, /(curl -sS -X PUT '.+\/v1\/customers\/source\/1\/externalId\/C-1')/)).toContain(url);

    const request = customer('C-1');
    const put = await fetch(`${url}/v1/customers/source/1/externalId/C-1`, {
      ...request,
      headers: { ...request.headers, Authorization },
    });
    expect(put.status).toBe(201);
    const query = JSON.parse(shown(first, /-d '(\{"query".+\})'/));
    const graphql = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization },
      body: JSON.stringify(query),
    });
    const nodes = [{ name: 'Prairie Books' }, { name: 'Demo Customer' }];
    expect(await graphql.json()).toMatchObject({ data: { customers: { nodes } } });
    expect((await fetch(`${url}/v1/customers`)).status).toBe(401);

    const rival = startServer();
    expect(await rival.errorLine(/cannot start/)).toContain(`is in use by process ${first.process.pid}`);
    expect(await rival.ended()).toBe(1);
    expect(await first.end('SIGTERM')).toBe(0);

    running = startServer({ SHUTDOWN_GRACE_MS: '1500' });
    const again = await urlOf(running);
    expect(running.output.join('\n')).toBe('');
    const kept = await fetch(`${again}/v1/customers/source/1/externalId/C-1`, { headers: { Authorization } });
    expect(kept.status).toBe(200);
    expect((await getToken(again)).status).toBe(200);
  });

  it('is found to be well by the operator while it serves an embedded store', async () => {
    await urlOf(running);
    const lines = (await printedBy('doctor')).split('\n');
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'ok     settings',
      'ok     rate book',
      'ok     disk',
      'ok     database',
      'ok     migrations',
      'ok     local rates',
      'ok     clock',
      'ok     rate book updates',
    ]);
  });

  it('allows the operator to create and revoke clients, and to store a ruling, while it serves an embedded store', async () => {
    const url = await urlOf(running);
    const made = await printedBy('clients', 'create', '--tenant', 'Acme', '--scopes', 'customers:read');
    const clientId = /client id +(\S+)/.exec(made)?.[1] ?? '';
    const clientSecret = /client secret +(\S+)/.exec(made)?.[1];
    const ask = () =>
      fetch(`${url}/v1/token`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ clientId, clientSecret }),
      });
    const { accessToken } = (await (await ask()).json()) as { accessToken: string };
    const list = await fetch(`${url}/v1/customers`, { headers: { Authorization: `Bearer ${accessToken}` } });
    expect(await list.json()).toEqual([]); // The demo's customers belong to another tenant.
    expect(await printedBy('clients', 'list')).toContain(clientId);
    await printedBy('clients', 'revoke', clientId);
    expect((await ask()).status).toBe(401);
    const ruling = join(environment.DATA_DIR, 'ruling.csv');
    const row = 'US,NE,RULE,C1S3,EXEMPT,2026-06-01,Ruling 29-26-1';
    writeFileSync(ruling, `country,state,fact,tax_code,treatment,from,source\n${row}\n`);
    expect(await printedBy('rates', 'import', ruling, '--tenant', 'Acme')).toContain('Rulings stored for Acme: 1.');
    expect(await printedBy('rates', 'rulings', 'Acme')).toContain('in force\tNE\tC1S3');
    expect(readdirSync(join(environment.DATA_DIR, 'commands'))).toEqual([]);
  });

  it('drains after SIGTERM, and stops although clients stay connected or subscribed', async () => {
    const url = await urlOf(running);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    await new Promise<void>((resolve) => {
      socket.once('data', () => resolve());
      socket.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n');
    });
    const stream = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream', Authorization },
      body: JSON.stringify({ query: 'subscription { transactionChanged { action } }' }),
    });
    expect(stream.status).toBe(200);
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const ask = (path: string) => answerOf(get(`${url}${path}`, { agent, headers: { Authorization } }));
    expect((await ask('/health/ready')).headers.connection).toBe('keep-alive');

    const start = performance.now();
    const end = running.end('SIGTERM');
    await running.errorLine(/"msg":"stopping"/);
    expect((await ask('/health/ready')).statusCode).toBe(503);
    const served = await ask('/v1/customers');
    expect(served.statusCode).toBe(200);
    expect(served.headers.connection).toBe('close');
    expect(await stream.text()).toMatch(/"code":"NOT_READY"[\s\S]*event: complete/);
    expect(await end).toBe(0);
    expect(performance.now() - start).toBeLessThan(8_000);
    expect(readdirSync(join(environment.DATA_DIR, 'claims'))).toEqual([]);
  });

  it('issues no demo token with DEMO=false, and serves metrics only to this machine, wherever it listens', async () => {
    const server = startServer({ DEMO: 'false', HOST: '0.0.0.0', METRICS_PORT: String(await freePort()) });
    const line = await server.errorLine(/"msg":"serving metrics"/);
    expect(JSON.parse(line).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
    await expectNoDemo(server);
  });

  it('is backed up while it accepts writes, and loses no acknowledged write if it is killed', async () => {
    const first = startServer();
    const url = await urlOf(first);
    const acknowledged: string[] = [];
    const put = async (externalId: string) => {
      const request = customer(externalId);
      const headers = { ...request.headers, Authorization };
      const answer = await fetch(`${url}/v1/customers/source/1/externalId/${externalId}`, { ...request, headers });
      if (answer.status === 201) acknowledged.push(externalId);
    };
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let index = 0; ; index++) await put(`W${writer}-${index}`);
    });
    const ended = Promise.allSettled(writers);
    while (acknowledged.length < 200) await new Promise((resolve) => setTimeout(resolve, 10));
    const beforeBackup = [...acknowledged];
    const backup = await readBackup();
    expect(beforeBackup.filter((externalId) => !backup.includes(`"external_id":"${externalId}"`))).toEqual([]);
    await first.end('SIGKILL');
    await ended;

    running = startServer({ LOG_LEVEL: 'debug' });
    const again = await urlOf(running);
    const list = await fetch(`${again}/v1/customers`, { headers: { Authorization } });
    const stored = new Set(((await list.json()) as { externalId: string }[]).map(({ externalId }) => externalId));
    expect(acknowledged.filter((externalId) => !stored.has(externalId))).toEqual([]);
    expect(stored.size).toBeGreaterThanOrEqual(acknowledged.length + 1);
  });

  it('serves and stops although its output is not read', async () => {
    const url = await urlOf(running);
    running.process.stdout?.destroy();
    running.process.stderr?.destroy();
    for (let tries = 0; tries < 3; tries++) expect((await fetch(`${url}/health/live`)).status).toBe(200);
    expect(await running.end('SIGINT')).toBe(0);
  });
});

it('answers probes while it waits for its database, and ends at a signal', { timeout: 30_000 }, async () => {
  const port = String(await freePort());
  const server = startServer({ PORT: port, DATABASE_URL: 'postgres://user@127.0.0.1:1/db' });
  await server.errorLine(/"waiting for the database"/);
  const live = await fetch(`http://127.0.0.1:${port}/health/live`);
  expect([live.status, await live.json()]).toEqual([200, { status: 'live' }]);
  const ready = await fetch(`http://127.0.0.1:${port}/health/ready`);
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await ready.json()).toMatchObject({
    code: 'NOT_READY',
    detail: 'The gateway is starting: connecting to the database.',
  });
  const stopped = server.errorLine(/"stopped during startup"/);
  expect(await server.end('SIGTERM')).toBe(0);
  expect(JSON.parse(await stopped)).toMatchObject({ level: 30, signal: 'SIGTERM' });
});

it('does not serve another rate book than the one in force, says why, and opens after a rollback', {
  timeout: 180_000,
}, async () => {
  const directory = aDirectory();
  const own = { DATA_DIR: directory };
  const database = await openDatabase({
    kind: 'embedded',
    place: { kind: 'directory', directory },
    trailKey: undefined,
  });
  await migrate(database);
  const { rateBooks } = createStores(database);
  const layers = [aStateRatesLayer({ layerId: 'strange', jurisdictions: [] })];
  const draft = await rateBooks.beginImport();
  const { number } = await draft.commit({ layers, note: 'strange', at: new Date() });
  await rateBooks.activate(number, new Date());
  await database.close();

  const port = String(await freePort());
  const server = startServer({ PORT: port, ...own });
  await server.errorLine(/"rate book refused"/);
  const url = `http://127.0.0.1:${port}`;
  const reason = `Version ${number} of the rate book was activated but does not match this release: strange: Expected exactly one row for the state itself. Activate another version with "rates rollback" or "rates activate".`;
  const ready = () => fetch(`${url}/health/ready`);
  await expect.poll(async () => (await (await ready()).json()).detail, { timeout: 30_000 }).toBe(reason);
  expect((await ready()).status).toBe(503);
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  const quote = await fetch(`${url}/v1/transactions/calculate`, { method: 'POST' });
  expect([quote.status, (await quote.json()).detail]).toEqual([503, reason]);
  const printed: string[] = [];
  const print = (line: string) => printed.push(line);
  const command = (...args: string[]) => runCommand({ args, environment: own, print, printError: print });
  expect(await command('doctor')).toBe(1);
  expect(printed.join('\n')).toContain(
    `WRONG  local rates: Version ${number} of the rate book is in force but cannot be loaded: strange: Expected exactly`,
  );
  expect(await command('rates', 'rollback'), printed.at(-1)).toBe(0);
  await urlOf(server);
  expect([(await ready()).status, (await (await ready()).json()).rateBookFault]).toEqual([200, undefined]);
  expect(await server.end('SIGTERM')).toBe(0);
});

describe('a start that fails says why on one line and exits with 1:', { timeout: 30_000 }, () => {
  it.each([
    [{ PORT: 'http' }, /Invalid environment variables:/],
    [
      { DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/db', DATABASE_START_TIMEOUT: '0' },
      /The database at 127\.0\.0\.1:1 cannot be reached: connect/,
    ],
    [
      { SIGNING_KEY: '-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----' },
      /SIGNING_KEY is not a valid PKCS8 PEM/,
    ],
  ])('%o', async (changes, message) => {
    const server = startServer(changes);
    expect(await server.errorLine(/cannot start/)).toMatch(message);
    expect(await server.ended()).toBe(1);
    expect(server.errors.join('\n')).not.toContain('hunter2');
    expect(server.errors.join('\n')).not.toMatch(/^\s+at /m);
  });

  it('a port in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const server = startServer({ PORT: String(port) });
    expect(await server.errorLine(/cannot start/)).toContain(`Port ${port} on 127.0.0.1 is already in use.`);
    expect(await server.ended()).toBe(1);
    expect(server.output).toEqual([]);
  });
});
