import { GraphQLError, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { networkOf } from '../../domain/base/network.ts';
import { formatCount } from '../../domain/base/words.ts';
import type { SharedCounts } from '../../ports/shared-counts.ts';
import type { GraphqlContext } from '../base/context.ts';
import { costOf } from '../execution/limits.ts';
import { addressOf, type Call } from './call.ts';
import { rootFieldsOf } from './root-fields.ts';

const { newDocumentsPerMinute, costPerMinute } = gatewayLimits.graphqlWithoutToken;
const minuteMs = 60_000;

const most = { newDocumentsPerMinute, costPerMinute };
const mayAsk: Readonly<Record<keyof typeof most, string>> = {
  newDocumentsPerMinute: `Without a token, at most ${newDocumentsPerMinute} new documents are accepted per minute.`,
  costPerMinute: `Without a token, operations may cost at most ${costPerMinute} in total per minute.`,
};

type Minute = { readonly endsAt: number } & Record<keyof typeof most, number>;

export type AnonymousLimit = (address: string, counted: keyof typeof most, amount: number) => void;

/**
 * Limits requests without a token, by network. Counts new documents, because validating a new document takes far longer
 * than repeating a known one, and operations that are executed rather than answered from memory. Throws
 * `TOO_MANY_REQUESTS`. Each replica counts separately. When the number of networks is too large, the networks with the
 * oldest requests are dropped.
 */
export function createAnonymousLimit(shared?: SharedCounts): AnonymousLimit {
  // Workers that share counts must use the same clock minutes.
  const now = () => (shared ? Date.now() : performance.now());
  const startOf = (at: number) => (shared ? at - (at % minuteMs) : at);
  // Memory grows with the entries; `max` would reserve all of it at startup.
  const minutes = new LRUCache<string, Minute>({ maxSize: 10_000, sizeCalculation: () => 1 });
  const minuteOf = (network: string): Minute => {
    const at = now();
    const found = minutes.get(network);
    if (found && found.endsAt > at && found.endsAt <= at + minuteMs) return found;
    const minute = { endsAt: startOf(at) + minuteMs, newDocumentsPerMinute: 0, costPerMinute: 0 };
    minutes.set(network, minute);
    return minute;
  };
  const others = {
    newDocumentsPerMinute: shared?.passing('new documents without a token'),
    costPerMinute: shared?.passing('GraphQL cost without a token'),
  };
  for (const counted of ['newDocumentsPerMinute', 'costPerMinute'] as const) {
    others[counted]?.onTold((network, amount, until) => {
      const minute = minuteOf(network);
      if (until === minute.endsAt) minute[counted] += amount;
    });
  }
  return (address, counted, amount) => {
    const network = networkOf(address);
    const minute = minuteOf(network);
    if (minute[counted] + amount <= most[counted]) {
      minute[counted] += amount;
      others[counted]?.tell(network, amount, minute.endsAt);
      return;
    }
    const retryAfter = Math.max(1, Math.ceil((minute.endsAt - now()) / 1000));
    const message = `${mayAsk[counted]} Send a token, or try again in ${formatCount(retryAfter, 'second')}.`;
    throw new GraphQLError(message, {
      originalError: new AppError('TOO_MANY_REQUESTS', message, { retryAfter }),
      extensions: { limit: { name: counted, allowed: most[counted] } },
    });
  };
}

/**
 * The estimate assumes types with few fields. Reading a small part of the schema can take up to a fifth of the time
 * needed for the whole schema.
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
