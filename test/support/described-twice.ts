import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLInputObjectType, isInputObjectType } from 'graphql';
import { allRoutes } from '../../src/rest/routes.ts';
import { at, operationOf, recordOf, resolved } from './openapi.ts';

/** A field in both interfaces, with its description in each. */
export type SharedField = { readonly name: string; readonly graphql: string; readonly rest: string };

const types = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8')).getTypeMap();

/** The fields of the inputs that have the same name in both interfaces. */
export function sharedInputFields(): SharedField[] {
  const schemas = at('components', 'schemas');
  return Object.values(types)
    .filter(isInputObjectType)
    .flatMap((input) => shared(input, input.name, recordOf(recordOf(schemas[input.name]).properties)));
}

/** The filters of the lists: the REST parameters, each with the GraphQL field that its twin compares. */
export function sharedFilters(): SharedField[] {
  const seen = new Set<string>();
  return allRoutes.flatMap(({ path, options }) => {
    const { graphql } = options?.operation ?? {};
    if (!graphql || !('variables' in graphql) || !graphql.variables) return [];
    const of = /\$filter: (\w+)/.exec(graphql.document)?.[1] ?? '';
    const filter = types[of];
    if (!isInputObjectType(filter) || seen.has(of)) return [];
    seen.add(of);
    const { parameters } = operationOf('GET', path)!.operation;
    return (parameters as readonly unknown[]).map(resolved).flatMap(({ name, description }) => {
      const { filter: compared } = graphql.variables!({ path: {}, query: { [String(name)]: ['A'] }, places: nowhere });
      const [field] = Object.keys(recordOf(compared));
      if (field === undefined) return [];
      return [
        { name: `${of}.${field}`, graphql: filter.getFields()[field]?.description ?? '', rest: String(description) },
      ];
    });
  });
}

const nowhere = { findCountry: () => null, findState: () => null };

function shared(input: GraphQLInputObjectType, of: string, inRest: Readonly<Record<string, unknown>>): SharedField[] {
  return Object.values(input.getFields()).flatMap(({ name, description }) => {
    const { description: rest } = recordOf(inRest[name]);
    return typeof rest === 'string' ? [{ name: `${of}.${name}`, graphql: description ?? '', rest }] : [];
  });
}

/** A parameter may also describe its comparison and the format of its value. */
export const filtersDescribedTwice = (): SharedField[] =>
  sharedFilters().filter(({ graphql, rest }) => !rest.startsWith(graphql));

export const describedTwice = (fields: readonly SharedField[]): SharedField[] =>
  fields.filter(({ graphql, rest }) => graphql !== rest);
