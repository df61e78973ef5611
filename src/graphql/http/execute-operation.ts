import { type ExecutionArgs, type ExecutionResult, GraphQLError, getOperationAST } from 'graphql';
import { AppError } from '../../domain/base/errors.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import { holdsLongList } from '../../http/json-pieces.ts';
import { inLaterTurn } from '../../usecases/writing/yield-to-event-loop.ts';
import type { GraphqlContext } from '../base/context.ts';
import { scopesOf } from '../base/field-scope.ts';
import { actualCostOf } from '../execution/actual-cost.ts';
import { createExecute } from '../execution/execute.ts';
import { longFilters } from '../execution/filter-size.ts';
import { forbiddenFields, isMutation } from '../execution/forbidden-fields.ts';
import { written } from './long-answers.ts';

type Args = ExecutionArgs & { readonly contextValue: GraphqlContext };

/** Executes a valid query or mutation, in the turn of its tenant, and within the budget and the scopes of its client. */
export type ExecuteOperation = (args: Args) => Promise<ExecutionResult>;

export function createExecuteOperation(options: { readonly hideSuggestions: boolean }): ExecuteOperation {
  const execute = createExecute(options);

  async function executed(args: Args): Promise<ExecutionResult> {
    if (holdsLongList(args.variableValues)) await new Promise<void>(inLaterTurn); // Reading them has taken a turn.
    const scopes = args.contextValue.session?.principal.scopes ?? new Set();
    const forbidden = () => forbiddenFields(args, { scopes, scopesOf });
    // Otherwise a mutation would change records first and then not show them.
    const errors = isMutation(args) ? forbidden() : [];
    if (errors.length > 0) return { errors };
    const filters = longFilters(args);
    const result = filters.length > 0 ? { errors: filters } : await execute(args);
    // The scopes come first: without them, not even the checks of variables say anything.
    const insteadOf = filters.length > 0 || hasInvalidVariables(result) ? forbidden() : [];
    if (insteadOf.length > 0) return { errors: insteadOf };
    return written(withActualCost(args, result), args.contextValue);
  }

  return async (args) => {
    const { document, operationName, contextValue } = args;
    const { session } = contextValue;
    if (!session) return executed(args);
    try {
      await session.work.begin();
    } catch (error) {
      if (error instanceof AppError) return { errors: [new GraphQLError(error.message, { originalError: error })] };
      throw error;
    }
    try {
      return await executed(args);
    } finally {
      const operation = getOperationAST(document, operationName);
      const writes = operation?.operation === 'mutation' ? operation.selectionSet.selections.length : 0;
      session.work.add(workCosts.write * writes + workCosts.field * actualCostOf(contextValue));
      session.work.end();
    }
  };
}

/** States what the actual records cost, if that is more than the estimate. */
function withActualCost({ contextValue }: Args, result: ExecutionResult): ExecutionResult {
  const cost = result.extensions?.cost as { readonly requested: number } | undefined;
  const actual = actualCostOf(contextValue);
  if (!cost || actual <= cost.requested) return result;
  return Object.assign(result, { extensions: { ...result.extensions, cost: { ...cost, actual } } });
}

function hasInvalidVariables(result: ExecutionResult): boolean {
  return !('data' in result) && result.errors?.[0]?.extensions.code === 'BAD_USER_INPUT';
}
