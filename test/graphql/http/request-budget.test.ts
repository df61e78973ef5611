import { GraphQLID } from 'graphql';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { anInvoiceBody } from '../../support/bodies.ts';
import { ask } from '../ask.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const idsQuery = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
const listQuery = 'query ($filter: TransactionFilter) { transactions(filter: $filter) { totalCount } }';
const objects = (count: number) => Array.from({ length: count }, () => ({}));
const nestedFilter = (depth: number) => `${'{"not":'.repeat(depth)}{}${'}'.repeat(depth)}`;

/** Sends a body unchanged. */
async function post(body: string, headers: Record<string, string> = {}) {
  const response = await app.fetch('/graphql', {
    method: 'POST',
    headers: {
      Accept: 'application/graphql-response+json',
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      ...headers,
    },
    body,
  });
  const { errors, data } = (await response.json()) as Awaited<ReturnType<typeof ask>>;
  return { status: response.status, error: errors?.[0], errors, data };
}

const authorized = async () => ({ Authorization: `Bearer ${await app.token()}` });

describe('a wrong token', () => {
  it('is refused before the body is parsed', async () => {
    const { status, error } = await post('{"query":', { Authorization: 'Bearer nonsense' });
    expect([status, error?.extensions.code]).toEqual([401, 'UNAUTHENTICATED']);
  });
});

describe('without a token', () => {
  it('an operation is refused before it is validated and its variables are converted', async () => {
    const { status, data, errors } = await ask(app, idsQuery, { token: null, variables: { ids: objects(50) } });
    expect([status, data]).toEqual([401, undefined]);
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
    const invalid = await ask(app, '{ customers { nodes { nonsense } } }', { token: null });
    expect(invalid.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  });

  it('closed fields are found in fragments, and in the operation that is executed', async () => {
    const query = 'query A { __typename } query B { ... { ...f } } fragment f on Query { account { name } ...f }';
    expect((await ask(app, query, { token: null, operationName: 'B' })).status).toBe(401);
    const valid = 'query A { __typename } query B { ... { ...f } } fragment f on Query { account { name } }';
    expect((await ask(app, valid, { token: null, operationName: 'A' })).data).toEqual({ __typename: 'Query' });
    expect((await ask(app, 'subscription { transactionChanged { kind } }', { token: null })).status).toBe(401);
  });

  it('the refusal of an operation does not affect the same operation with a token', async () => {
    const query = '{ customers { totalCount nodes { email } } }';
    expect((await ask(app, query, { token: null })).status).toBe(401);
    expect((await ask(app, query)).errors).toBeUndefined();
  });

  it('a body may have 16 kB', async () => {
    const body = (ids: number) => JSON.stringify({ query: idsQuery, variables: { ids: objects(ids) } });
    const { status, error } = await post(body(20_000));
    expect([status, error?.extensions.code]).toEqual([401, 'UNAUTHENTICATED']);
    expect(error?.message).toContain('Without a token, the body may have at most 16384 bytes.');
    expect(error?.extensions.limit).toEqual({ name: 'bodyBytes', requested: body(20_000).length, allowed: 16_384 });
    const undeclared = await app.fetch('/graphql', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: body(20_000),
    });
    expect(undeclared.status).toBe(413);
    const parsed = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parsed.mockRestore());
    expect((await post(body(200_000))).status).toBe(401);
    expect(parsed.mock.calls.filter(([text]) => String(text).length > 16_384)).toEqual([]);
  });

  it.each([
    ['characters', 8_000, `{ __typename } #${'x'.repeat(8_000)}`],
    ['tokens', 1_000, `{ ${'a '.repeat(1_000)} }`],
  ])('a document may have fewer %s: %i', async (name, allowed, query) => {
    const { status, errors } = await ask(app, query, { token: null });
    expect(status).toBe(401);
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED', limit: { name, allowed } } }]);
  });

  it('variables may have 100 values', async () => {
    const { status, errors } = await ask(app, '{ __typename }', { token: null, variables: { ids: objects(100) } });
    expect(status).toBe(401);
    expect(errors).toMatchObject([{ extensions: { limit: { name: 'values', allowed: 100 } } }]);
  });
});

describe('variables', () => {
  it.each([
    ['entries of a list', { ids: objects(20_000) }, { name: 'entries', allowed: 2_000 }],
    ['members of an object', Object.fromEntries(objects(2_001).map((_, at) => [`v${at}`, 1])), { name: 'entries' }],
    ['values', { ids: objects(400).map(() => objects(300)) }, { name: 'values', allowed: 100_000 }],
  ])('are counted before they are parsed: %s', async (_, variables, limit) => {
    const { status, errors } = await ask(app, idsQuery, { variables });
    expect(status).toBe(400);
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', limit } }]);
  });

  it('of many wrong values are refused with twenty errors, without converting the others', async () => {
    const headers = await authorized();
    const body = JSON.stringify({ query: idsQuery, variables: { ids: objects(2_000) } });
    const converted = vi.spyOn(GraphQLID, 'parseValue');
    onTestFinished(() => converted.mockRestore());
    const { status, errors } = await post(body, headers);
    expect(status).toBe(400);
    expect(errors).toHaveLength(21);
    expect(new Set(errors?.map(({ extensions }) => extensions.code))).toEqual(new Set(['BAD_USER_INPUT']));
    expect(converted.mock.calls.length).toBeLessThan(100);
  });

  it.each([2_000, 100_000])('nested %i deep are refused', async (depth) => {
    const headers = await authorized();
    const variables = `{"filter":${nestedFilter(depth)}}`;
    const refused = { code: 'INVALID_INPUT', limit: { name: 'nesting', allowed: 30 } };
    const { status, error } = await post(`{"query":${JSON.stringify(listQuery)},"variables":${variables}}`, headers);
    expect(status).toBe(400);
    expect(error?.extensions).toMatchObject(refused);

    const search = new URLSearchParams({ query: listQuery, variables });
    const got = await app.fetch(`/graphql?${search}`, { headers });
    expect(got.status).toBe(400);
    expect((await got.json()) as unknown).toMatchObject({ errors: [{ extensions: refused }] });

    const form = new FormData();
    form.set('operations', `{"query":${JSON.stringify(listQuery)},"variables":${variables}}`);
    form.set('map', '{}');
    const sent = await app.fetch('/graphql', { method: 'POST', headers, body: form });
    expect(sent.status).toBe(400);
    expect((await sent.json()) as unknown).toMatchObject({ errors: [{ extensions: refused }] });
  });

  it('with more items than a document can have are answered by its own check', async () => {
    const [item] = anInvoiceBody('0197a3c2-7d0e-7cc0-8000-3f2a5b8c9d1e').items as object[];
    const items = Array.from({ length: 1_001 }, () => item);
    const query = `mutation ($input: TransactionInput!) {
      upsertTransaction(input: $input) { ... on InvalidInput { issues { path } } }
    }`;
    const variables = { input: anInvoiceBody('0197a3c2-7d0e-7cc0-8000-3f2a5b8c9d1e', { items }) };
    expect((await ask(app, query, { variables })).data).toEqual({
      upsertTransaction: { issues: [{ path: ['items'] }] },
    });
  });
});
