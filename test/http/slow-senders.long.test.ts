import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type HttpServer, listen } from '../../src/http/http-server.ts';
import { startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let server: HttpServer;
let token: string;
beforeAll(async () => {
  app = await startApp();
  token = await app.token();
  server = await listen({ port: 0, host: '127.0.0.1', keepAliveTimeoutMs: 60_000 }, async () => app.listener);
});
afterAll(async () => {
  await server.stop(0);
  await app.close();
});

/**
 * Sends the start of a request, followed by one character at a time; returns the response and the seconds until it
 * arrived.
 */
async function drip(start: string, next = ' '): Promise<{ answered: string; seconds: number }> {
  const startedAt = performance.now();
  const socket = open();
  let answered = '';
  socket.write(start);
  const dripping = setInterval(() => socket.write(next), 500);
  const limit = setTimeout(() => socket.destroy(), 14_000);
  socket.on('data', (part) => {
    answered += part;
    socket.destroy();
  });
  await once(socket, 'close');
  clearInterval(dripping);
  clearTimeout(limit);
  return { answered, seconds: (performance.now() - startedAt) / 1_000 };
}

function open(): Socket {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => {});
  return socket;
}

const head = (line: string, ...more: readonly string[]) => `${[line, 'Host: localhost', ...more].join('\r\n')}\r\n`;
const json = ['Content-Type: application/json', 'Content-Length: 5000', ''];
const form = ['Content-Type: application/x-www-form-urlencoded', 'Content-Length: 5000', ''];
const chunked = ['Content-Type: application/json', 'Transfer-Encoding: chunked', '', '5', '{"a":', '1000', ''];

const starts = {
  'credentials as JSON': head('POST /v1/token HTTP/1.1', ...json),
  'credentials as a form': head('POST /v1/token HTTP/1.1', ...form),
  'credentials in chunks': head('POST /v1/token HTTP/1.1', ...chunked),
  'credentials with a token': head('POST /v1/token HTTP/1.1', 'Authorization: Bearer x', ...json),
  'an operation': head('POST /graphql HTTP/1.1', ...json),
  'an operation in chunks': head('POST /graphql HTTP/1.1', ...chunked),
  'a head': `${head('GET /v1/customers HTTP/1.1')}X-Slow: `,
  'a connection without a request': '',
} as const;

it.concurrent('a slow upload without a token has ten seconds', { timeout: 20_000 }, async () => {
  const drips = Object.entries(starts).map(async ([name, start]) => [name, await drip(start, start && ' ')] as const);
  for (const [name, { answered, seconds }] of await Promise.all(drips)) {
    expect(answered, name).toMatch(/^HTTP\/1\.1 408 /);
    expect(answered, name).toContain('The request did not arrive in time.');
    expect(seconds, name).toBeGreaterThan(9);
    expect(seconds, name).toBeLessThan(13);
  }
});

it.concurrent('a body with a token may take longer, and an idle connection stays open', {
  timeout: 20_000,
}, async () => {
  const authorization = `Authorization: Bearer ${token}`;
  const slow = drip(head('PUT /v1/customers/source/9/externalId/c-1 HTTP/1.1', authorization, ...json));
  const idle = open();
  const answers: string[] = [];
  idle.on('data', (part) => answers.push(String(part)));
  idle.write(`${head('GET /health/live HTTP/1.1')}\r\n`);
  expect(await slow).toMatchObject({ answered: '' });
  idle.write(`${head('GET /health/live HTTP/1.1')}\r\n`);
  await once(idle, 'data');
  expect(answers.filter((text) => text.startsWith('HTTP/1.1 200'))).toHaveLength(2);
  idle.destroy();
});
