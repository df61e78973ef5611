import { GraphQLError, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphqlContext } from '../base/context.ts';
import { costOf } from '../execution/limits.ts';
import type { AnonymousLimit } from './anonymous-limit.ts';
import { addressOf, type Call } from './call.ts';
import { rootFieldsOf } from './root-fields.ts';

/**
 * The estimate assumes types with few fields. Reading a small part of the schema can take up to a fifth of the time that all
 * of it takes.
 */
const leastIntrospectionCost = 20_000;

/** Counts operations that are executed without a token. Introspection that is answered from memory is not counted. */
export function anonymousCost(count: AnonymousLimit): Plugin<GraphqlContext, Call> {
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const { document, operationName, contextValue } = args;
      const operation = getOperationAST(document, operationName);
      if (contextValue.session || !operation) return;
      const cost = costOf(args) ?? 0;
      const fields = rootFieldsOf(document, operation.selectionSet);
      const isIntrospection = fields.some(({ name }) => name.value.startsWith('__'));
      try {
        count(
          addressOf(contextValue),
          'costPerMinute',
          isIntrospection ? Math.max(cost, leastIntrospectionCost) : cost,
        );
      } catch (error) {
        if (!(error instanceof GraphQLError)) throw error;
        setResultAndStopExecution({ errors: [error] });
      }
    },
  };
}
