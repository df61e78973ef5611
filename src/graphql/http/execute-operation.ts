import type { ExecutionArgs, ExecutionResult } from 'graphql';
import type { GraphqlContext } from '../base/context.ts';
import { scopesOf } from '../base/field-scope.ts';
import { createExecute } from '../execution/execute.ts';
import { forbiddenFields } from '../execution/forbidden-fields.ts';
import { settleCost, spendCost } from './cost-limit.ts';
import { written } from './long-answers.ts';

/** Executes a valid query or mutation, within the limits and the scopes of its client. */
export type ExecuteOperation = (
  args: ExecutionArgs & { readonly contextValue: GraphqlContext },
) => Promise<ExecutionResult>;

export function createExecuteOperation(options: { readonly hideSuggestions: boolean }): ExecuteOperation {
  const execute = createExecute(options);
  return async (args) => {
    const refusal = spendCost(args);
    if (refusal) return { errors: [refusal] };
    const scopes = args.contextValue.session?.principal.scopes ?? new Set();
    const errors = forbiddenFields(args, { scopes, scopesOf });
    if (errors.length > 0) return { errors };
    return written(settleCost(args, await execute(args)), args.contextValue);
  };
}
