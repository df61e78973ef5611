import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpServer, listen } from '../../src/http/http-server.ts';
import { bodyOf, startApp, type TestApp } from '../support/app.ts';
import { askRaw } from '../support/raw-http.ts';

const secret = 'token.of.the.demo';
const demo = { issueToken: async () => ({ accessToken: secret, expiresIn: 3600 }), customerId: 'demo' };
const apps: TestApp[] = [];
const servers: HttpServer[] = [];

async function serve(listed: readonly string[] = []): Promise<number> {
  const app = await startApp({ demo, http: { allowedOrigins: { listed, loopback: true } }, store: apps[0]?.store });
  apps.push(app);
  const server = await listen({ port: 0, host: '127.0.0.1', keepAliveTimeoutMs: 5_000 }, async () => app.listener);
  servers.push(server);
  return Number(new URL(server.url).port);
}

let port: number;
let host: string;
beforeAll(async () => {
  port = await serve();
  host = `127.0.0.1:${port}`;
});
afterAll(async () => {
  for (const server of servers) await server.stop(0);
  for (const app of apps.reverse()) await app.close();
});

type Asked = {
  readonly port?: number;
  readonly method?: string;
  readonly target?: string;
  readonly version?: string;
  readonly headers?: Readonly<Record<string, string | null>>;
};

/** A request like those of the gateway's own page, with these changes; null omits a header. */
function ask({ port: to = port, method = 'POST', target = '/demo/token', version = '1.1', headers = {} }: Asked = {}) {
  const local = `127.0.0.1:${to}`;
  const sent = {
    Host: local,
    Origin: `http://${local}`,
    'X-Tollgate-Demo': '1',
    'Sec-Fetch-Site': 'same-origin',
    ...headers,
  };
  const lines = Object.entries(sent).flatMap(([name, value]) => (value === null ? [] : `${name}: ${value}`));
  return askRaw(to, `${[`${method} ${target} HTTP/${version}`, ...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`);
}

describe('the token of the demo', () => {
  it.each<[string, Asked]>([
    ['a page of the gateway', {}],
    ['a browser that does not say where a request comes from', { headers: { 'Sec-Fetch-Site': null } }],
  ])('is issued to %s', async (_who, asked) => {
    const { status, head, body } = await ask(asked);
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual({ accessToken: secret, expiresIn: 3600 });
    expect(head).not.toMatch(/access-control/i);
    expect(head).toMatch(/cache-control: no-store/i);
  });

  it.each<[string, () => Asked]>([
    ['without the header of its own', () => ({ headers: { 'X-Tollgate-Demo': null } })],
    ['from another site', () => ({ headers: { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' } })],
    ['from another port', () => ({ headers: { Origin: 'http://127.0.0.1:3000', 'Sec-Fetch-Site': 'same-site' } })],
    ['from another port, without saying so', () => ({ headers: { Origin: 'http://127.0.0.1:3000' } })],
    ['from another site that says it is this one', () => ({ headers: { 'Sec-Fetch-Site': 'cross-site' } })],
    ['of no origin', () => ({ headers: { Origin: null } })],
    ['of a hidden origin', () => ({ headers: { Origin: 'null' } })],
    ['for another host', () => ({ headers: { Host: 'evil.example', Origin: 'http://evil.example' } })],
    ['with Forwarded', () => ({ headers: { Forwarded: 'for=192.0.2.7' } })],
    ['with X-Forwarded-For', () => ({ headers: { 'X-Forwarded-For': '192.0.2.7' } })],
    ['with X-Forwarded-Host', () => ({ headers: { 'X-Forwarded-Host': 'tollgate.example' } })],
    ['with Via', () => ({ headers: { Via: '1.1 proxy' } })],
    ['of HTTP/1.0', () => ({ version: '1.0' })],
    ['of HTTP/1.0 without a host', () => ({ version: '1.0', headers: { Host: null } })],
    ['with a whole URL', () => ({ target: `http://${host}/demo/token` })],
  ])('is not issued to a request %s', async (_what, asked) => {
    const { status, head, body } = await ask(asked());
    expect(status).toBe(403);
    expect(JSON.parse(body)).toMatchObject({ code: 'FORBIDDEN' });
    expect(head + body).not.toContain(secret);
    expect(head).not.toMatch(/access-control/i);
  });

  it('is not issued to other machines', async () => {
    const headers = { Origin: 'http://localhost', 'X-Tollgate-Demo': '1' };
    const request = () => new Request('http://localhost/demo/token', { method: 'POST', headers });
    expect((await apps[0]!.fetchFrom('192.0.2.7', request())).status).toBe(403);
    expect((await apps[0]!.fetchFrom('127.0.0.1', request())).status).toBe(200);
  });

  it('is not issued while any origin is allowed, and then no response allows credentials', async () => {
    const open = await serve(['*']);
    const { status, head, body } = await ask({ port: open });
    expect(status).toBe(403);
    expect(head + body).not.toContain(secret);
    expect(head).not.toMatch(/access-control/i);
    for (const target of ['/v1/docs', '/graphql?query={__typename}']) {
      const answer = await ask({ port: open, method: 'GET', target, headers: { Origin: 'https://evil.example' } });
      expect(answer.head).toMatch(/access-control-allow-origin/i);
      expect(answer.head).not.toMatch(/access-control-allow-credentials/i);
    }
  });

  it('is not available to preflight requests', async () => {
    const headers = {
      Origin: 'http://127.0.0.1:3000',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'x-tollgate-demo',
    };
    expect((await ask({ method: 'OPTIONS', headers })).head).not.toMatch(/access-control/i);
  });

  it('is not part of any page', async () => {
    for (const target of ['/v1/docs', '/graphql']) {
      const { status, body } = await ask({ method: 'GET', target, headers: { Accept: 'text/html' } });
      expect(status).toBe(200);
      expect(body).toContain('/demo/token');
      expect(body).not.toContain(secret);
    }
  });

  it('does not exist without a demo', async () => {
    const app = await startApp({ store: apps[0]!.store });
    const response = await app.fetch('/demo/token', { method: 'POST', headers: { 'X-Tollgate-Demo': '1' } });
    expect(response.status).toBe(404);
    expect(await bodyOf(response)).toMatchObject({ code: 'PATH_NOT_FOUND' });
  });
});
