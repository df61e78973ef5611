import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../domain/base/errors.ts';

const perClient = { points: 20, duration: 60 };
const perAddress = { points: 100, duration: 60 };

export type AttemptLimit = {
  /** Throws `TOO_MANY_REQUESTS` when it is one try too many. */
  count(attempt: { clientId: string; remoteAddress: string }): Promise<void>;
};

/**
 * Tries for a token: 20 in a minute for a client at an address, 100 for an address. Clients are counted per address, so
 * that nobody can lock out a client by its id from elsewhere. Counted in memory, by each replica for itself.
 */
export function createAttemptLimit(): AttemptLimit {
  const clients = new RateLimiterMemory({ keyPrefix: 'client', ...perClient });
  const addresses = new RateLimiterMemory({ keyPrefix: 'address', ...perAddress });
  return {
    async count({ clientId, remoteAddress }) {
      try {
        await addresses.consume(remoteAddress);
        await clients.consume(`${remoteAddress} ${clientId}`);
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) throw rejection;
        const retryAfter = Math.max(1, Math.ceil(rejection.msBeforeNext / 1000));
        throw new AppError('TOO_MANY_REQUESTS', `Too many tries for a token; wait ${retryAfter} seconds.`, {
          retryAfter,
        });
      }
    },
  };
}
