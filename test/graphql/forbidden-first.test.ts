import {
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopes } from '../../src/domain/account/scope.ts';
import { scopesOf } from '../../src/graphql/base/field-scope.ts';
import { schema } from '../../src/graphql/schema.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { ask } from './ask.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Field = GraphQLField<unknown, unknown>;

const roots = { query: schema.getQueryType(), mutation: schema.getMutationType() } as const;
const scoped = Object.entries(roots).flatMap(([operation, type]) =>
  Object.values<Field>(type!.getFields())
    .filter((field) => scopesOf(field).length > 0)
    .map((field) => [field.name, operation, field] as const),
);

/**
 * A value that its type allows but no operation accepts: blank texts, huge numbers, days of other ages, empty lists.
 */
function nonsense(type: GraphQLInputType, depth = 0): unknown {
  if (isNonNullType(type)) return nonsense(type.ofType, depth);
  if (isListType(type)) return depth > 4 ? [] : [nonsense(type.ofType, depth + 1)];
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    const sent = type.isOneOf ? fields.slice(0, 1) : fields.filter((one) => depth < 5 || isNonNullType(one.type));
    return Object.fromEntries(sent.map((one) => [one.name, nonsense(one.type, depth + 1)]));
  }
  return texts[getNamedType(type).name] ?? null;
}

const texts: Readonly<Record<string, unknown>> = {
  String: '\0',
  ID: 'no id',
  Int: -1,
  Float: -1,
  Boolean: true,
  Decimal: '-99999999999999999999',
  Date: '0001-01-01',
  DateTime: '1900-01-01T00:00:00Z',
  UUID: '00000000-0000-0000-0000-000000000000',
  CountryCode: 'ZZ',
  CurrencyCode: 'ZZZ',
  JSON: {},
};

const declared = ({ args }: Field) => (args.length === 0 ? '' : `(${args.map((one) => `$${one.name}: ${one.type}`)})`);
const passed = ({ args }: Field) =>
  args.length === 0 ? '' : `(${args.map(({ name }) => `${name}: $${name}`).join(', ')})`;
const documentOf = (operation: string, field: Field) =>
  `${operation} ${declared(field)} { ${field.name}${passed(field)} ${isCompositeType(getNamedType(field.type)) ? '{ __typename }' : ''} }`;

describe('without one of its scopes, a field says nothing of its input:', () => {
  it.each(scoped)('%s', async (_name, operation, field) => {
    const inputs = [
      Object.fromEntries(field.args.map((one) => [one.name, nonsense(one.type)])),
      Object.fromEntries(field.args.map((one) => [one.name, { unknown: [] }])),
      {},
    ];
    for (const missing of scopesOf(field)) {
      const token = await app.token(scopes.filter((scope) => scope !== missing));
      for (const variables of inputs) {
        const { errors = [], data } = await ask(app, documentOf(operation, field), { variables, token });
        expect(errors.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
        expect(data?.[field.name] ?? null).toBeNull();
      }
    }
  });
});
