import {
  type DocumentNode,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
} from 'graphql';
import { NotCompilable } from './collect-fields.ts';
import { isPromise, type RootResults } from './run.ts';

/*
 * Replays a failed compiled query on graphql-js without repeating finished work. Root fields return the results of the
 * failed run, and variables keep their coerced values.
 */

const schemas = new WeakMap<GraphQLSchema, GraphQLSchema>();

/** The schema with root fields that return the available results of the failed run. */
export function replayingSchema(schema: GraphQLSchema): GraphQLSchema {
  const known = schemas.get(schema);
  if (known) return known;
  const { types, query, mutation, ...config } = schema.toConfig();
  const made = new GraphQLSchema({
    ...config,
    types: [...types.filter((type) => type !== query && type !== mutation), coercedValue],
    query: query && replayingType(query),
    mutation: mutation && replayingType(mutation),
    assumeValid: true,
  });
  schemas.set(schema, made);
  return made;
}

function replayingType(rootType: GraphQLObjectType): GraphQLObjectType {
  const { fields, ...config } = rootType.toConfig();
  const replayed = Object.entries(fields).map(([name, { resolve, ...field }]) => {
    if (!resolve) return [name, field] as const;
    const replay: typeof resolve = (rootResults: RootResults, args, context, info) => {
      const key = String(info.path.key);
      const resolveAgain = () => resolve({}, args, context, info);
      if (!rootResults.has(key)) return resolveAgain();
      const result = rootResults.get(key);
      if (!isPromise(result)) return result;
      return result.then(undefined, (error) => {
        if (error instanceof NotCompilable) return resolveAgain();
        throw error;
      });
    };
    return [name, { ...field, resolve: replay }] as const;
  });
  return new GraphQLObjectType({ ...config, fields: Object.fromEntries(replayed) });
}

/** The type of every variable of a replayed document. The type leaves values unchanged. */
const coercedValue = new GraphQLScalarType({ name: '__CoercedValue' });

/** The document reduced to one operation whose variables are already coerced. */
export function replayedDocument(
  { kind, definitions }: DocumentNode,
  operation: OperationDefinitionNode,
): DocumentNode {
  const fragments = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  const variableDefinitions = operation.variableDefinitions?.map(withCoercedValue);
  return { kind, definitions: [{ ...operation, variableDefinitions }, ...fragments] };
}

function withCoercedValue({ kind, variable }: VariableDefinitionNode): VariableDefinitionNode {
  const name = { kind: Kind.NAME, value: coercedValue.name } as const;
  return { kind, variable, type: { kind: Kind.NAMED_TYPE, name } };
}
