import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { networkOf } from '../../domain/base/network.ts';

const { newDocumentsPerMinute, costPerMinute } = gatewayLimits.graphqlWithoutToken;
const minuteMs = 60_000;

const most = { newDocumentsPerMinute, costPerMinute };
const mayAsk: Readonly<Record<keyof typeof most, string>> = {
  newDocumentsPerMinute: `At most ${newDocumentsPerMinute} new documents a minute are accepted without a token.`,
  costPerMinute: `Operations that cost more than ${costPerMinute} a minute together are not executed without a token.`,
};

export type AnonymousLimit = (address: string, counted: keyof typeof most, amount: number) => void;

/**
 * Counts requests without a token by network: new documents, because validating one takes far longer than repeating it, and
 * operations that are executed instead of answered from memory. Throws `TOO_MANY_REQUESTS`. Each replica counts separately. If
 * there are too many networks, those with the oldest requests are forgotten.
 */
export function createAnonymousLimit(now: () => number = () => performance.now()): AnonymousLimit {
  const minutes = new LRUCache<string, { readonly endsAt: number } & Record<keyof typeof most, number>>({
    max: 10_000,
  });
  return (address, counted, amount) => {
    const network = networkOf(address);
    const found = minutes.get(network);
    const minute =
      found && found.endsAt > now() ? found : { endsAt: now() + minuteMs, newDocumentsPerMinute: 0, costPerMinute: 0 };
    if (minute !== found) minutes.set(network, minute);
    if (minute[counted] + amount <= most[counted]) {
      minute[counted] += amount;
      return;
    }
    const retryAfter = Math.max(1, Math.ceil((minute.endsAt - now()) / 1000));
    const message = `${mayAsk[counted]} Send a token, or try again in ${retryAfter} seconds.`;
    throw new GraphQLError(message, {
      originalError: new AppError('TOO_MANY_REQUESTS', message, { retryAfter }),
      extensions: { limit: { name: counted, allowed: most[counted] } },
    });
  };
}
