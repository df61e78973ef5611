import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  GraphQLObjectType,
  GraphQLSchema,
  getOperationAST,
} from 'graphql';
import { NotCompilable } from './collect-fields.ts';
import { type CompiledQuery, compileQuery, mostVariableErrors } from './compile-query.ts';
import { isPromise, type RootResults } from './run.ts';

type Execute = (args: ExecutionArgs) => Promise<ExecutionResult>;

/**
 * A replacement for the `execute` of graphql-js with the same results. Queries run in compiled form; anything else, and a
 * query whose compiled form fails, runs on graphql-js.
 */
export function createCompiledExecute(): Execute {
  const compiledOf = createCache();
  return async (given) => {
    const args = { ...given, options: { ...given.options, maxCoercionErrors: mostVariableErrors } };
    const query = compiledOf(args);
    if (!query) return execute(args);
    const rootResults: RootResults = new Map();
    try {
      return (await query({
        context: args.contextValue,
        variables: args.variableValues ?? {},
        hideSuggestions: args.hideSuggestions === true,
        rootResults,
      })) as ExecutionResult;
    } catch {
      return execute({ ...args, schema: replaying(args.schema), rootValue: rootResults });
    }
  };
}

/** Compiled queries are kept as long as their document is, by operation name. */
function createCache(): (args: ExecutionArgs) => CompiledQuery | null {
  const compiled = new WeakMap<DocumentNode, Map<string | undefined, CompiledQuery | null>>();
  return ({ schema, document, operationName }) => {
    let byOperation = compiled.get(document);
    if (!byOperation) {
      byOperation = new Map();
      compiled.set(document, byOperation);
    }
    const name = operationName ?? undefined;
    let query = byOperation.get(name);
    if (query === undefined) {
      query = compileQuery(schema, document, name);
      // Clients choose the names: only those that the document has are kept.
      if (getOperationAST(document, name)) byOperation.set(name, query);
    }
    return query;
  };
}

const replayingSchemas = new WeakMap<GraphQLSchema, GraphQLSchema>();

/** The same schema, except that its root fields return the results of the failed run where there are any. */
function replaying(schema: GraphQLSchema): GraphQLSchema {
  const known = replayingSchemas.get(schema);
  if (known) return known;
  const { types, query, ...config } = schema.toConfig();
  const made = new GraphQLSchema({
    ...config,
    types: types.filter((type) => type !== query),
    query: query && replayingType(query),
    assumeValid: true,
  });
  replayingSchemas.set(schema, made);
  return made;
}

function replayingType(queryType: GraphQLObjectType): GraphQLObjectType {
  const { fields, ...config } = queryType.toConfig();
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
