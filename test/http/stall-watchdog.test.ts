import { once } from 'node:events';
import { createServer, get, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { createStallWatchdog } from '../../src/http/stall-watchdog.ts';

/**
 * A server with a watchdog whose clock the test can move, as if the event loop had been blocked. Requests are handled
 * once `opened` is fulfilled, as during the start of the gateway. `busyShare` is the share of the blocked time in which
 * the process used a processor.
 */
async function serve(
  listener: (jump: (ms: number) => void) => RequestListener,
  opened: Promise<unknown> = Promise.resolve(),
  busyShare = 1,
) {
  const lines: Record<string, unknown>[] = [];
  let jumped = 0;
  let used = 0;
  const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) });
  const routeOf = (path: string) => (path === '/unknown' ? null : path.replace(/\d+$/, ':id'));
  const watchdog = createStallWatchdog({
    log,
    routeOf,
    now: () => performance.now() / 1_000 + jumped,
    usedMs: () => used,
  });
  const jump = (ms: number) => {
    jumped += ms;
    used += busyShare * ms;
  };
  const watched = watchdog.watch(listener(jump));
  const server = createServer((request, response) => void opened.then(() => watched(request, response)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  watchdog.start();
  onTestFinished(() => {
    watchdog.stop();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { lines, ask: (path: string) => fetch(`http://127.0.0.1:${port}${path}`), jump, server, port };
}

const stalls = (lines: readonly Record<string, unknown>[]) =>
  lines.filter(({ msg }) => msg === 'the event loop stalled');

it('logs a stall with the requests in progress, including those that ended with it', async () => {
  const { lines, ask } = await serve((jump) => (request, response) => {
    if (request.url?.startsWith('/slow')) jump(400);
    if (request.url !== '/waiting') response.end();
  });
  const waiting = ask('/waiting').catch(() => null);
  await wait(50);
  await ask('/slow?token=hidden');
  await expect.poll(() => stalls(lines)).toHaveLength(1);
  expect(stalls(lines)[0]).toMatchObject({
    level: 40,
    cpuMs: 400,
    routes: ['GET /waiting', 'GET /slow'],
    requests: 2,
  });
  expect(stalls(lines)[0]!.stalledMs).toBeGreaterThan(200);
  expect(JSON.stringify(lines)).not.toContain('hidden');
  void waiting;
});

it('says nothing of a short delay, and forgets requests that have ended', async () => {
  const { lines, ask, jump } = await serve(() => (_request, response) => response.end());
  await ask('/early');
  jump(150);
  await wait(250);
  expect(stalls(lines)).toEqual([]);
  jump(400);
  await expect.poll(() => stalls(lines)).toHaveLength(1);
  expect(stalls(lines)[0]).toMatchObject({ routes: [], requests: 0 });
});

it('reports a stall without processor time at most once a minute, without a warning', async () => {
  const { lines, jump } = await serve(() => () => {}, Promise.resolve(), 0.25);
  for (const ms of [400, 500]) {
    jump(ms);
    await wait(250);
  }
  jump(61_000);
  await expect.poll(() => lines).toHaveLength(2);
  expect(lines.map(({ level, msg, cpuMs }) => [level, msg, cpuMs])).toEqual(
    [100, 15_250].map((ms) => [30, 'the process used little processor time: the machine or a disk was busy', ms]),
  );
});

it('forgets requests that were given up before they were served', async () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const { lines, jump, server, port } = await serve(() => () => {}, opened);
  const asked = ['/first', '/second'].map((path) => get({ host: '127.0.0.1', port, path }).on('error', () => {}));
  await expect.poll(() => connectionsOf(server)).toBe(2);
  await wait(50);
  for (const request of asked) request.destroy();
  await expect.poll(() => connectionsOf(server)).toBe(0);
  open();
  await wait(250);
  jump(400);
  await expect.poll(() => stalls(lines)).toHaveLength(1);
  expect(stalls(lines)[0]).toMatchObject({ routes: [], requests: 0 });
});

it('names routes, never the keys in a path', async () => {
  const { lines, ask, jump } = await serve(() => () => {});
  const asked = ['/customers/1', '/customers/2', '/unknown'].map((path) => ask(path).catch(() => null));
  await wait(100);
  jump(400);
  await expect.poll(() => stalls(lines)).toHaveLength(1);
  const { routes, requests } = stalls(lines)[0]!;
  expect([[...(routes as string[])].sort(), requests]).toEqual([['GET (no route)', 'GET /customers/:id'], 3]);
  void asked;
});

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
}

it('goes on when the body of a request is cut off while it is in progress', async () => {
  const { lines, ask, jump, port } = await serve(() => (request, response) => {
    if (request.method === 'POST') void Readable.toWeb(request).cancel();
    else response.end();
  });
  const sent = request({ port, host: '127.0.0.1', method: 'POST', headers: { 'Transfer-Encoding': 'chunked' } });
  sent.on('error', () => undefined).write('x'.repeat(1_000));
  await wait(250); // Two checks.
  jump(400);
  await expect.poll(() => stalls(lines)).toHaveLength(1);
  expect((await ask('/')).status).toBe(200);
  sent.destroy();
});
