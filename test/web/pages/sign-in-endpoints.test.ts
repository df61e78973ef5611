import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConsole } from '../../../src/web/pages/console.ts';
import { readConsoleFiles } from '../../../src/web/pages/console-files.ts';
import { createSignInEndpoints } from '../../../src/web/pages/sign-in-endpoints.ts';
import { builtMain } from '../../support/built.ts';

const log = pino({ level: 'silent' });

describe('the endpoints of an issuer', () => {
  let server: Server;
  let issuer: string;
  let metadata: Record<string, unknown>;
  let asked = 0;

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked += 1;
      if (request.url !== '/realm/.well-known/openid-configuration') response.statusCode = 404;
      response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realm`;
    metadata = {
      issuer,
      authorization_endpoint: 'https://login.example/authorize',
      token_endpoint: 'https://tokens.example/token',
    };
  });
  afterAll(() => server.close());

  const settings = () => ({ issuer, clientId: 'console', scope: 'openid' });

  it('are read once an hour', async () => {
    let now = 0;
    const find = createSignInEndpoints(settings(), log, () => now);
    asked = 0;
    const endpoints = {
      issuer,
      authorizationEndpoint: 'https://login.example/authorize',
      tokenEndpoint: 'https://tokens.example/token',
      endSessionEndpoint: null,
      clientId: 'console',
      scope: 'openid',
    };
    expect(await find()).toEqual(endpoints);
    now = 59 * 60_000;
    expect(await find()).toEqual(endpoints);
    expect(asked).toBe(1);
    now = 61 * 60_000;
    await find();
    expect(asked).toBe(2);
  });

  it('have the page for signing out, if there is one', async () => {
    const before = metadata;
    metadata = { ...before, end_session_endpoint: 'https://login.example/end' };
    expect(await createSignInEndpoints(settings(), log)()).toMatchObject({
      endSessionEndpoint: 'https://login.example/end',
    });
    metadata = before;
  });

  it('and the gateway are the only URLs to which the console may send', async () => {
    if (!readConsoleFiles()) builtMain();
    const serve = createConsole({ hasDemo: false, signIn: settings(), log });
    const page = await serve(new Request('http://localhost/console'));
    expect(page.headers.get('content-security-policy')).toContain("connect-src 'self' https://tokens.example;");
    expect(await page.text()).toContain('"tokenEndpoint":"https://tokens.example/token"');
  });

  it.each<[string, Record<string, unknown>]>([
    ['those of another issuer', { issuer: 'https://evil.example' }],
    ['without TLS', { token_endpoint: 'http://tokens.example/token' }],
    ['without TLS for signing out', { end_session_endpoint: 'http://tokens.example/end' }],
    ['absent', { authorization_endpoint: undefined }],
  ])('are not used if they are %s', async (_what, changes) => {
    const before = metadata;
    metadata = { ...before, ...changes };
    expect(await createSignInEndpoints(settings(), log)()).toBeNull();
    metadata = before;
  });

  it('are asked for again after a failure', async () => {
    const find = createSignInEndpoints({ ...settings(), issuer: `${issuer}/gone` }, log);
    expect(await find()).toBeNull();
    asked = 0;
    expect(await find()).toBeNull();
    expect(asked).toBe(1);
  });
});
