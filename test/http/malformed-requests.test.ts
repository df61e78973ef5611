import { once } from 'node:events';
import { connect } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpServer, listen } from '../../src/http/http-server.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { askRaw } from '../support/raw-http.ts';

let app: TestApp;
let server: HttpServer;
let port: number;
const logged: string[] = [];

beforeAll(async () => {
  app = await startApp({ log: pino({ level: 'warn' }, { write: (line) => logged.push(line) }) });
  server = await listen({ port: 0, host: '127.0.0.1', keepAliveTimeoutMs: 5_000 }, async () => app.listener);
  port = Number(new URL(server.url).port);
});
afterAll(async () => {
  await server.stop(0);
  await app.close();
});

const ask = (...lines: readonly string[]) => askRaw(port, `${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`);

const paths = ['/health/live', '/graphql?query={__typename}', '/v1/nowhere'];
const hosts = [
  'a b',
  '[::1',
  'x:99999',
  'x/y',
  'user@x',
  '1.2.3.999',
  '127.1',
  '[0:0::1]',
  'x?y',
  'x#y',
  'x\\y',
  '',
  '%zz',
  'a,b',
  '[]',
];

describe('a malformed request', () => {
  it.each(paths.flatMap((path) => hosts.map((host) => [path, host])))(
    'to %s with the host %j is refused',
    async (path, host) => {
      expectProblem(await ask(`GET ${path} HTTP/1.1`, `Host: ${host}`));
    },
  );

  it.each([
    ['GET * HTTP/1.1', 'Host: x'],
    ['OPTIONS * HTTP/1.1', 'Host: x'],
    ['GET /v1/\\x HTTP/1.1', 'Host: x'],
    ['GET /graphql\\x HTTP/1.1', 'Host: x'],
    ['GET /v1/customers/source/9/externalId/\u00e9 HTTP/1.1', 'Host: x'],
    ['GET http:///graphql HTTP/1.1', 'Host: x'],
    ['GET http://[::1/graphql HTTP/1.1', 'Host: x'],
    ['GET http://x:99999/graphql HTTP/1.1', 'Host: x'],
    ['GET http://user@x/graphql HTTP/1.1', 'Host: x'],
    ['GET ftp://x/graphql HTTP/1.1', 'Host: x'],
    ['GET graphql HTTP/1.1', 'Host: x'],
    ['GET /graphql HTTP/1.1'],
    ['GET /health/live HTTP/1.1'],
    ['GET /graphql HTTP/1.1', 'Host: x', 'Host: y'],
    ['GET /graphql HTTP/9.9', 'Host: x'],
    ['GARBAGE'],
    ['GET /graphql HTTP/1.1', 'Host: x', 'No colon'],
    ['GET /graphql HTTP/1.1', 'Host: x', 'Bad\u0001Name: y'],
    ['POST /graphql HTTP/1.1', 'Host: x', 'Content-Length: 1', 'Content-Length: 2'],
    ['POST /v1/token HTTP/1.1', 'Host: x', 'Content-Length: -1'],
    ['POST /v1/token HTTP/1.1', 'Host: x', 'Content-Length: 1', 'Transfer-Encoding: chunked'],
    ['CONNECT x:443 HTTP/1.1', 'Host: x'],
    ['PRI * HTTP/2.0'],
  ])('such as %s %s is refused', async (...lines) => {
    expectProblem(await ask(...lines.filter((line) => line !== undefined)));
  });

  it('with broken chunks is refused', async () => {
    const head = 'Host: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n';
    expectProblem(await askRaw(port, `POST /v1/token HTTP/1.1\r\n${head}`));
    expectProblem(await askRaw(port, `POST /graphql HTTP/1.1\r\n${head}`));
  });

  it('with too many headers is refused with 431', async () => {
    const flood = Array.from({ length: 3_000 }, (_, index) => `X-${index}: ${index}`);
    expectProblem(await ask('GET /graphql HTTP/1.1', 'Host: x', ...flood), 431, 'HEADERS_TOO_LARGE');
    const long = `GET /health/live?${'x'.repeat(20_000)} HTTP/1.1`;
    expectProblem(await ask(long, 'Host: x'), 431, 'HEADERS_TOO_LARGE');
  });

  it('is also refused after a good one on the same connection', async () => {
    const { head, body } = await askRaw(port, 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n', 'nonsense\r\n\r\n');
    expect(head).toContain('200 OK');
    expect(body).toContain('HTTP/1.1 400 Bad Request');
    expect(body).toContain('MALFORMED_REQUEST');
  });

  it('never stops the server, nor does a client that only opens a connection', async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.resetAndDestroy();
    expect((await ask('GET /health/live HTTP/1.1', 'Host: x')).status).toBe(200);
  });

  it('is not logged', () => {
    expect(logged).toEqual([]);
  });
});

describe('an unusual but valid request', () => {
  const token = async () => `Authorization: Bearer ${await app.token()}`;

  it.each(['x', 'x:80', 'X.example', '[::1]:4000', '127.0.0.1', 'a_b', '\u0020x '])(
    'may name the host %j',
    async (host) => {
      expect((await ask('GET /health/live HTTP/1.1', `Host: ${host}`)).status).toBe(200);
      expect(
        (await ask('GET /graphql?query={__typename} HTTP/1.1', `Host: ${host}`, 'Apollo-Require-Preflight: 1')).status,
      ).toBe(200);
    },
  );

  it('may have an absolute target, which beats the host', async () => {
    expect((await ask('GET http://x/health/live HTTP/1.1', 'Host: a b')).status).toBe(200);
    const asked = await ask(
      'GET http://x/graphql?query={__typename} HTTP/1.1',
      'Host: y',
      'Apollo-Require-Preflight: 1',
    );
    expect(asked).toMatchObject({ status: 200, body: expect.stringContaining('Query') });
    expect((await ask('GET http://x?a=b HTTP/1.1', 'Host: x')).status).toBe(200);
  });

  it('needs no host in HTTP/1.0', async () => {
    expect((await ask('GET /health/live HTTP/1.0')).status).toBe(200);
    expect((await ask('GET /graphql?query={__typename} HTTP/1.0', 'Apollo-Require-Preflight: 1')).status).toBe(200);
  });

  it('may expect anything', async () => {
    expect((await ask('GET /v1/account HTTP/1.1', 'Host: x', 'Expect: wonders', await token())).status).toBe(200);
  });

  it.each(['TRACE', 'PROPFIND', 'OPTIONS'])('may use the method %s without a failure', async (method) => {
    for (const path of paths) {
      const { status, body } = await ask(`${method} ${path} HTTP/1.1`, 'Host: x');
      expect(status).toBeLessThan(500);
      expectNoInternals(body);
    }
  });

  it.each(['Authorization: \u00e9', 'X-Request-Id: \u0080', 'Accept: \u00ff', 'Cookie: \t', 'Content-Type: \u00e9'])(
    'may have the header %j without a failure',
    async (header) => {
      for (const path of paths) {
        const { status, body } = await ask(`GET ${path} HTTP/1.1`, 'Host: x', header);
        expect(status).toBeLessThan(500);
        expectNoInternals(body);
      }
    },
  );
});

function expectProblem(
  { status, head, body }: Awaited<ReturnType<typeof ask>>,
  expected = 400,
  code = 'MALFORMED_REQUEST',
) {
  expect(status).toBe(expected);
  expect(head).toMatch(/^content-type: application\/problem\+json/im);
  expect(head).toMatch(/^connection: close/im);
  const problem = JSON.parse(body);
  expect(problem).toMatchObject({ status: expected, code, errors: [] });
  expect(head).toContain(problem.requestId);
  expectNoInternals(body);
}

function expectNoInternals(body: string) {
  expect(body).not.toMatch(/node_modules|\.ts\b|\\n +at |ERR_|TypeError/);
}
