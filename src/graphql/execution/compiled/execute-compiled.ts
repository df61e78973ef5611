import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type GraphQLError,
  getOperationAST,
  getVariableValues,
  type OperationDefinitionNode,
} from 'graphql';
import { gatewayLimits } from '../../../domain/base/limits.ts';
import { type CompiledQuery, compileQuery } from './compile-query.ts';
import { replayedDocument, replayingSchema } from './replay.ts';
import type { RootResults } from './run.ts';

type Failures = {
  /**
   * The error for a query that is refused as a whole; null for any other error, which graphql-js locates in the query.
   */
  refusalOf?(error: unknown): GraphQLError | null;
  onExecutedAgain?(contextValue: unknown): void;
};

type Execute = (args: ExecutionArgs) => Promise<ExecutionResult>;

/**
 * A replacement for the `execute` of graphql-js with the same results. Queries run in compiled form. Anything else runs
 * on graphql-js, as does a query whose compiled form fails. Variables are coerced once; coercion stops at the maximum
 * number of errors.
 */
export function createCompiledExecute(failures: Failures = {}): Execute {
  const compiledOf = createCache();
  return async (given) => {
    const options = { ...given.options, maxCoercionErrors: mostVariableErrors };
    const args: ExecutionArgs = Object.assign({}, given, { options });
    const { schema, document, contextValue, hideSuggestions } = args;
    const compiled = compiledOf(args);
    if (!compiled) return execute(args);
    const { operation, query } = compiled;
    const { coerced, errors } = getVariableValues(
      schema,
      operation.variableDefinitions ?? [],
      args.variableValues ?? {},
      {
        maxErrors: mostVariableErrors,
        hideSuggestions: hideSuggestions === true,
      },
    );
    if (errors) return { errors };
    const rootResults: RootResults = new Map();
    try {
      return (await query({
        root: args.rootValue,
        context: contextValue,
        variables: coerced,
        rootResults,
      })) as ExecutionResult;
    } catch (error) {
      const refusal = failures.refusalOf?.(error);
      if (refusal) return { errors: [refusal] };
      failures.onExecutedAgain?.(contextValue);
      // The resolvers of a subscription only read the event, so they can run again.
      if (operation.operation === 'subscription') return execute(args);
      return execute({
        ...args,
        schema: replayingSchema(schema),
        document: replayedDocument(document, operation),
        variableValues: coerced,
        rootValue: rootResults,
      });
    }
  };
}

const mostVariableErrors = gatewayLimits.graphql.errors;

type Compiled = { readonly operation: OperationDefinitionNode; readonly query: CompiledQuery };

/** Caches compiled queries by operation name while their document is cached. */
function createCache(): (args: ExecutionArgs) => Compiled | null {
  const compiled = new WeakMap<DocumentNode, Map<string | undefined, Compiled | null>>();
  return ({ schema, document, operationName }) => {
    const name = operationName ?? undefined;
    const operation = getOperationAST(document, name);
    // Clients choose the names, so only names in the document are cached.
    if (!operation) return null;
    let byOperation = compiled.get(document);
    if (!byOperation) {
      byOperation = new Map();
      compiled.set(document, byOperation);
    }
    const known = byOperation.get(name);
    if (known !== undefined) return known;
    const query = compileQuery(schema, document, name);
    const made = query && { operation, query };
    byOperation.set(name, made);
    return made;
  };
}
