import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLInputObjectType, isInputObjectType } from 'graphql';
import { at, operations, recordOf, resolved } from './openapi.ts';

/** A field that both interfaces have, with its description in each. */
export type SharedField = { readonly name: string; readonly graphql: string; readonly rest: string };

const types = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8')).getTypeMap();

/** The fields of the inputs that have the same name in both interfaces. */
export function sharedInputFields(): SharedField[] {
  const schemas = at('components', 'schemas');
  return Object.values(types)
    .filter(isInputObjectType)
    .flatMap((input) => shared(input, input.name, recordOf(recordOf(schemas[input.name]).properties)));
}

/** The filters of the lists: those of a field in GraphQL and a parameter of the same name in REST. */
export function sharedFilters(): SharedField[] {
  const seen = new Set<string>();
  return operations.flatMap(({ operation }) => {
    const name = /\$filter: (\w+)/.exec(String(operation['x-graphql-document']))?.[1] ?? '';
    const filter = types[name];
    if (!isInputObjectType(filter) || seen.has(name)) return [];
    seen.add(name);
    const parameters = Array.isArray(operation.parameters) ? operation.parameters.map(resolved) : [];
    return shared(filter, name, Object.fromEntries(parameters.map((one) => [String(one.name), one])));
  });
}

function shared(input: GraphQLInputObjectType, of: string, inRest: Readonly<Record<string, unknown>>): SharedField[] {
  return Object.values(input.getFields()).flatMap(({ name, description }) => {
    const { description: rest } = recordOf(inRest[name]);
    return typeof rest === 'string' ? [{ name: `${of}.${name}`, graphql: description ?? '', rest }] : [];
  });
}

/** A parameter may add how it compares and how its value is written. */
export const filtersDescribedTwice = (): SharedField[] =>
  sharedFilters().filter(({ graphql, rest }) => !rest.startsWith(graphql));

export const describedTwice = (fields: readonly SharedField[]): SharedField[] =>
  fields.filter(({ graphql, rest }) => graphql !== rest);
