import {
  buildSchema,
  getIntrospectionQuery,
  getNamedType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listSizes } from '../../../src/graphql/execution/list-sizes.ts';
import { schemaText } from '../../../src/graphql/schema-text.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { ask } from '../ask.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const messageOf = async (query: string, variables: Record<string, unknown> = {}) =>
  (await ask(app, query, { variables })).errors?.[0]?.message ?? null;

describe('a document', () => {
  it.each([
    ['selections', `${'{a'.repeat(4_000)}${'}'.repeat(4_000)}`],
    ['values', `{ node(id: ${'['.repeat(4_000)}${']'.repeat(4_000)}) { id } }`],
    ['types', `query ($ids: ${'['.repeat(4_000)}ID${']'.repeat(4_000)}) { nodes(ids: $ids) { id } }`],
  ])('may be nested 100 brackets deep: %s', async (_, query) => {
    expect(await messageOf(query)).toContain('nested deeper than 100 brackets');
  });

  it('may have 10000 tokens', async () => {
    const nodes = (count: number) => `{ nodes(ids: [${'"a" '.repeat(count)}]) { id } }`;
    expect(await messageOf(nodes(9_980))).toBe('At most 100 ids.');
    expect(await messageOf(nodes(10_000))).toContain('10000 tokens');
  });

  it('may be 12 levels deep, fragments included', async () => {
    const nested = (levels: number) => '{ customer { exemptions { nodes '.repeat(levels);
    const deep = `{ exemptions { nodes ${nested(4)} { id } ${'} } }'.repeat(4)} } }`;
    expect(await messageOf(deep)).toContain('depth is 15; at most 12 is allowed');
    const spread = `{ exemptions { nodes { ...a } } }
      fragment a on Exemption { customer { exemptions { nodes { ...b } } } }
      fragment b on Exemption { customer { exemptions { nodes { customer { exemptions { nodes { customer { exemptions { id: totalCount } } } } } } } } }`;
    expect(await messageOf(spread)).toContain('depth is 14; at most 12 is allowed');
  });

  it('may have 50 aliases, each spread of a fragment counted', async () => {
    const aliases = (count: number) => Array.from({ length: count }, (_, index) => `a${index}: __typename`).join(' ');
    expect(await messageOf(`{ ${aliases(50)} }`)).toBeNull();
    expect(await messageOf(`{ ${aliases(51)} }`)).toContain('aliases is 51');
    const query = `{ ...f b: customers { nodes { id } } } fragment f on Query { ${aliases(50)} }`;
    expect(await messageOf(query)).toContain('aliases is 51');
  });

  it('may cost 100000 fields, lists counted with their page size', async () => {
    const list = (first: string) =>
      `transactions(first: ${first}) { nodes { items { taxLines { reason source taxAmount appliedRate } } } }`;
    expect(await messageOf(`{ ${list('100')} }`)).toBeNull();
    const many = Array.from({ length: 10 }, (_, index) => `a${index}: ${list('$first')}`).join(' ');
    expect(await messageOf(`query ($first: Int) { ${many} }`, { first: 1 })).toContain('cost is');
    const fewer = Array.from({ length: 10 }, (_, index) => `a${index}: ${list('5')}`).join(' ');
    expect(await messageOf(`{ ${fewer} }`)).toBeNull();
  });

  it('that goes round in circles is refused, not followed', async () => {
    const query =
      '{ customers { nodes { ...a } } } fragment a on Customer { exemptions { nodes { customer { ...a } } } }';
    expect(await messageOf(query)).toContain('Cannot spread fragment "a" within itself');
  });

  it('of introspection is answered', async () => {
    expect(
      await messageOf(getIntrospectionQuery({ descriptions: true, inputValueDeprecation: true, oneOf: true })),
    ).toBeNull();
  });

  it('may ask for 100 nodes', async () => {
    const ids = Array.from({ length: 101 }, () => 'Q3VzdG9tZXI6MDE5N2EzYzItN2QwZS03Y2MwLTgwMDAtM2YyYTViOGM5ZDFl');
    expect(await messageOf('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids })).toBe('At most 100 ids.');
  });
});

it('every list of records has a size that it is counted with', () => {
  const types = Object.values(buildSchema(schemaText()).getTypeMap());
  const lists = types.filter(isObjectType).flatMap((type) =>
    Object.values(type.getFields()).flatMap((field) => {
      const outer = isNonNullType(field.type) ? field.type.ofType : field.type;
      const isList = isListType(outer) && !isLeafType(getNamedType(outer));
      const isPage = getNamedType(outer).name.endsWith('Connection');
      const isAskedFor = field.args.some(({ name }) => name === 'first' || name === 'ids');
      const isOfPage = field.name === 'nodes' || field.name === 'edges';
      return (isList || isPage) && !isAskedFor && !isOfPage && !type.name.startsWith('__')
        ? [{ field: `${type.name}.${field.name}`, isSized: field.name in listSizes }]
        : [];
    }),
  );
  expect(lists.length).toBeGreaterThan(40);
  expect(lists.filter(({ isSized }) => !isSized)).toEqual([]);
});

describe('what an answer tells of its cost', () => {
  it('is what the operation was taken to cost, and what one may cost', async () => {
    const cost = async (query: string, body: object = {}) => {
      const response = await app.fetch('/graphql', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${await app.token()}` },
        body: JSON.stringify({ query, ...body }),
      });
      return ((await response.json()) as { extensions: unknown }).extensions;
    };
    const costing = (requested: number) => ({ cost: { requested, limit: 100_000 } });
    expect(await cost('{ __typename }')).toEqual(costing(1));
    // The connection, and ten times the list and the id in it.
    expect(await cost('{ customers(first: 10) { nodes { id } } }')).toEqual(costing(21));
    expect(await cost('{ customers { nodes { id @skip(if: true) } } }')).toEqual(costing(51));
    const two = 'query A { __typename } query B { customers(first: 1) { totalCount } }';
    expect(await cost(two, { operationName: 'B' })).toEqual(costing(2));
    expect(await cost('{ node(id: "nonsense") { id } }')).toEqual(costing(2));
    expect(
      await cost('query ($first: Int) { customers(first: $first) { totalCount } }', { variables: { first: 'x' } }),
    ).toEqual(costing(101));
  });
});
