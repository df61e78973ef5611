import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
  token = await app.token();
});
afterAll(() => app.close());

const headersOf = async (path: string, init: RequestInit) => {
  const { headers } = await app.fetch(path, init);
  return {
    cache: headers.get('Cache-Control'),
    policy: headers.get('Content-Security-Policy'),
    sniffing: headers.get('X-Content-Type-Options'),
    referrer: headers.get('Referrer-Policy'),
  };
};

const ofData = {
  cache: 'no-store',
  policy: "default-src 'none'; frame-ancestors 'none'",
  sniffing: 'nosniff',
  referrer: 'no-referrer',
};

describe('responses with data, or with errors, are neither stored nor interpreted as pages', () => {
  it.each([
    ['an answer', 200, '{"query":"{ taxCodes { nodes { code } } }"}', 'application/json'],
    ['an invalid operation', 400, '{"query":"{ nonsense }"}', 'application/json'],
    ['a body that is not JSON', 400, '{', 'application/json'],
    ['a body of another type', 415, 'query', 'text/plain'],
  ])('%s: %i', async (_, status, body, type) => {
    const headers = {
      Accept: 'application/graphql-response+json',
      Authorization: `Bearer ${token}`,
      'Content-Type': type,
    };
    const init = { method: 'POST', headers, body };
    expect((await app.fetch('/graphql', init)).status).toBe(status);
    expect(await headersOf('/graphql', init)).toEqual(ofData);
  });

  it('a missing token, an unknown method, a preflight and a stream', async () => {
    const post = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
    expect(await headersOf('/graphql', { ...post, body: '{"query":"{ account { name } }"}' })).toEqual(ofData);
    expect(await headersOf('/graphql', { method: 'DELETE' })).toEqual(ofData);
    expect(await headersOf('/graphql', { method: 'OPTIONS' })).toEqual(ofData);
    const closing = new AbortController();
    const stream = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
      body: '{"query":"subscription { transactionChanged { action } }"}',
      signal: closing.signal,
    };
    expect(await headersOf('/graphql', stream)).toEqual(ofData);
    closing.abort();
  });

  it('except that clients may cache the response of a query by GET if they revalidate it', async () => {
    const path = '/graphql?query={__typename}';
    expect(await headersOf(path, { headers: { Authorization: `Bearer ${token}` } })).toEqual({
      ...ofData,
      cache: 'private, max-age=0, must-revalidate',
    });
  });
});

describe('GraphiQL', () => {
  it('has its own policy, and only its files may be stored', async () => {
    const page = await app.fetch('/graphql', { headers: { Accept: 'text/html' } });
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    expect(page.headers.get('Content-Security-Policy')).toContain("script-src 'self'");
    const [file] = /\/graphql\/graphiql\/[^"]+/.exec(await page.text()) ?? [];
    const { headers } = await app.fetch(file!);
    expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  });
});
