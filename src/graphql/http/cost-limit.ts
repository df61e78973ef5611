import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { AppError } from '../../domain/base/errors.ts';
import type { GraphqlContext } from '../base/context.ts';
import { costOf } from '../execution/limits.ts';
import type { Call } from './call.ts';

/** Counts the cost of queries and mutations for their client, and refuses what is more than it may ask for in a minute. */
export const limitedCost: Plugin<GraphqlContext, Call> = {
  onExecute({ args: { document, operationName, contextValue }, setResultAndStopExecution }) {
    const cost = costOf(document, operationName)?.cost.requested;
    if (cost === undefined) return;
    try {
      contextValue.session?.spend?.(cost);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      setResultAndStopExecution({ errors: [new GraphQLError(error.message, { originalError: error })] });
    }
  },
};
