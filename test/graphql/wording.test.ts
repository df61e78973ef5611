import {
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isUnionType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { ask, faults } from './ask.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Words used only by a validation library. */
const foreign =
  /\bexpected\b|Invalid (?:input|option|string|number|UUID|discriminator)|Too (?:small|big)|Unrecognized|\bundefined\b|\bNaN\b|\bregex\b|>=|<=|: Must\b/;

/** Values that each scalar accepts, but few members do. */
const scalars: readonly Readonly<Record<string, unknown>>[] = [
  { String: '', Int: -7, Decimal: '-1.5', Float: -1.5, Boolean: false, Date: '0001-01-01' },
  { String: 'x'.repeat(5_000), Int: 2_000_000_000, Decimal: '99999999999999', Boolean: true, Date: '9999-12-31' },
];

const always: Readonly<Record<string, unknown>> = {
  ...{ UUID: '01980000-0000-7000-8000-0000000000ff', DateTime: '2026-07-01T10:00:00Z', ID: 'x', JSON: {} },
  ...{ CountryCode: 'DE', CurrencyCode: 'USD' },
};

function badValue(
  type: GraphQLInputType,
  kinds: Readonly<Record<string, unknown>>,
  entries: number,
  depth = 0,
): unknown {
  const own = getNullableType(type);
  // A long list contains short ones.
  if (isListType(own)) return Array.from({ length: entries }, () => badValue(own.ofType, kinds, entries % 2, depth));
  if (isEnumType(own)) return own.getValues().at(entries % own.getValues().length)!.name;
  if (!isInputObjectType(own)) return own.name in kinds ? kinds[own.name] : (always[own.name] ?? 'x');
  const fields = Object.values(own.getFields());
  const sent = own.isOneOf ? fields.slice(-1) : fields.filter((one) => depth < 4 || isNonNullType(one.type));
  return Object.fromEntries(sent.map((one) => [one.name, badValue(one.type, kinds, entries, depth + 1)]));
}

const mutations = Object.values(schema.getMutationType()!.getFields()).filter(
  ({ args, type }) => args.length === 1 && isUnionType(getNullableType(type)),
);

let read = 0;
describe('every issue has our own wording', () => {
  it.each(mutations.map((one) => [one.name, one.args[0]!] as const))('in the input of %s', async (name, arg) => {
    const query = `mutation ($input: ${arg.type}) { ${name}(${arg.name}: $input) { __typename ${faults} } }`;
    for (const kinds of scalars) {
      for (const entries of [0, 1, 101]) {
        const input = badValue(arg.type, kinds, entries);
        const { data, errors = [] } = await ask(app, query, { variables: { input } });
        const issues = data?.[name]?.issues ?? [];
        for (const { message } of [...issues, ...errors]) {
          read += 1;
          expect(message).not.toMatch(foreign);
        }
      }
    }
  });

  it('and there are many', () => {
    expect(read).toBeGreaterThan(300);
  });
});
