import type { ExecutionArgs, ExecutionResult } from 'graphql';
import { countAnew, OperationRefused } from './actual-cost.ts';
import { createCompiledExecute } from './compiled/execute-compiled.ts';
import { costOf, excessesOfCost, limits } from './limits.ts';

/** Executes an operation. The result includes its cost, and request errors have codes. */
export function createExecute({ hideSuggestions = false } = {}): (args: ExecutionArgs) => Promise<ExecutionResult> {
  const execute = createCompiledExecute({
    refusalOf: (error) => (error instanceof OperationRefused ? error : null),
    onExecutedAgain: (contextValue) => countAnew(Object(contextValue)),
  });
  return async (args) => {
    const cost = costOf(args);
    const excesses = excessesOfCost(args, cost);
    const run = () => execute(Object.assign({}, args, { hideSuggestions }));
    return withCost(cost, excesses.length > 0 ? { errors: excesses } : withCodes(await run()));
  };
}

/** Adds the operation's cost, and the cost limit. */
export function withCost(requested: number | null, result: ExecutionResult): ExecutionResult {
  if (requested === null) return result;
  return Object.assign(result, { extensions: { ...result.extensions, cost: { requested, limit: limits.cost } } });
}

/** A result without data failed before any resolver ran: the operation or its variables are invalid. */
export function withCodes(result: ExecutionResult): ExecutionResult {
  if ('data' in result) return result;
  for (const error of result.errors ?? []) {
    error.extensions.code ??= 'BAD_USER_INPUT';
    error.extensions.http ??= { status: 400, spec: true };
  }
  return result;
}
