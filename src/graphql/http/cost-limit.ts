import { type ExecutionArgs, type ExecutionResult, GraphQLError } from 'graphql';
import { AppError } from '../../domain/base/errors.ts';
import type { GraphqlContext } from '../base/context.ts';
import { actualCostOf } from '../execution/actual-cost.ts';
import { costOf } from '../execution/limits.ts';

type Args = ExecutionArgs & { readonly contextValue: GraphqlContext };

/** Adds the cost of an operation to the total of its client. Beyond the client's limit per minute, it returns the refusal. */
export function spendCost({ document, operationName, contextValue }: Args): GraphQLError | null {
  const cost = costOf(document, operationName)?.cost.requested;
  if (cost === undefined) return null;
  try {
    contextValue.session?.spend?.(cost);
    return null;
  } catch (error) {
    if (error instanceof AppError) return new GraphQLError(error.message, { originalError: error });
    throw error;
  }
}

/** If the actual records cost more than the estimate, the client owes the difference. */
export function settleCost({ document, operationName, contextValue }: Args, result: ExecutionResult): ExecutionResult {
  const cost = costOf(document, operationName)?.cost.requested;
  const actual = actualCostOf(contextValue);
  if (cost === undefined || actual <= cost) return result;
  contextValue.session?.owe?.(actual - cost);
  return Object.assign(result, {
    extensions: { ...result.extensions, cost: { ...Object(result.extensions?.cost), actual } },
  });
}
