import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../domain/base/errors.ts';

const perClient = { points: 20, duration: 60 };
const perAddress = { points: 100, duration: 60 };

export type AttemptLimit = {
  /** Throws `TOO_MANY_REQUESTS` once the limit is exceeded. */
  count(attempt: { clientId: string; remoteAddress: string }): Promise<void>;
};

/**
 * Token requests per minute: 20 for a client from one address, 100 from one address. Clients are counted per address so
 * that nobody can lock out a client from elsewhere by its id. Each replica counts for itself, in memory.
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
        throw new AppError('TOO_MANY_REQUESTS', `Too many token requests; try again in ${retryAfter} seconds.`, {
          retryAfter,
        });
      }
    },
  };
}
