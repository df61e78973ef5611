import { buildSchema, execute, type GraphQLObjectType, type GraphQLScalarType, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { compileQuery } from '../../../../src/graphql/execution/compiled/compile-query.ts';
import { createCompiledExecute } from '../../../../src/graphql/execution/compiled/execute-compiled.ts';

const schema = buildSchema(`
  type Query { hello: String! key: String laterKey: String broken: String brokenLater: Int! people(first: Int = 2): [Person!]! maybe: [Person]! search: Found echo(by: By!): String counted(value: Counted, fail: Boolean = true): String! }
  type Mutation { add(by: Int = 1): Int! addLater(by: Int = 1): Person breakAfter: Int }
  scalar Counted
  input By @oneOf { id: ID name: String }
  interface Named { name: String! }
  type Person implements Named { id: ID! name: String! age: Int kind: Kind! friend: Person friends: [Person!] fails: String! }
  type Pet implements Named { name: String! owner: Person }
  union Found = Person | Pet
  enum Kind { OLD YOUNG }
`);

type PersonRecord = { id: string; name: string | null; age: number | null; kind: string };
const ann: PersonRecord = { id: '1', name: 'Ann', age: 41, kind: 'OLD' };
const bob: PersonRecord = { id: '2', name: 'Bob', age: null, kind: 'YOUNG' };

function resolveWith(typeName: string, field: string, resolve: (...given: never[]) => unknown): void {
  (schema.getType(typeName) as GraphQLObjectType).getFields()[field]!.resolve = resolve as never;
}
let searched: object = { ...ann, is: 'Person' };
let maybe: unknown = [ann, null, Promise.resolve(bob)];
resolveWith('Query', 'hello', () => 'world');
const readKey = (...given: unknown[]) => (given[3] as { path: { key: string } }).path.key;
resolveWith('Query', 'key', readKey);
resolveWith('Query', 'laterKey', async (...given: unknown[]) => readKey(...given));
resolveWith('Query', 'broken', () => {
  throw new Error('broken');
});
resolveWith('Query', 'brokenLater', async () => {
  throw new Error('broken later');
});
let peopleCalls = 0;
resolveWith('Query', 'people', async (_root: unknown, { first }: { first: number }) => {
  peopleCalls++;
  return [ann, bob].slice(0, first);
});
resolveWith('Query', 'maybe', () => maybe);
resolveWith('Query', 'search', () => searched);
resolveWith('Query', 'echo', (_root: unknown, { by }: { by: object }) => JSON.stringify(by));
let coercions = 0;
(schema.getType('Counted') as GraphQLScalarType).parseValue = (value) => {
  coercions++;
  return `coerced ${value}`;
};
resolveWith('Query', 'counted', (_root: unknown, { value, fail }: { value: string; fail: boolean }) => {
  if (fail) throw new Error(`failed with ${value}`);
  return value;
});
resolveWith('Person', 'friend', async (person: PersonRecord) => (person === ann ? bob : null));
resolveWith('Person', 'friends', (person: PersonRecord) => (person === ann ? [bob] : null));
resolveWith('Person', 'fails', (person: PersonRecord) => {
  if (person === bob) throw new Error('no');
  return 'fine';
});
for (const name of ['Found', 'Named']) {
  (schema.getType(name) as { resolveType?: unknown }).resolveType = ({ is }: { is: string }) => is;
}

/** The results of graphql-js and of our executor, as text, so that the order of fields matters. */
async function both(query: string, variables: Record<string, unknown> = {}) {
  const document = parse(query);
  expect(validate(schema, document)).toEqual([]);
  const args = { schema, document, variableValues: variables };
  const theirs = await execute(args);
  const ours = await createCompiledExecute()(args);
  return {
    theirs: JSON.stringify(theirs),
    ours: JSON.stringify(ours),
    isCompiled: compileQuery(schema, document, undefined) !== null,
  };
}

describe('a compiled query', () => {
  it.each([
    '{ hello }',
    '{ __typename hello again: hello }',
    '{ people { name friend { name } age id kind } hello }',
    '{ people(first: 1) { id } }',
    '{ people { ...p } } fragment p on Person { name ...q friends { ...q } } fragment q on Named { called: name __typename }',
    '{ people { name } people { age ... { kind } ... on Named { name } } }',
    '{ people { friend { friend { name } } friends { id } } }',
    '{ people { ...f friend { ...g } } people { ...f friend { ...g } } } fragment f on Person { friend { ...g } } fragment g on Person { name friend { id } }',
    '{ maybe { id } }',
    '{ search { __typename ... on Person { id friend { name } } ... on Named { name } ... on Pet { owner { id } } } }',
    '{ echo(by: { id: 7 }) }',
  ])('answers %s as graphql-js does', async (query) => {
    const { ours, theirs, isCompiled } = await both(query);
    expect(ours).toBe(theirs);
    expect(JSON.parse(ours)).not.toHaveProperty('errors');
    expect(isCompiled).toBe(true);
  });

  it.each<[string, Record<string, unknown>]>([
    ['query ($n: Int) { people(first: $n) { id } }', {}],
    ['query ($n: Int) { people(first: $n) { id } }', { n: 1 }],
    ['query ($n: Int = 1) { people(first: $n) { id } }', {}],
    ['query ($by: By!) { echo(by: $by) }', { by: { name: 'x' } }],
  ])('reads variables: %s with %j', async (query, variables) => {
    const { ours, theirs, isCompiled } = await both(query, variables);
    expect(ours).toBe(theirs);
    expect(isCompiled).toBe(true);
  });
});

describe('a failing query has the errors of graphql-js', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['{ hello broken }', {}, 'a nullable field'],
    ['{ hello brokenLater }', {}, 'a field that promises a value, later'],
    ['{ broken brokenLater people { fails } }', {}, 'several, sync and async'],
    ['{ people { id fails } }', {}, 'inside a list'],
    ['{ maybe { id fails } }', {}, 'inside a list of nullables'],
    ['query ($n: Int) { people(first: $n) { id } }', { n: 'x' }, 'a variable of another type'],
    ['query ($by: By!) { echo(by: $by) }', { by: { id: '1', name: 'x' } }, 'two of one'],
    ['query ($id: ID) { echo(by: { id: $id }) }', { id: null }, 'none of one'],
  ])('%s with %j: %s', async (query, variables) => {
    const { ours, theirs } = await both(query, variables);
    const withoutCodes = JSON.parse(ours, (key, value) => (key === 'extensions' ? undefined : value));
    expect(withoutCodes).toEqual(JSON.parse(theirs));
    expect(withoutCodes.errors).not.toEqual([]);
  });

  it('when a record does not match the schema', async () => {
    const before = { maybe, searched };
    for (const record of [
      { ...ann, name: null },
      { ...ann, kind: 'AGED' },
      { ...ann, age: 'old' },
      { ...ann, id: {} },
    ]) {
      maybe = [record, bob];
      const { ours, theirs } = await both('{ maybe { id name age kind } }');
      expect(ours).toBe(theirs);
      expect(ours).toContain('errors');
    }
    for (const wrong of ['no list', null, [new Error('an error as a value')]]) {
      maybe = wrong;
      const { ours, theirs } = await both('{ maybe { id } }');
      expect(ours).toBe(theirs);
      expect(ours).toContain('errors');
    }
    searched = { is: 'Nothing' };
    const { ours, theirs } = await both('{ search { __typename } }');
    expect(ours).toBe(theirs);
    ({ maybe, searched } = before);
  });
});

it('calls no root resolver twice when a query fails', async () => {
  peopleCalls = 0;
  const { ours, theirs } = await both('{ hello again: people { id } people { fails } }');
  expect(ours).toBe(theirs);
  expect(ours).toContain('"path":["people",1,"fails"]');
  // Twice for graphql-js, and twice for the compiled query, once for each response key.
  expect(peopleCalls).toBe(4);
});

describe('a mutation', () => {
  let sum = 0;
  resolveWith('Mutation', 'add', (_root: unknown, { by }: { by: number }) => (sum += by));
  resolveWith('Mutation', 'addLater', async (_root: unknown, { by }: { by: number }) => {
    await new Promise(setImmediate);
    sum *= by;
    return { ...ann, age: sum };
  });
  resolveWith('Mutation', 'breakAfter', () => {
    sum++;
    throw new Error('broken');
  });
  const run = async (text: string) => {
    sum = 0;
    const document = parse(text);
    expect(validate(schema, document)).toEqual([]);
    const { data, errors } = await createCompiledExecute()({ schema, document });
    return {
      data: data && JSON.parse(JSON.stringify(data)),
      errors: errors?.map(({ message, path }) => `${path}: ${message}`),
      sum,
      isCompiled: compileQuery(schema, document, undefined) !== null,
    };
  };

  it('carries out its fields one after the other, in the order of the document', async () => {
    expect(await run('mutation { a: add(by: 2) b: addLater(by: 3) { age } c: add(by: 4) }')).toEqual({
      data: { a: 2, b: { age: 6 }, c: 10 },
      sum: 10,
      isCompiled: true,
    });
  });

  it.each([
    [
      'mutation { a: add(by: 2) breakAfter c: add(by: 4) }',
      { a: 2, breakAfter: null, c: 7 },
      ['breakAfter: broken'],
      7,
    ],
    [
      'mutation { a: add(by: 2) b: addLater(by: 3) { age fails } c: add(by: 4) }',
      { a: 2, b: { age: 6, fails: 'fine' }, c: 10 },
      undefined,
      10,
    ],
  ])('carries out each field once: %s', async (text, data, errors, after) => {
    expect(await run(text)).toEqual({ data, errors, sum: after, isCompiled: true });
  });

  it('runs on graphql-js with a fragment at its root', async () => {
    expect(await run('mutation { ...all add(by: 2) } fragment all on Mutation { add(by: 2) }')).toEqual({
      data: { add: 2 },
      sum: 2,
      isCompiled: false,
    });
  });
});

describe('the variables of a failing query', () => {
  const query = 'query ($value: Counted = "default", $fail: Boolean) { counted(value: $value, fail: $fail) hello }';

  it('are coerced once', async () => {
    coercions = 0;
    const { errors } = await createCompiledExecute()({
      schema,
      document: parse(query),
      variableValues: { value: 'x' },
    });
    expect(errors?.map(({ message }) => message)).toEqual(['failed with coerced x']);
    expect(coercions).toBe(1);
  });

  it.each([{}, { value: null }, { value: 'x' }, { value: 'x', fail: true }, { fail: null }])(
    'mean what they mean to graphql-js: %j',
    async (variables) => {
      const { ours, theirs, isCompiled } = await both(query, variables);
      expect(ours).toBe(theirs);
      expect(isCompiled).toBe(true);
    },
  );

  it('belong to the operation that is executed', async () => {
    const document = parse(
      `query A ($value: Counted!) { counted(value: $value) } ${query.replace('query', 'query B')}`,
    );
    const args = { schema, document, operationName: 'B', variableValues: { value: 'x' } };
    expect(JSON.stringify(await createCompiledExecute()(args))).toBe(JSON.stringify(await execute(args)));
  });
});

describe('cases left to graphql-js', () => {
  it.each([
    '{ hello @skip(if: true) people { id } }',
    'query ($if: Boolean = false) { people { id ... @include(if: $if) { name } } }',
    '{ __schema { queryType { name } } }',
    '{ __type(name: "Person") { name } }',
    '{ __proto__: hello people { __proto__: name } }',
  ])('%s', async (query) => {
    const { ours, theirs, isCompiled } = await both(query);
    expect(ours).toBe(theirs);
    expect(isCompiled).toBe(false);
  });

  it('a list that is not an array, and a resolver that reads its path', async () => {
    const before = maybe;
    maybe = new Set([ann]);
    expect((await both('{ maybe { id } }')).ours).toBe('{"data":{"maybe":[{"id":"1"}]}}');
    maybe = before;
    expect((await both('{ a: key b: laterKey }')).ours).toBe('{"data":{"a":"a","b":"b"}}');
  });
});

it('leaves no rejection unhandled when a field fails while others are awaited', async () => {
  const rejections: unknown[] = [];
  const note = (reason: unknown) => rejections.push(reason);
  process.on('unhandledRejection', note);
  await both('{ brokenLater broken people { fails friend { name } } }');
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off('unhandledRejection', note);
  expect(rejections).toEqual([]);
});

describe('a long list', () => {
  const query = parse('{ people { id name kind friend { name } } }');
  const long = Array.from({ length: 100_000 }, (_, index) => ({ ...ann, id: String(index), friend: bob }));
  const answer = async (people: unknown) => {
    const type = schema.getType('Query') as GraphQLObjectType;
    const { resolve } = type.getFields().people!;
    resolveWith('Query', 'people', () => people);
    try {
      return await createCompiledExecute()({ schema, document: query });
    } finally {
      type.getFields().people!.resolve = resolve;
    }
  };

  it('yields to other requests between its records, and keeps their order', async () => {
    let turns = 0;
    let isOver = false;
    const serve = () => {
      turns++;
      if (!isOver) setImmediate(serve);
    };
    setImmediate(serve);
    const { data, errors } = await answer(long);
    isOver = true;
    expect(errors).toBeUndefined();
    expect((data as { people: { id: string }[] }).people.map(({ id }) => id)).toEqual(long.map(({ id }) => id));
    expect(turns).toBeGreaterThan(2);
  });

  it('fails as a short one does, wherever it fails', async () => {
    const broken = long.slice(0, 40_000).map((person) => (person.id === '36000' ? { ...person, id: null } : person));
    const { data, errors } = await answer(broken);
    expect(data).toBeNull();
    expect(errors!.map(({ path }) => path)).toEqual([['people', 36_000, 'id']]);
  });

  it('may contain promises', async () => {
    const later = long.slice(0, 30_000).map((person, index) => (index % 3 === 0 ? Promise.resolve(person) : person));
    const { data } = await answer(later);
    expect((data as { people: { id: string }[] }).people.map(({ id }) => id)).toEqual(
      long.slice(0, 30_000).map(({ id }) => id),
    );
  });
});
