import {
  getIntrospectionQuery,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../../src/graphql/schema.ts';
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
    expect(await messageOf(nodes(9_980))).not.toContain('tokens');
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

  it('may have 50 aliases, counted once per fragment spread', async () => {
    const aliases = (count: number) => Array.from({ length: count }, (_, index) => `a${index}: __typename`).join(' ');
    expect(await messageOf(`{ ${aliases(50)} }`)).toBeNull();
    expect(await messageOf(`{ ${aliases(51)} }`)).toContain('aliases is 51');
    const query = `{ ...f b: customers { nodes { id } } } fragment f on Query { ${aliases(50)} }`;
    expect(await messageOf(query)).toContain('aliases is 51');
  });

  it('may cost 100000 fields, each multiplied by its page sizes', async () => {
    const list = (first: string) =>
      `transactions(first: ${first}) { nodes { items { taxLines { reason sources { title } taxAmount appliedRate } } } }`;
    expect(await messageOf(`{ ${list('100')} }`)).toBeNull();
    const many = Array.from({ length: 10 }, (_, index) => `a${index}: ${list('$first')}`).join(' ');
    const sized = (first: number) => messageOf(`query ($first: Int) { ${many} }`, { first });
    expect(await sized(1)).toBeNull();
    expect(await sized(100)).toContain('cost is');
    expect(await sized(2)).toBeNull();
    const fewer = Array.from({ length: 10 }, (_, index) => `a${index}: ${list('5')}`).join(' ');
    expect(await messageOf(`{ ${fewer} }`)).toBeNull();
  });

  const times = (count: number, write: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => write(index)).join(' ');

  it.each([
    ['operations', 50, (count: number) => times(count, (index) => `query q${index} { __typename }`)],
    [
      'fragments',
      100,
      (count: number) =>
        `{ ${times(count, (index) => `...f${index}`)} } ${times(count, (index) => `fragment f${index} on Query { __typename }`)}`,
    ],
    ['spreads', 1_000, (count: number) => `{ ${times(count, () => '... { __typename }')} }`],
    ['variables', 100, (count: number) => `query (${times(count, (index) => `$v${index}: Int`)}) { __typename }`],
    ['fields', 2_000, (count: number) => `{ __typename } fragment unused on Query { ${times(count - 1, () => 'x')} }`],
    ['arguments', 1_000, (count: number) => `{ customers(${times(count, () => 'first: 1')}) { totalCount } }`],
    ['values', 2_000, (count: number) => `{ nodes(ids: [${times(count - 1, () => '"a"')}]) { id } }`],
  ])('may have so many %s: %i, unused definitions included', async (name, most, write) => {
    const operationName = name === 'operations' ? 'q0' : undefined;
    const limitOf = async (count: number) =>
      (await ask(app, write(count), { operationName })).errors?.[0]?.extensions.limit ?? null;
    expect((await limitOf(most))?.name).not.toBe(name);
    expect(await limitOf(most + 1)).toEqual({ name, requested: most + 1, allowed: most });
  });

  it('may repeat a field as often as validation can compare them', async () => {
    const repeated = (count: number) => `{ ${'__schema { description } '.repeat(count)} }`;
    expect(await messageOf(repeated(60))).toBeNull();
    expect(await messageOf(repeated(300))).toContain('selects the same fields too often');
    const arguments_ = (count: number) => `{ ${'nodes(ids: ["a", "b", "c"]) { id } '.repeat(count)} }`;
    expect(await messageOf(arguments_(20))).toContain('is not a record id');
    expect(await messageOf(arguments_(60))).toContain('selects the same fields too often');
    const fragments = `{ ...f0 } ${times(99, (index) => `fragment f${index} on Query { ...f${index + 1} }`)}
      fragment f99 on Query { ${'__schema { description } '.repeat(60)} }`;
    expect(await messageOf(fragments)).toContain('selects the same fields too often');
  });

  it('with a fragment cycle is refused', async () => {
    const query =
      '{ customers { nodes { ...a } } } fragment a on Customer { exemptions { nodes { customer { ...a } } } }';
    expect(await messageOf(query)).toContain('Cannot spread fragment "a" within itself');
  });

  it('may be the full introspection query', async () => {
    expect(
      await messageOf(getIntrospectionQuery({ descriptions: true, inputValueDeprecation: true, oneOf: true })),
    ).toBeNull();
  });

  it('may request 100 nodes', async () => {
    const ids = Array.from({ length: 101 }, () => 'Q3VzdG9tZXI6MDE5N2EzYzItN2QwZS03Y2MwLTgwMDAtM2YyYTViOGM5ZDFl');
    expect(await messageOf('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids })).toBe(
      'ids may have at most 100 entries.',
    );
  });
});

it('every list of records has a size for the query cost', () => {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  const lists = types
    .filter((type) => isObjectType(type) || isInterfaceType(type))
    .flatMap((type) =>
      Object.values(type.getFields()).map(({ name, type: fieldType, args, extensions }) => {
        const outer = isNonNullType(fieldType) ? fieldType.ofType : fieldType;
        return {
          field: `${type.name}.${name}`,
          isList: isListType(outer) && !isLeafType(getNamedType(outer)),
          isConnection: getNamedType(outer).name.endsWith('Connection'),
          isOfPage: name === 'nodes' || name === 'edges' ? type.name.endsWith('Connection') : false,
          hasPages: ['first', 'after', 'last', 'before'].every((paging) => args.some(({ name }) => name === paging)),
          listSize: extensions.listSize,
          sizingArgument: sizingArgumentOf(extensions.listSize, args),
        };
      }),
    );
  expect(lists.filter(({ isConnection, hasPages }) => isConnection && !hasPages)).toEqual([]);
  const others = lists.filter(({ isList, isOfPage }) => isList && !isOfPage);
  expect(others.length).toBeGreaterThan(40);
  expect(
    others.filter(({ listSize, sizingArgument }) => typeof listSize !== 'number' && sizingArgument === undefined),
  ).toEqual([]);
});

/** The argument whose list limits the number of records. */
function sizingArgumentOf(listSize: unknown, args: readonly { readonly name: string }[]): string | undefined {
  if (typeof listSize !== 'object' || listSize === null) return undefined;
  return args.find(({ name }) => Object.hasOwn(listSize, name))?.name;
}

it.each([
  ['mutation ($input: UpsertCustomersInput!)', 'upsertCustomers(input: $input)', 9],
  ['mutation ($input: UpsertTransactionsInput!)', 'upsertTransactions(input: $input)', 9],
  ['query', 'nexusTrackers', 19],
])('%s may be repeated only as often as its work allows: %s', async (head, field, most) => {
  const aliased = (count: number) =>
    `${head} { ${Array.from({ length: count }, (_, index) => `a${index}: ${field} { __typename }`).join(' ')} }`;
  // Without a scope, an otherwise allowed operation is not carried out.
  const saidOf = async (count: number) =>
    (await ask(app, aliased(count), { scopes: ['audit:read'] })).errors?.[0]?.message ?? '';
  expect(await saidOf(most)).not.toContain('cost');
  expect(await saidOf(most + 1)).toMatch(/^The operation's cost is \d+; at most 100000 is allowed/);
});

describe('the cost extension of a response', () => {
  const cost = async (query: string, body: object = {}) => {
    const response = await app.fetch('/graphql', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${await app.token()}` },
      body: JSON.stringify({ query, ...body }),
    });
    return ((await response.json()) as { extensions: unknown }).extensions;
  };
  const costing = (requested: number) => ({ cost: { requested, limit: 100_000 } });

  it('contains the cost of the operation and the limit', async () => {
    expect(await cost('{ __typename }')).toEqual(costing(1));
    // The connection, and ten times the list with its id.
    expect(await cost('{ customers(first: 10) { nodes { id } } }')).toEqual(costing(21));
    expect(await cost('{ customers(last: 10) { nodes { id } } }')).toEqual(costing(21));
    expect(await cost('{ customers(first: null) { nodes { id } } }')).toEqual(costing(51));
    expect(await cost('{ customers { nodes { id @skip(if: true) } } }')).toEqual(costing(51));
    const two = 'query A { __typename } query B { customers(first: 1) { totalCount } }';
    expect(await cost(two, { operationName: 'B' })).toEqual(costing(2));
    expect(await cost('{ node(id: "nonsense") { id } }')).toEqual(costing(2));
    // Two codes in one state, each with a row, its cell and a member of the cell; then the longest possible lists.
    const grid = '{ ... on TaxabilityGrid { rows { cells { isTaxable } } } }';
    expect(await cost(`{ taxability(input: { taxCodes: ["C1S1", "C1S2"], states: ["MN"] }) ${grid} }`)).toEqual(
      costing(7),
    );
    // One place, in two periods, each with a page of ten documents; then the largest page of places.
    const behind = 'nodes { periods { transactions(first: 10) { nodes { id } } } }';
    const ofPlaces = (count: number) => 1 + 5_000 + count * (1 + 1 + 2 * (1 + 500 + 10 * 2));
    expect(await cost(`{ nexusTrackers(first: 1) { ${behind} } }`)).toEqual(costing(ofPlaces(1)));
    expect(await messageOf(`{ nexusTrackers(first: 100) { ${behind} } }`)).toContain(`cost is ${ofPlaces(100)}`);
  });

  it.each<[string, string, string, Record<string, unknown>, number]>([
    ['a page size', '($first: Int)', 'customers(first: $first)', { first: 10 }, 21],
    ['another page size', '($first: Int)', 'customers(first: $first)', { first: 7 }, 15],
    ['a page size of the end', '($last: Int)', 'customers(last: $last)', { last: 10 }, 21],
    ['an omitted page size', '($first: Int)', 'customers(first: $first)', {}, 51],
    ['a default', '($first: Int = 10)', 'customers(first: $first)', {}, 21],
    ['a value in place of a default', '($first: Int = 10)', 'customers(first: $first)', { first: 7 }, 15],
    ['null in place of a default', '($first: Int = 10)', 'customers(first: $first)', { first: null }, 51],
    ['both directions', '($a: Int, $b: Int)', 'customers(first: $a, last: $b)', { a: 20, b: 30 }, 61],
    ['one of both directions', '($a: Int, $b: Int)', 'customers(first: $a, last: $b)', { b: 10 }, 21],
    ['a page beyond the limit', '($first: Int)', 'customers(first: $first)', { first: 1_000 }, 201],
    ['an invalid page size', '($first: Int)', 'customers(first: $first)', { first: 'x' }, 201],
  ])('counts %s in a variable', async (_, definitions, field, variables, requested) => {
    expect(await cost(`query ${definitions} { ${field} { nodes { id } } }`, { variables })).toEqual(costing(requested));
    const spread = `query ${definitions} { ...page } fragment page on Query { ${field} { nodes { id } } }`;
    expect(await cost(spread, { variables })).toEqual(costing(requested));
  });

  it('does not allow a larger page in a variable', async () => {
    const query = 'query ($first: Int) { customers(first: $first) { totalCount } }';
    const { errors } = await ask(app, query, { variables: { first: 101 } });
    expect(errors![0]!.extensions.issues).toMatchObject([{ path: ['first'], code: 'OUT_OF_RANGE' }]);
  });

  it('counts the lists in variables', async () => {
    const ids = ['a', 'b'];
    expect(await cost('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { variables: { ids } })).toEqual(costing(3));
    const grid = (input: string) =>
      `taxability(input: ${input}) { ... on TaxabilityGrid { rows { cells { isTaxable } } } }`;
    // One code in all 60 states, then in one.
    expect(
      await cost(`query ($codes: [String!]!) { ${grid('{ taxCodes: $codes }')} }`, { variables: { codes: ['C1S1'] } }),
    ).toEqual(costing(181));
    const variables = { input: { taxCodes: ['C1S1'], states: ['MN'] } };
    expect(await cost(`query ($input: TaxabilityInput!) { ${grid('$input')} }`, { variables })).toEqual(costing(4));
  });
});
