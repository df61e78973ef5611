import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Data } from '../ask.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
  token = await app.token();
});
afterAll(() => app.close());

async function get(params: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await app.fetch(`/graphql?${new URLSearchParams(params)}`, {
    headers: { Authorization: `Bearer ${token}`, ...headers },
  });
  const text = await response.text();
  const body: Data = text === '' ? null : JSON.parse(text);
  return { status: response.status, headers: response.headers, body };
}

const query =
  'query ($first: Int) { taxCodes(filter: { search: "hosting" }) { nodes { code } } customers(first: $first) { totalCount } }';
const data = { taxCodes: { nodes: [{ code: 'C3S6' }] }, customers: { totalCount: 0 } };

describe('a query by GET', () => {
  it('accepts its variables as JSON, and answers with an entity tag', async () => {
    const first = await get({ query, variables: '{"first": 1}' });
    expect(first.status).toBe(200);
    expect(first.body.data).toEqual(data);
    expect(first.headers.get('Cache-Control')).toBe('private, max-age=0, must-revalidate');
    expect(first.headers.get('Vary')).toContain('Authorization');
    const tag = first.headers.get('ETag')!;
    const again = await get({ query, variables: '{"first": 1}' }, { 'If-None-Match': `"other", W/${tag}` });
    expect(again).toMatchObject({ status: 304, body: null });
    expect(again.headers.get('ETag')).toBe(tag);
    expect((await get({ query, variables: '{"first": 1}' }, { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it('with errors is not cached', async () => {
    const { status, headers, body } = await get({ query: '{ node(id: "nonsense") { id } }' });
    expect(status).toBe(200);
    expect(body.errors[0].extensions.code).toBe('INVALID_INPUT');
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('ETag')).toBeNull();
  });

  it('reports all errors of its parameters', async () => {
    const { status, body } = await get({ query, variables: '{"first": ', extensions: '[1]' });
    expect(status).toBe(400);
    expect(body.errors[0].extensions).toMatchObject({
      code: 'INVALID_INPUT',
      issues: [
        { path: ['variables'], code: 'INVALID_JSON' },
        { path: ['extensions'], code: 'INVALID_JSON' },
      ],
    });
    const twice = await app.fetch('/graphql?query={a}&query={b}', { headers: { Authorization: `Bearer ${token}` } });
    expect(twice.status).toBe(400);
    expect(await twice.json()).toMatchObject({ errors: [{ extensions: { issues: [{ path: ['query'] }] } }] });
    expect((await get({})).body.errors[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } });
  });

  it('cannot be a mutation', async () => {
    const mutation = 'mutation { createToken(input: { clientId: "a", clientSecret: "b" }) { __typename } }';
    const { status, headers, body } = await get({ query: mutation });
    expect(status).toBe(405);
    expect(headers.get('Allow')).toBe('POST');
    expect(body.errors[0].extensions.code).toBe('METHOD_NOT_ALLOWED');
    const put = await app.fetch('/graphql', { method: 'PUT', headers: { Authorization: `Bearer ${token}` } });
    expect(put.status).toBe(405);
    expect(put.headers.get('Allow')).toBe('GET, POST');
  });
});

describe('a request that any page could have sent', () => {
  it('is not executed', async () => {
    const response = await app.fetch('/graphql?query={__typename}', { headers: { Cookie: 'a=b' } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'PREFLIGHT_REQUIRED' } }] });
  });

  it.each([
    ['Apollo-Require-Preflight', 'true'],
    ['X-GraphQL-Yoga-CSRF', '1'],
    ['Content-Type', 'application/json'],
  ])('is, with %s', async (name, value) => {
    const response = await app.fetch('/graphql?query={__typename}', { headers: { [name]: value } });
    expect(await response.json()).toMatchObject({ data: { __typename: 'Query' } });
  });

  it('does not include the page or the health check', async () => {
    const page = await app.fetch('/graphql', { headers: { Accept: 'text/html' } });
    expect(page.status).toBe(200);
    expect((await app.fetch('/health/live')).status).toBe(200);
  });
});

describe('the media type', () => {
  const post = async (body: unknown, accept: string) =>
    app.fetch('/graphql', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: accept,
        Authorization: `Bearer ${await app.token()}`,
      },
      body: JSON.stringify(body),
    });

  it.each([
    [{ query: '{ nonsense }' }, 'application/graphql-response+json', 400],
    [{ query: '{ nonsense }' }, 'application/json', 200],
    [{ query: '{' }, 'application/graphql-response+json', 400],
    [{ query: `{ ${'a '.repeat(10_000)} }` }, 'application/graphql-response+json', 400],
    [{ query: `{ ${'a '.repeat(10_000)} }` }, 'application/json', 200],
    [{ query: '{ __typename }' }, 'application/graphql-response+json', 200],
    [{ documentId: `sha256:${'0'.repeat(64)}` }, 'application/graphql-response+json', 404],
    [{ documentId: `sha256:${'0'.repeat(64)}` }, 'application/json', 200],
    [{}, 'application/json', 400],
    [[{ query: '{ __typename }' }], 'application/json', 400],
  ])('%j as %s is %i', async (body, accept, status) => {
    const response = await post(body, accept);
    expect(response.status).toBe(status);
    expect(response.headers.get('Content-Type')).toBe(`${accept}; charset=utf-8`);
  });

  it('that is not supported is 406', async () => {
    expect((await post({ query: '{ __typename }' }, 'text/csv')).status).toBe(406);
  });

  it('of a batch is rejected as a batch', async () => {
    const response = await post([{ query: '{ __typename }' }], '*/*');
    const { errors } = (await response.json()) as Data;
    expect(errors[0]).toMatchObject({
      message: expect.stringContaining('one operation per request'),
      extensions: { code: 'INVALID_INPUT', requestId: expect.any(String) },
    });
  });
});
