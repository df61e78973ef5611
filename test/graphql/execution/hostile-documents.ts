/** Deliberately expensive documents, each with the code of its refusal. */
export const hostileDocuments: readonly {
  readonly name: string;
  readonly query: string;
  readonly variables?: Record<string, unknown>;
  readonly code: string;
  readonly limit?: string;
}[] = [
  {
    name: 'deep nesting of fields',
    query: `{ customers { nodes ${'{ transactions { nodes { customer '.repeat(30)} { id } ${'} } }'.repeat(30)} } }`,
    code: 'OPERATION_LIMIT_EXCEEDED',
    limit: 'depth',
  },
  {
    name: 'nesting deeper than a reader can follow',
    query: `${'{a'.repeat(40_000)}`,
    code: 'OPERATION_LIMIT_EXCEEDED',
    limit: 'nesting',
  },
  {
    name: 'nested input lists',
    query: `{ nodes(ids: ${'['.repeat(20_000)}${']'.repeat(20_000)}) { id } }`,
    code: 'OPERATION_LIMIT_EXCEEDED',
    limit: 'nesting',
  },
  {
    name: 'a flood of aliases',
    query: `{ ${numbered(900, (index) => `a${index}: customers { totalCount }`)} }`,
    code: 'OPERATION_LIMIT_EXCEEDED',
    limit: 'aliases',
  },
  {
    name: 'a flood of __typename',
    query: `{ ${'__typename '.repeat(9_000)} }`,
    code: 'OPERATION_LIMIT_EXCEEDED',
    limit: 'fields',
  },
  {
    name: 'a flood of directives',
    query: `{ __typename ${'@include(if: true) '.repeat(1_000)} }`,
    code: 'OPERATION_LIMIT_EXCEEDED',
    limit: 'directives',
  },
  {
    name: 'a cycle of fragments',
    query: `{ ...a } fragment a on Query { ...b } fragment b on Query { __typename ...a }`,
    code: 'GRAPHQL_VALIDATION_FAILED',
  },
  {
    name: 'fragments that double thirty times',
    query: `{ ...f0 } ${numbered(30, (index) => `fragment f${index} on Query { ...f${index + 1} ...f${index + 1} }`)}
      fragment f30 on Query { __typename }`,
    code: 'OPERATION_LIMIT_EXCEEDED',
    limit: 'fields',
  },
  {
    name: 'lists within lists',
    query:
      '{ transactions(first: 100) { nodes { customer { transactions(first: 100) { nodes { customer { transactions(first: 100) { nodes { items { name } } } } } } } } } }',
    code: 'OPERATION_LIMIT_EXCEEDED',
    limit: 'cost',
  },
  {
    name: 'page sizes in variables',
    query:
      'query ($n: Int!) { transactions(first: $n) { nodes { customer { transactions(first: $n) { nodes { items { taxLines { reason } } } } } } } }',
    variables: { n: 100 },
    code: 'OPERATION_LIMIT_EXCEEDED',
    limit: 'cost',
  },
  {
    name: 'the schema, many times over',
    query: `{ ${numbered(20, (index) => `a${index}: __schema { ...s }`)} }
      fragment s on __Schema { types { name description fields { name description args { name description type { name ofType { name } } } } } }`,
    code: 'OPERATION_LIMIT_EXCEEDED',
    limit: 'cost',
  },
  {
    name: 'the schema, in circles',
    query: `{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }`,
    code: 'GRAPHQL_VALIDATION_FAILED',
  },
  {
    name: 'a type, in circles',
    query: `{ __type(name: "Query") { fields { type { fields { type { fields { type { name } } } } } } } }`,
    code: 'GRAPHQL_VALIDATION_FAILED',
  },
  {
    name: 'fragments of the schema that double thirty times',
    query: `{ __schema { ...f0 } } ${numbered(30, (index) => `fragment f${index} on __Schema { ...f${index + 1} ...f${index + 1} }`)}
      fragment f30 on __Schema { description }`,
    code: 'OPERATION_LIMIT_EXCEEDED',
    limit: 'fields',
  },
  {
    name: 'a huge document',
    query: `{ __typename } #${'x'.repeat(1_500_000)}`,
    code: 'OPERATION_LIMIT_EXCEEDED',
    limit: 'characters',
  },
  {
    name: 'a document of many tokens',
    query: `{ ${'a '.repeat(49_000)} }`,
    code: 'OPERATION_LIMIT_EXCEEDED',
    limit: 'tokens',
  },
  {
    name: 'many operations of too much',
    query: numbered(200, (index) => `query q${index} { ${'__typename '.repeat(20)} }`),
    code: 'BAD_USER_INPUT',
  },
  {
    name: 'a huge variable of the wrong type',
    query: 'query ($first: Int) { customers(first: $first) { totalCount } }',
    variables: { first: 'x'.repeat(1_500_000) },
    code: 'BAD_USER_INPUT',
  },
  {
    name: 'lists of lists in a variable',
    query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
    variables: { ids: nested(1_000) },
    code: 'INVALID_INPUT',
    limit: 'nesting',
  },
  {
    name: 'a list of many in a variable',
    query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
    variables: { ids: Array.from({ length: 100_000 }, () => 'x') },
    code: 'INVALID_INPUT',
    limit: 'entries',
  },
];

function numbered(count: number, write: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => write(index)).join(' ');
}

function nested(levels: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}
