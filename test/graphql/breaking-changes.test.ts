import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareSchemas } from '../support/breaking-changes.ts';
import { aDirectory } from '../support/directory.ts';
import { findReleasedSchema } from '../support/released-schema.ts';

const before = `
  type Query { document(by: ID!, deep: Boolean, old: Int @deprecated(reason: "Use by.")): Document }
  type Document { id: ID! name: String total: String! sum: String @deprecated(reason: "Use total.") status: Status! }
  enum Status { OPEN CLOSED LOST @deprecated(reason: "Use CLOSED.") }
  union Result = Document | Problem
  type Problem { message: String! }
  type Mutation { store(input: StoreInput!): Result! }
  input StoreInput { name: String! note: String memo: String @deprecated(reason: "Use note.") }
`;

const changed = (from: string, to: string) => {
  expect(before).toContain(from);
  return compareSchemas(before, before.replace(from, to));
};

describe('a change of the schema', () => {
  it.each([
    ['a field', ' name: String total', ' total'],
    ['a value', 'OPEN CLOSED', 'OPEN'],
    ['an argument', ', deep: Boolean', ''],
    ['a member of an input', ' note: String', ''],
    ['a member of a union', 'Document | Problem', 'Document'],
    ['a promise that a field is there', 'total: String!', 'total: String'],
    ['the type of a field', 'total: String!', 'total: Int!'],
    ['the freedom to leave a member out', 'note: String', 'note: String!'],
    ['the freedom to leave an argument out', 'deep: Boolean', 'deep: Boolean!'],
  ])('is rejected if it removes %s', async (_what, from, to) => {
    expect((await changed(from, to)).refused).toHaveLength(1);
  });

  it.each([
    ['a field', ' sum: String @deprecated(reason: "Use total.")'],
    ['a value', ' LOST @deprecated(reason: "Use CLOSED.")'],
    ['an argument', ', old: Int @deprecated(reason: "Use by.")'],
    ['a member of an input', ' memo: String @deprecated(reason: "Use note.")'],
  ])('is accepted and reported if the removal was announced: %s', async (_what, from) => {
    const { refused, noticeable } = await changed(from, '');
    expect(refused).toEqual([]);
    expect(noticeable).toHaveLength(1);
  });

  it.each([
    ['a field', 'name: String', 'name: String subtitle: String', 0],
    ['a member of an input that may be left out', 'note: String', 'note: String tag: String', 0],
    ['an announcement', 'name: String total', 'name: String @deprecated(reason: "Use title.") total', 0],
    ['a value', 'OPEN CLOSED', 'OPEN CLOSED HELD', 1],
  ])('is accepted if it adds %s', async (_what, from, to, told) => {
    const { refused, noticeable } = await changed(from, to);
    expect(refused).toEqual([]);
    expect(noticeable).toHaveLength(told);
  });

  it('is rejected in our own schema too', async () => {
    const own = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');
    const without = own.replaceAll(' finalTransactionAmount: Decimal!', ' total: Decimal!');
    expect((await compareSchemas(own, own)).refused).toEqual([]);
    expect((await compareSchemas(own, without)).refused.join('\n')).toMatch(/finalTransactionAmount/);
  });
});

it('is compared with the last tag, else with nothing', () => {
  const cwd = aDirectory();
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...words], { cwd });
  const commit = (text: string) => {
    writeFileSync(join(cwd, 'schema.graphql'), text);
    git('add', '.');
    git('commit', '-qm', text);
  };
  git('init', '-q', '-b', 'main');
  commit('one');
  commit('two');
  git('tag', 'v1.0.0');
  expect(findReleasedSchema(cwd)).toEqual({ kind: 'missing', why: 'nothing was released yet' });
  commit('three');
  commit('four');
  expect(findReleasedSchema(cwd)).toEqual({ kind: 'found', base: 'v1.0.0', text: 'two' });
  expect(findReleasedSchema(cwd, 'HEAD^')).toMatchObject({ text: 'three' });
  expect(findReleasedSchema(cwd, 'v9')).toEqual({ kind: 'missing', why: 'this clone has no commit v9' });
});
