import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';

const perMinute = gatewayLimits.graphqlWithoutToken.newDocumentsPerMinute;
const minuteMs = 60_000;

/**
 * Counts the new documents without a token, by address: validating and executing one takes far longer than repeating it.
 * Each replica counts for itself. If there are too many addresses, the ones that were quiet longest are forgotten.
 */
export function createNewDocumentLimit(now: () => number = () => performance.now()): (address: string) => void {
  const minutes = new LRUCache<string, { readonly endsAt: number; count: number }>({ max: 10_000 });
  return (address) => {
    const found = minutes.get(address);
    const minute = found && found.endsAt > now() ? found : { endsAt: now() + minuteMs, count: 0 };
    if (minute !== found) minutes.set(address, minute);
    if (++minute.count <= perMinute) return;
    const retryAfter = Math.max(1, Math.ceil((minute.endsAt - now()) / 1000));
    const message = `At most ${perMinute} new documents a minute are accepted without a token. Send a token, or try again in ${retryAfter} seconds.`;
    const limit = { name: 'newDocumentsPerMinute', allowed: perMinute };
    throw new GraphQLError(message, {
      originalError: new AppError('TOO_MANY_REQUESTS', message, { retryAfter }),
      extensions: { limit },
    });
  };
}
