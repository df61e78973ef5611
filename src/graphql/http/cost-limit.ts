import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { AppError } from '../../domain/base/errors.ts';
import type { GraphqlContext } from '../base/context.ts';
import { actualCostOf } from '../execution/actual-cost.ts';
import { costOf } from '../execution/limits.ts';
import type { Call } from './call.ts';

/**
 * Adds the cost of queries and mutations to the total of their client, and refuses operations beyond its limit per minute. If
 * the actual records cost more than the estimate, the difference is added afterwards.
 */
export const limitedCost: Plugin<GraphqlContext, Call> = {
  onExecute({ args: { document, operationName, contextValue }, setResultAndStopExecution }) {
    const cost = costOf(document, operationName)?.cost.requested;
    if (cost === undefined) return undefined;
    try {
      contextValue.session?.spend?.(cost);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      setResultAndStopExecution({ errors: [new GraphQLError(error.message, { originalError: error })] });
      return undefined;
    }
    return {
      onExecuteDone({ result, setResult }) {
        const actual = actualCostOf(contextValue);
        if (actual <= cost || Symbol.asyncIterator in result) return;
        contextValue.session?.owe?.(actual - cost);
        setResult(withActualCost(result, actual));
      },
    };
  },
};

function withActualCost(result: ExecutionResult, actual: number): ExecutionResult {
  return Object.assign(result, {
    extensions: { ...result.extensions, cost: { ...Object(result.extensions?.cost), actual } },
  });
}
