import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOperationManifest } from '../../../../src/graphql/http/operations/manifest.ts';
import { startApp, type TestApp } from '../../../support/app.ts';
import { aTenant } from '../../../support/stores.ts';
import type { Data } from '../../ask.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const known = 'query Known($search: String) { taxCodes(filter: { search: $search }) { nodes { code } } }';
const knownHash = sha256(known);
const operations = new Map([[knownHash, known]]);

let open: TestApp;
let closed: TestApp;
let token: string;
beforeAll(async () => {
  open = await startApp({ graphql: { persisted: { operations, isOnly: false } } });
  closed = await startApp({ store: open.store, graphql: { persisted: { operations, isOnly: true } } });
  token = await open.token();
});
afterAll(() => open.close());

async function post(app: TestApp, body: unknown, headers = {}): Promise<Data> {
  const response = await app.fetch('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, ...headers },
    body: JSON.stringify(body),
  });
  return response.json();
}

const codeOf = (answer: Data) => answer.errors?.[0].extensions.code;
const variables = { search: 'hosting' };
const found = { taxCodes: { nodes: [{ code: 'C3S6' }] } };

describe('a persisted operation', () => {
  it('is executed by its id', async () => {
    for (const app of [open, closed]) {
      expect((await post(app, { documentId: `sha256:${knownHash}`, variables })).data).toEqual(found);
      expect((await post(app, { documentId: knownHash.toUpperCase(), variables })).data).toEqual(found);
      const persistedQuery = { version: 1, sha256Hash: knownHash };
      expect((await post(app, { extensions: { persistedQuery }, variables })).data).toEqual(found);
    }
  });

  it('is executed by GET', async () => {
    const params = new URLSearchParams({ documentId: `sha256:${knownHash}`, variables: JSON.stringify(variables) });
    const response = await closed.fetch(`/graphql?${params}`, { headers: { Authorization: `Bearer ${token}` } });
    expect(await response.json()).toMatchObject({ data: found });
  });

  it('is executed from a form, as sent with a file', async () => {
    const body = new FormData();
    body.set('operations', JSON.stringify({ documentId: `sha256:${knownHash}`, variables }));
    body.set('map', '{}');
    const headers = { Authorization: `Bearer ${token}` };
    const response = await closed.fetch('/graphql', { method: 'POST', headers, body });
    expect(await response.json()).toMatchObject({ data: found });
  });

  it('with an unknown id has its own error code', async () => {
    const answer = await post(open, { documentId: `sha256:${'f'.repeat(64)}` });
    expect(codeOf(answer)).toBe('PERSISTED_DOCUMENT_NOT_FOUND');
    expect(codeOf(await post(open, { documentId: 'nonsense' }))).toBe('PERSISTED_DOCUMENT_NOT_FOUND');
    expect(codeOf(await post(open, { documentId: 7 }))).toBe('BAD_USER_INPUT');
  });

  it('must match the query sent with its id', async () => {
    const path = ['extensions', 'persistedQuery', 'sha256Hash'];
    const extensions = { persistedQuery: { version: 1, sha256Hash: knownHash } };
    for (const [id, issue] of [
      [{ documentId: `sha256:${knownHash}` }, { path: ['documentId'] }],
      [{ extensions }, { path }],
    ] as const) {
      const { errors } = await post(open, { ...id, query: '{ __typename }' });
      expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', issues: [issue] } }]);
    }
    expect((await post(open, { documentId: `sha256:${knownHash}`, query: known, variables })).data).toEqual(found);
  });
});

describe('when only persisted operations are allowed', () => {
  it.each([
    { query: '{ __typename }' },
    { query: known, documentId: `sha256:${knownHash}` },
    { query: known, extensions: { persistedQuery: { version: 1, sha256Hash: knownHash } } },
    {},
  ])('%j is refused', async (body) => {
    expect(codeOf(await post(closed, body))).toBe('PERSISTED_DOCUMENT_REQUIRED');
  });

  it('does not require clients to register their own', async () => {
    const persistedQuery = { version: 1, sha256Hash: 'f'.repeat(64) };
    expect(codeOf(await post(closed, { extensions: { persistedQuery } }))).toBe('PERSISTED_DOCUMENT_NOT_FOUND');
  });
});

describe('a client that uses automatic persisted queries', () => {
  it('sends the full operation once', async () => {
    const query = '{ taxCodes(filter: { search: "hosting" }) { nodes { code } } }';
    const extensions = { persistedQuery: { version: 1, sha256Hash: sha256(query) } };
    const unknown = await post(open, { extensions });
    expect(unknown.errors[0]).toMatchObject({
      message: 'PersistedQueryNotFound',
      extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' },
    });
    expect((await post(open, { extensions, query })).data).toEqual(found);
    expect((await post(open, { extensions })).data).toEqual(found);
  });

  it('cannot register another operation under the same hash', async () => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: sha256('{ __typename }') } };
    expect(codeOf(await post(open, { extensions, query: known }))).toBe('INVALID_INPUT');
    expect(codeOf(await post(open, { extensions }))).toBe('PERSISTED_QUERY_NOT_FOUND');
  });
});

describe('automatic persisted queries of several clients', () => {
  const account = '{ account { name } }';
  const automatic = (query: string) => ({ persistedQuery: { version: 1, sha256Hash: sha256(query) } });

  it('run with the token of each client, and no client can change the operation of a hash', async () => {
    const other = await aTenant(open.store.stores);
    const Authorization = `Bearer ${await open.token(undefined, other)}`;
    expect((await post(open, { extensions: automatic(account), query: account })).data.account.name).toBe(
      open.tenant.name,
    );
    const changed = { extensions: automatic(account), query: '{ customers { totalCount } }' };
    expect(codeOf(await post(open, changed, { Authorization }))).toBe('INVALID_INPUT');
    const ofOther = await post(open, { extensions: automatic(account) }, { Authorization });
    expect(ofOther.data).toEqual({ account: { name: other.name } });
    expect((await post(open, { extensions: automatic(account) })).data.account.name).toBe(open.tenant.name);
  });

  it('cannot be registered without a token, nor run without one', async () => {
    const typename = '{ __typename me: __typename }';
    const withoutToken = async (body: unknown): Promise<Data> => {
      const headers = { 'Content-Type': 'application/json' };
      return (await open.fetch('/graphql', { method: 'POST', headers, body: JSON.stringify(body) })).json();
    };
    expect((await withoutToken({ extensions: automatic(typename), query: typename })).data.me).toBe('Query');
    expect(codeOf(await withoutToken({ extensions: automatic(typename) }))).toBe('PERSISTED_QUERY_NOT_FOUND');
    await post(open, { extensions: automatic(account), query: account });
    expect(codeOf(await withoutToken({ extensions: automatic(account) }))).toBe('UNAUTHENTICATED');
  });

  it('are kept up to a total length: the oldest must be sent again', async () => {
    const numbered = (index: number) => `{ __typename } # ${index}${'x'.repeat(99_000)}`;
    for (let index = 0; index <= 21; index++) {
      const query = numbered(index);
      expect((await post(open, { extensions: automatic(query), query })).data).toEqual({ __typename: 'Query' });
    }
    expect(codeOf(await post(open, { extensions: automatic(numbered(0)) }))).toBe('PERSISTED_QUERY_NOT_FOUND');
    expect((await post(open, { extensions: automatic(numbered(21)) })).data).toEqual({ __typename: 'Query' });
  });
});

describe('the manifest', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-manifest-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  const written = (content: unknown) => {
    const file = join(directory, 'operations.json');
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return file;
  };

  it('maps hashes to operations, or is an Apollo manifest', () => {
    expect(readOperationManifest(written({ [knownHash]: known }))).toEqual(operations);
    expect(readOperationManifest(written({ [`sha256:${knownHash}`]: known }))).toEqual(operations);
    const entries = [{ id: knownHash, name: 'Known', type: 'query', body: known }];
    const ofApollo = { format: 'apollo-persisted-query-manifest', version: 1, operations: entries };
    expect(readOperationManifest(written(ofApollo))).toEqual(operations);
  });

  it('is refused with a list of all problems', () => {
    const wrong = written({ [knownHash]: `${known} `, abc: '{ __typename }' });
    expect(() => readOperationManifest(wrong)).toThrow(`${knownHash} is not the SHA-256`);
    expect(() => readOperationManifest(wrong)).toThrow('abc is not the SHA-256 of its operation; expected');
    expect(() => readOperationManifest(written('[]'))).toThrow('must be a JSON object that maps hashes to operations');
    expect(() => readOperationManifest(written('{'))).toThrow('must be a JSON object that maps hashes to operations');
    expect(() => readOperationManifest(join(directory, 'missing.json'))).toThrow('cannot be read');
  });

  it('must not contain operations that cannot be executed', async () => {
    const faulty = new Map([
      ['one', '{ nonsense }'],
      ['two', '{'],
    ]);
    await expect(
      startApp({ store: open.store, graphql: { persisted: { operations: faulty, isOnly: false } } }),
    ).rejects.toThrow(/one: Cannot query field "nonsense"[\s\S]*two: Syntax Error/);
  });
});

describe('when the schema is hidden', () => {
  it('is revealed by neither introspection nor suggestions', async () => {
    const hidden = await startApp({ store: open.store, graphql: { introspection: false } });
    const asked = await post(hidden, { query: '{ __schema { types { name } } }' });
    expect(codeOf(asked)).toBe('GRAPHQL_VALIDATION_FAILED');
    const mistyped = await post(hidden, { query: '{ transactio { id } }' });
    expect(mistyped.errors[0].message).toBe('Cannot query field "transactio" on type "Query".');
    const query = 'query ($input: SalesTaxRatesInput!) { salesTaxRates(input: $input) { __typename } }';
    const misnamed = await post(hidden, { query, variables: { input: { contry: 'US' } } });
    expect(JSON.stringify(misnamed.errors)).not.toContain('Did you mean');
    expect((await post(hidden, { query: '{ __typename }' })).data).toEqual({ __typename: 'Query' });
  });
});
