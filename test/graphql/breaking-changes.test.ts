import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { graphqlDifferences } from '../support/compatibility/graphql-differences.ts';

const released = `
  directive @slow(by: Int = 1) repeatable on FIELD
  interface Node { id: ID! }
  type Query { document(id: ID!, deep: Boolean, size: Int = 20): Document node(by: By!): Node }
  type Document implements Node { id: ID! name: String total: String! tags: [String!]! status: Status! }
  type Problem { message: String! sum: String @deprecated(reason: "Use total.") }
  enum Status { OPEN CLOSED }
  union Result = Document | Problem
  type Mutation { store(input: StoreInput!): Result! }
  input By { id: ID key: String }
  input StoreInput { name: String! note: String kind: Status = OPEN }
`;

function differences(from: string, to: string): Promise<string[]> {
  expect(released).toContain(from);
  return graphqlDifferences(released, released.replace(from, to));
}

describe('a change of the schema', () => {
  it.each([
    ['removes a field', ' name: String total', ' total', /'name' was removed/],
    ['renames a field', ' name: String total', ' title: String total', /'name' was removed/],
    [
      'removes a deprecated field',
      'sum: String @deprecated(reason: "Use total.")',
      '',
      /'sum' \(deprecated\) was removed/,
    ],
    ['removes an enum value', 'OPEN CLOSED', 'OPEN', /'CLOSED' was removed/],
    ['removes an argument', ', deep: Boolean', '', /'deep: Boolean' was removed/],
    ['removes a member of an input', ' note: String', '', /'note' was removed/],
    ['removes a member of a union', 'Document | Problem', 'Document', /'Problem' was removed from Union/],
    ['removes an interface of a type', ' implements Node', '', /no longer implements 'Node'/],
    ['removes a mutation', 'store(input: StoreInput!): Result!', 'keep: Int', /'store' was removed/],
    ['lets a field be null', 'total: String!', 'total: String', /from 'String!' to 'String'/],
    ['lets an entry be null', '[String!]!', '[String]!', /from '\[String!\]!' to '\[String\]!'/],
    ['changes the type of a field', 'total: String!', 'total: Int!', /from 'String!' to 'Int!'/],
    ['changes the kind of a type', 'type Problem {', 'interface Problem {', /kind changed/],
    ['requires a member of an input', 'note: String', 'note: String!', /'StoreInput.note' changed type/],
    ['adds a required member', 'note: String', 'note: String tag: String!', /'tag' of type 'String!' was added/],
    ['requires an argument', 'deep: Boolean', 'deep: Boolean!', /'deep' on field 'Query.document' changed from/],
    ['adds a required argument', 'deep: Boolean', 'deep: Boolean, wide: Int!', /'wide: Int!' added/],
    ['changes the type of an argument', 'deep: Boolean', 'deep: Int', /from 'Boolean' to 'Int'/],
    ['narrows an input to one member', 'input By {', 'input By @oneOf {', /'oneOf' was added to input object 'By'/],
    ['changes the default of an argument', 'size: Int = 20', 'size: Int = 50', /changed from '20' to '50'/],
    ['drops the default of an argument', 'size: Int = 20', 'size: Int', /changed from '20' to 'undefined'/],
    ['adds a default', 'deep: Boolean', 'deep: Boolean = true', /'true' was added to argument 'deep'/],
    ['changes the default of a member', '= OPEN', '= CLOSED', /'StoreInput.kind' default value changed/],
    ['changes the default of a directive', 'by: Int = 1', 'by: Int = 2', /'by' on directive 'slow' changed/],
    ['lets a directive stand only once', ' repeatable', '', /removed repeatable\.$/],
  ])('is found if it %s', async (_what, from, to, message) => {
    const found = await differences(from, to);
    expect(found.join('\n')).toMatch(message);
    for (const sentence of found) expect(sentence).toMatch(/[^.]\.$/);
  });

  it.each([
    ['adds a field', 'name: String', 'name: String subtitle: String!'],
    ['adds a type', 'enum Status', 'type New { id: ID! } enum Status'],
    ['adds an optional argument', 'deep: Boolean', 'deep: Boolean, wide: Int'],
    ['adds an argument with a default', 'deep: Boolean', 'deep: Boolean, wide: Int! = 1'],
    ['adds an optional member to an input', 'note: String', 'note: String tag: String'],
    ['adds an enum value', 'OPEN CLOSED', 'OPEN CLOSED HELD'],
    ['adds a member to a union', 'Document | Problem', 'Document | Problem | Query'],
    [
      'adds an interface to a type',
      'type Problem {',
      'interface Failing { message: String! } type Problem implements Failing {',
    ],
    ['promises that a field is not null', 'name: String total', 'name: String! total'],
    ['no longer requires a member', 'name: String!', 'name: String'],
    ['no longer requires an argument', 'input: StoreInput!', 'input: StoreInput'],
    ['deprecates a field', 'name: String total', 'name: String @deprecated(reason: "Use title.") total'],
    ['deprecates an argument', 'deep: Boolean', 'deep: Boolean @deprecated(reason: "It is always deep.")'],
    ['rewords a deprecation', 'Use total.', 'Use the total.'],
    ['adds a description', 'enum Status', '"Of a document." enum Status'],
  ])('passes if it %s', async (_what, from, to) => {
    expect(await differences(from, to)).toEqual([]);
  });

  it('is found in our own schema', async () => {
    const own = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');
    const renamed = own.replaceAll(' finalTransactionAmount: Decimal!', ' total: Decimal!');
    expect(await graphqlDifferences(own, own)).toEqual([]);
    expect((await graphqlDifferences(own, renamed)).join('\n')).toMatch(/'finalTransactionAmount' was removed/);
  });
});
