import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute as executeByGraphql,
  getOperationAST,
} from 'graphql';
import { type CompiledQuery, compileQuery } from './fast-execution.ts';
import { costOf } from './limits.ts';

/** Executes a query by its compiled form where it has one, and by graphql-js where it has none or did not succeed. */
export function createExecute({ hideSuggestions = false } = {}): (args: ExecutionArgs) => Promise<ExecutionResult> {
  const compiled = new WeakMap<DocumentNode, Map<string | undefined, CompiledQuery | null>>();

  const compiledOf = ({ schema, document, operationName }: ExecutionArgs): CompiledQuery | null => {
    let byOperation = compiled.get(document);
    if (!byOperation) {
      byOperation = new Map();
      compiled.set(document, byOperation);
    }
    const name = operationName ?? undefined;
    let query = byOperation.get(name);
    if (query === undefined) {
      query = compileQuery(schema, document, name);
      // Only names that the document has are kept: others can be without number.
      if (getOperationAST(document, name)) byOperation.set(name, query);
    }
    return query;
  };

  return async (args) => {
    const query = compiledOf(args);
    if (query) {
      try {
        return withCost(args, (await query(args.contextValue, args.variableValues ?? {})) as ExecutionResult);
      } catch {
        // Executed once more below, for its errors.
      }
    }
    return withCost(args, withCodes(await executeByGraphql({ ...args, hideSuggestions })));
  };
}

/** Tells what the operation was taken to cost. */
export function withCost({ document, operationName }: ExecutionArgs, result: ExecutionResult): ExecutionResult {
  const cost = costOf(document, operationName);
  return cost === null ? result : { ...result, extensions: { ...result.extensions, ...cost } };
}

/** Errors without data come before any resolver: the operation or its variables are at fault. */
export function withCodes(result: ExecutionResult): ExecutionResult {
  if ('data' in result) return result;
  for (const error of result.errors ?? []) {
    error.extensions.code ??= 'BAD_USER_INPUT';
    error.extensions.http ??= { status: 400, spec: true };
  }
  return result;
}
