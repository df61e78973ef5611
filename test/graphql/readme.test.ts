import { readFileSync } from 'node:fs';
import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../src/domain/base/errors.ts';
import { gatewayLimits } from '../../src/domain/base/limits.ts';
import { schema } from '../../src/graphql/schema.ts';

const readme = readFileSync(new URL('../../src/graphql/README.md', import.meta.url), 'utf8');

describe('the README of GraphQL', () => {
  it('shows operations that the schema accepts', () => {
    const shown = [
      ...readme.matchAll(/```graphql\n([\s\S]*?)```/g),
      ...readme.matchAll(/graphql\(`([\s\S]*?)`\)/g),
      ...readme.matchAll(/"query":\s+"(.*)"\}'/g),
      ...readme.matchAll(/'query=(.*?)'/g),
    ].map((match) => match[1]!.replaceAll('\\"', '"'));
    expect(shown).toHaveLength(5);
    expect(shown.flatMap((text) => validate(schema, parse(text)))).toEqual([]);
  });

  it('handles every member of the union it cancels with', () => {
    const members = schema.getType('CancelTransactionResult')!.toConfig() as { types?: readonly { name: string }[] };
    const handled = [...readme.matchAll(/case '(\w+)':/g)].map((match) => match[1]!);
    expect(handled.sort()).toEqual(members.types!.map(({ name }) => name).sort());
  });

  it('names existing operations and error codes', () => {
    const fields = { ...schema.getQueryType()!.getFields(), ...schema.getMutationType()!.getFields() };
    const mutations = [...readme.matchAll(/^\| (`\w+`(?:, `\w+`)*) \| [A-Z]/gm)].flatMap((match) =>
      [...match[1]!.matchAll(/\w+/g)].map(([name]) => name),
    );
    expect(mutations).toHaveLength(10);
    expect(mutations.filter((name) => !(name in fields))).toEqual([]);
    const ofGraphql = [
      'REFUND_NOT_LINKED',
      'REPORTED_LATE',
      'IGNORE_CERTIFICATES',
      'BAD_USER_INPUT',
      'PERSISTED_DOCUMENTS',
      'PERSISTED_DOCUMENTS_ONLY',
      'GRAPHQL_INTROSPECTION',
      'CORS_ORIGINS',
      'REQUESTS_PER_MINUTE',
      'GRAPHQL_COST_PER_MINUTE',
    ];
    const codes = [...readme.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map((match) => match[1]!);
    expect(codes.length).toBeGreaterThan(10);
    expect(codes.filter((code) => !(code in errorCodes) && !ofGraphql.includes(code))).toEqual([]);
  });

  it('gives the limits as they are', () => {
    const { graphql } = gatewayLimits;
    const { characters, tokens, directives, nesting, depth, aliases, fields, cost, streams } = graphql;
    const number = (value: number) => value.toLocaleString('en-US');
    const text = readme.replaceAll(/\s+/g, ' ');
    expect(text).toContain(
      `${number(characters)} characters, ${number(tokens)} tokens, ${directives} directives and brackets nested ${nesting} deep.`,
    );
    expect(text).toContain(
      `${graphql.operations} operations, ${graphql.fragments} fragments, ${number(graphql.spreads)} spreads, ${graphql.variables} variables, ${number(fields)} fields, ${number(graphql.arguments)} arguments and ${number(graphql.values)} values, unused definitions included, and ${number(graphql.comparisons)} pairs of fields`,
    );
    expect(text).toContain(
      `${depth} levels deep, with ${aliases} aliases and ${number(fields)} fields, fragments included, and can cost ${number(cost)}.`,
    );
    const { graphqlJson, graphqlWithoutToken: open } = gatewayLimits;
    expect(text).toContain(
      `${graphqlJson.nesting} levels deep, with ${number(graphqlJson.entries)} entries per list or object and ${number(graphqlJson.values)} values in total`,
    );
    expect(text).toContain(
      `A body can then have ${number(open.bodyBytes)} bytes, a document ${number(open.characters)} characters, ${number(open.tokens)} tokens, ${open.fields} fields and ${open.fragments} fragments, and variables ${open.values} values. A network (an IPv4 address, or a /64 of IPv6) can send ${open.newDocumentsPerMinute} documents a minute`,
    );
    expect(text).toContain(`the first ${graphql.errors} errors are reported`);
    expect(text).toContain(`A client can have ${streams} streams open`);
    expect(text).toContain(`at most ${gatewayLimits.pageSize.graphql}.`);
    const { filter, documentsPerBatch } = gatewayLimits;
    expect(text).toContain(`${filter.depth} levels deep, with up to ${filter.conditions} conditions`);
    expect(text).toContain(`or up to ${documentsPerBatch}`);
  });
});
