import type { Allowance } from '../domain/account/allowance.ts';
import { AppError } from '../domain/base/errors.ts';

const windowMs = 60_000;

/** Counts the requests of each client in each minute, of this replica alone. */
export type RequestLimit = {
  /** Throws `TOO_MANY_REQUESTS` once the client has sent more than the limit in this minute. */
  count(clientId: string): Allowance;
};

export function createRequestLimit(perMinute: number, now: () => Date): RequestLimit {
  let endsAt = 0;
  /** Begun anew with each minute, so it holds no more clients than sent requests in it. */
  let counts = new Map<string, number>();
  return {
    count(clientId) {
      const at = now().getTime();
      if (at >= endsAt || at < endsAt - windowMs) {
        endsAt = at + windowMs;
        counts = new Map();
      }
      const count = (counts.get(clientId) ?? 0) + 1;
      counts.set(clientId, count);
      const retryAfter = Math.max(1, Math.ceil((endsAt - at) / 1_000));
      if (count <= perMinute) return { limit: perMinute, remaining: perMinute - count, resetSeconds: retryAfter };
      const message = `This client sent more than ${perMinute} requests in a minute; try again in ${retryAfter} seconds.`;
      throw new AppError('TOO_MANY_REQUESTS', message, { retryAfter });
    },
  };
}
