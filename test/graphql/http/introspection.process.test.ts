import { gunzipSync } from 'node:zlib';
import { getIntrospectionQuery, graphqlSync } from 'graphql';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { schema } from '../../../src/graphql/schema.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { openTestStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;
let app: TestApp;
/** A new app each time, because limits are counted per app. */
beforeEach(async () => {
  store = await openTestStore();
  app = await startApp({ store });
});
afterEach(() => store.close());

const post = (body: object, headers: Record<string, string> = {}) =>
  app.fetch('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const introspection = getIntrospectionQuery({ descriptions: true, inputValueDeprecation: true });

describe('an introspection', () => {
  it('is executed once, however often it is asked', async () => {
    const executed = vi.spyOn(schema, 'getTypeMap');
    onTestFinished(() => executed.mockRestore());
    const once = async (query: string) => (await post({ query })).arrayBuffer();
    await once(introspection);
    const executions = executed.mock.calls.length;
    expect(executions).toBeGreaterThan(0);
    await once(introspection);
    expect(executed).toHaveBeenCalledTimes(executions);
    await once(`${introspection} # another`);
    expect(executed.mock.calls.length).toBeGreaterThan(executions);
  });

  it('is the same each time, compressed or not', async () => {
    const { data } = graphqlSync({ schema, source: introspection });
    const first = await post({ query: introspection });
    const again = await post({ query: introspection });
    const compressed = await post({ query: introspection }, { 'Accept-Encoding': 'gzip' });
    expect([first, again, compressed].map(({ headers }) => headers.get('Content-Encoding'))).toEqual([
      null,
      null,
      'gzip',
    ]);
    expect(compressed.headers.get('Vary')).toContain('Accept-Encoding');
    expect(compressed.headers.get('X-Content-Type-Options')).toBe('nosniff');
    const bytes = Buffer.from(await compressed.arrayBuffer());
    expect(bytes.length).toBeLessThan(135_000);
    for (const text of [await first.text(), await again.text(), String(gunzipSync(bytes))]) {
      expect(JSON.parse(text)).toEqual({
        data,
        extensions: { cost: { requested: expect.any(Number), limit: 100_000 } },
      });
    }
  });

  it('has its own answer for each operation, variable and media type', async () => {
    const query = 'query A { __type(name: "Query") { name } } query B { __type(name: "Mutation") { name } }';
    const named = async (operationName: string) =>
      ((await (await post({ query, operationName })).json()) as { data: unknown }).data;
    for (let round = 0; round < 2; round++) {
      expect(await named('A')).toEqual({ __type: { name: 'Query' } });
      expect(await named('B')).toEqual({ __type: { name: 'Mutation' } });
    }
    const byName = 'query ($name: String!) { __type(name: $name) { name } }';
    for (const name of ['Query', 'Mutation']) {
      const response = await post({ query: byName, variables: { name } });
      expect(((await response.json()) as { data: unknown }).data).toEqual({ __type: { name } });
    }
    for (const type of ['application/json', 'application/graphql-response+json', 'application/json']) {
      const response = await post({ query: '{ __typename }' }, { Accept: type });
      expect(response.headers.get('Content-Type')).toBe(`${type}; charset=utf-8`);
    }
  });

  it('by GET has the same ETag each time', async () => {
    const get = () =>
      app.fetch('/graphql?query={__typename}', { headers: { 'X-Requested-With': 'x', 'Accept-Encoding': 'gzip' } });
    const [first, again] = [await get(), await get()];
    expect(await again.text()).toBe(await first.text());
    expect(again.headers.get('ETag')).toBe(first.headers.get('ETag'));
  });
});

describe('without a token', () => {
  const newDocument = async (text: string, headers: Record<string, string> = {}) => post({ query: text }, headers);

  it('an address can send 30 new documents a minute; known ones and those with a token do not count', async () => {
    for (let index = 0; index < 30; index++) {
      expect((await newDocument(`{ __typename } # ${index}`)).status).toBe(200);
      expect((await newDocument('{ __typename } # 0')).status).toBe(200);
    }
    const refused = await newDocument('{ __typename } # 30');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({
      errors: [
        {
          message: expect.stringMatching(/^Without a token, at most 30 new documents are accepted per minute\./),
          extensions: { code: 'TOO_MANY_REQUESTS', limit: { name: 'newDocumentsPerMinute', allowed: 30 } },
        },
      ],
    });
    expect((await newDocument('{ __typename } # 29')).status).toBe(200);
    const Authorization = `Bearer ${await app.token()}`;
    expect((await newDocument('{ __typename } # 31', { Authorization })).status).toBe(200);
    expect((await newDocument('{ __typename } # 31')).status).toBe(200);
  });

  it('what needs a token is refused as such and does not count', async () => {
    for (let index = 0; index < 80; index++) {
      const response = await newDocument(`{ account { name } } # ${'x'.repeat(7_000)}${index}`);
      expect(response.status).toBe(401);
    }
    expect((await newDocument('{ __typename } # 1')).status).toBe(200);
  });

  it('invalid documents count each time', async () => {
    for (let index = 0; index < 30; index++) await newDocument('{ nonsense }');
    expect((await newDocument('{ nonsense }')).status).toBe(429);
  });

  const conditional = `query V($shown: Boolean = true) ${introspection.replace(/^\s*query \w+/, '').replace('__schema {', '__schema @include(if: $shown) {')}`;

  it('a schema query that is not answered from memory is executed 13 times a minute', async () => {
    for (let index = 0; index < 13; index++) {
      const response = await post({ query: conditional, variables: { shown: index % 2 === 0 } });
      expect(response.status).toBe(200);
    }
    const refused = await newDocument(conditional);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({
      errors: [
        {
          message: expect.stringMatching(/^Without a token, operations may cost at most 1000000 in total per minute/),
          extensions: { code: 'TOO_MANY_REQUESTS', limit: { name: 'costPerMinute', allowed: 1_000_000 } },
        },
      ],
    });
    const Authorization = `Bearer ${await app.token()}`;
    expect((await newDocument(conditional, { Authorization })).status).toBe(200);
    const token = await post({
      query: 'mutation { createToken(input: { clientId: "a", clientSecret: "b" }) { __typename } }',
    });
    expect(token.status).toBe(200);
  });

  it('the schema queries of usual tools, and a health check, are answered from memory any number of times', async () => {
    const small = { descriptions: false };
    const all = {
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
    };
    const tools = [introspection, getIntrospectionQuery(small), getIntrospectionQuery(all), '{ __typename }'];
    for (let index = 0; index < 40; index++) {
      for (const query of tools) expect((await newDocument(query)).status).toBe(200);
    }
  });

  const times = (count: number, write: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => write(index)).join(' ');

  it.each([
    [
      'fragments',
      20,
      `{ ...f0 } ${times(20, (at) => `fragment f${at} on Query { ...f${at + 1} }`)} fragment f20 on Query { __typename }`,
    ],
    ['fields', 300, `{ ${times(301, (at) => `x${at}`)} }`],
    ['comparisons', 500, `{ ${times(40, () => '__schema { description }')} }`],
  ])('a document can have fewer %s: %i', async (name, allowed, query) => {
    const response = await newDocument(query);
    expect(response.status).toBe(401);
    const { errors } = (await response.json()) as { errors: unknown };
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED', limit: { name, allowed } } }]);
    const withToken = await newDocument(query, { Authorization: `Bearer ${await app.token()}` });
    expect(await withToken.text()).not.toContain('UNAUTHENTICATED');
  });
});
