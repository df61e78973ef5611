import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtMain } from '../../support/built.ts';
import { type Child, startChild } from '../../support/child.ts';
import { freePort } from '../../support/postgres-server.ts';
import { createClientOn, tokenFrom } from '../../support/served-client.ts';
import { createServerDatabase } from '../../support/stores.ts';

const perMinute = 100;
/**
 * The number of requests that can also pass because they arrive at different workers before one has heard of the other.
 */
const tolerance = 40;

let database: Awaited<ReturnType<typeof createServerDatabase>>;
let gateway: Child;
let url: string;
let metricsUrl: string;
let token: string;

beforeAll(async () => {
  database = await createServerDatabase(process.env.TEST_DATABASE_URL!);
  const metricsPort = await freePort();
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  gateway = startGateway({ METRICS_PORT: String(metricsPort) });
  const line = await gateway.errorLine(/"msg":"listening"/);
  expect(JSON.parse(line)).toMatchObject({ workers: 2, store: 'server', pid: gateway.process.pid });
  url = JSON.parse(line).url;
  token = await tokenFrom(url, await createClientOn(database.url));
});
afterAll(async () => {
  await gateway?.end('SIGKILL');
  await database?.drop();
});

function startGateway(changes: NodeJS.ProcessEnv = {}): Child {
  const settings = { PORT: '0', HOST: '127.0.0.1', WORKERS: '2', DATABASE_URL: database.url, SHUTDOWN_GRACE_MS: '0' };
  return startChild(builtMain(), [], { ...settings, ...changes });
}

/** The response to a request on a separate connection, which may reach any worker. */
async function ask(accessToken = token): Promise<IncomingMessage> {
  const headers = { Authorization: `Bearer ${accessToken}` };
  const signal = AbortSignal.timeout(10_000);
  const [answer] = await once(get(`${url}/v1/customers`, { agent: false, headers, signal }), 'response');
  answer.resume();
  await once(answer, 'end');
  return answer;
}

/** The workers that answered requests, by their process ids in the log. */
const answering = (from = 0) =>
  new Set(
    gateway.errors
      .slice(from)
      .filter((line) => line.includes('"msg":"request"'))
      .map((line) => Number(JSON.parse(line).pid)),
  );

async function metric(line: RegExp): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  return Number(
    text
      .split('\n')
      .find((one) => line.test(one))
      ?.split(' ')
      .at(-1),
  );
}

const served = /^tollgate_request_duration_seconds_count\{.*"GET \/v1\/customers",status="200"\}/;

describe('a gateway with two workers', { timeout: 120_000 }, () => {
  it('prints its lines once, answers with both, and adds up their metrics', async () => {
    for (let request = 0; request < 10; request++) expect((await ask()).statusCode).toBe(200);
    expect(answering().size).toBe(2);
    expect(answering()).not.toContain(gateway.process.pid);
    expect(await metric(served)).toBe(10);
    expect(gateway.errors.filter((line) => /listening|serving metrics/.test(line))).toHaveLength(2);
  });

  it('counts the requests of a client across all workers', async () => {
    const client = await createClientOn(database.url, '--requests-per-minute', String(perMinute));
    const limited = await tokenFrom(url, client);
    const answers: IncomingMessage[] = [];
    const senders = Array.from({ length: 8 }, async () => {
      for (let request = 0; request < 30; request++) answers.push(await ask(limited));
    });
    await Promise.all(senders);
    const passed = answers.filter(({ statusCode }) => statusCode === 200);
    expect(passed.length).toBeGreaterThanOrEqual(perMinute);
    expect(passed.length).toBeLessThanOrEqual(perMinute + tolerance);
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(answers.length - passed.length);
    const remaining = passed.map(({ headers }) => Number(headers['ratelimit-remaining']));
    expect(Math.max(...remaining)).toBeLessThan(perMinute);
    expect(Math.max(...remaining)).toBeGreaterThan(perMinute / 2);
    // A worker may not yet know the last requests at the others.
    expect(Math.min(...remaining)).toBeLessThanOrEqual(tolerance);
  });

  it('counts token attempts across all workers', async () => {
    const attempt = () =>
      fetch(`${url}/v1/token`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Connection: 'close' },
        body: JSON.stringify({ clientId: 'client_x', clientSecret: 'wrong' }),
      });
    const statuses = [];
    for (let number = 0; number < 22; number++) statuses.push((await attempt()).status);
    expect(statuses).toEqual([...Array(20).fill(401), 429, 429]);
  });

  it('replaces a worker that dies, while the other one serves, and keeps what it had counted', async () => {
    const before = await metric(served);
    const [victim, survivor] = [...answering()];
    const since = gateway.errors.length;
    let isOver = false;
    const failures: unknown[] = [];
    const load = (async () => {
      while (!isOver) await ask().catch(({ code }) => failures.push(code));
    })();
    process.kill(victim!, 'SIGKILL');
    const line = await gateway.errorLine(/"msg":"a worker ended; starting another"/);
    expect(JSON.parse(line)).toMatchObject({ level: 50, pid: victim, signal: 'SIGKILL', pauseMs: 250 });
    await gateway.errorLine(/"msg":"a worker was replaced"/);
    await wait(200);
    isOver = true;
    await load;
    // The dead worker's request fails immediately, even if it had not accepted the connection yet.
    expect(['', 'ECONNRESET']).toContain(failures.join());
    expect([...answering(since)].filter((pid) => pid !== victim)).toEqual([survivor, expect.any(Number)]);
    expect(await metric(served)).toBeGreaterThan(before);
  });

  it('stops all workers at a signal', async () => {
    const workers = [...answering()];
    expect(await gateway.end('SIGTERM')).toBe(0);
    const lines = gateway.errors.map((line) => JSON.parse(line));
    expect(lines.slice(-2).map(({ pid, msg }) => [pid, msg])).toEqual([
      [gateway.process.pid, 'stopping'],
      [gateway.process.pid, 'stopped'],
    ]);
    for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('says once why it cannot start, and ends with 1', async () => {
    const wrong = new URL(database.url);
    wrong.pathname = '/missing';
    for (const [changes, reason] of [
      [{ DATABASE_URL: wrong.href }, 'missing'],
      [{ PORT: new URL(process.env.TEST_DATABASE_URL!).port }, 'is already in use'],
      [{ PORT: 'none' }, 'PORT must be a whole number'],
      [{ TOLLGATE_WORKER: '{}' }, 'TOLLGATE_WORKER is reserved'],
    ] as const) {
      const faulty = startGateway(changes);
      expect(await faulty.ended()).toBe(1);
      const text = faulty.errors.join('\n');
      expect(text).toMatch(/^Tollgate cannot start: /);
      expect(text).toContain(reason);
      expect(text.split('Tollgate cannot start')).toHaveLength(2);
    }
  });
});
