import type { Allowance } from '../domain/account/client-limits.ts';
import { AppError } from '../domain/base/errors.ts';
import type { PassingCount } from '../ports/shared-counts.ts';

const windowMs = 60_000;

/** The unit: requests, or the cost of GraphQL operations. */
type Counted = 'requests' | 'GraphQL cost';

/** Counts each client's use of this replica per minute. */
type MinuteLimit = {
  /**
   * Throws `TOO_MANY_REQUESTS` if the client would exceed its limit, and `OPERATION_LIMIT_EXCEEDED` if the amount alone
   * does; neither is counted. Null for no limit.
   */
  count(client: string, amount: number, perMinute: number | null): Allowance | null;
  /**
   * Counts work that is done already, even above the client's limit: the next request is refused then. A negative amount gives
   * back what was counted and not needed.
   */
  owe(client: string, amount: number): void;
};

/**
 * A minute starts with its first request. If workers share the count, it starts with the minute of the clock, which is the
 * same for all of them.
 */
export function createMinuteLimit(counted: Counted, now: () => Date, shared?: PassingCount): MinuteLimit {
  let endsAt = 0;
  /** Starts anew each minute, so it holds only the clients of that minute. */
  let counts = new Map<string, number>();
  const startMinute = (at: number) => {
    if (at < endsAt && at >= endsAt - windowMs) return;
    endsAt = (shared ? at - (at % windowMs) : at) + windowMs;
    counts = new Map();
  };
  const add = (client: string, amount: number) => counts.set(client, Math.max(0, (counts.get(client) ?? 0) + amount));
  shared?.onTold((client, amount, until) => {
    startMinute(now().getTime());
    if (until === endsAt) add(client, amount);
  });
  return {
    owe(client, amount) {
      startMinute(now().getTime());
      const before = counts.get(client) ?? 0;
      add(client, amount);
      shared?.tell(client, (counts.get(client) ?? 0) - before, endsAt);
    },
    count(client, amount, perMinute) {
      if (perMinute === null) return null;
      const at = now().getTime();
      startMinute(at);
      const count = (counts.get(client) ?? 0) + amount;
      const retryAfter = Math.max(1, Math.ceil((endsAt - at) / 1_000));
      if (count > perMinute) throw tooMuch(counted, perMinute, amount, retryAfter);
      counts.set(client, count);
      shared?.tell(client, amount, endsAt);
      return { limit: perMinute, remaining: perMinute - count, resetSeconds: retryAfter };
    },
  };
}

function tooMuch(counted: Counted, perMinute: number, amount: number, retryAfter: number): AppError {
  const mayAsk = counted === 'requests' ? `send ${perMinute} requests` : `ask for a GraphQL cost of ${perMinute}`;
  const message = `This client may ${mayAsk} in a minute`;
  // Waiting would not help.
  if (amount > perMinute)
    return new AppError('OPERATION_LIMIT_EXCEEDED', `${message}, and this costs ${amount}: select less.`);
  const wait = retryAfter === 1 ? 'a second' : `${retryAfter} seconds`;
  return new AppError('TOO_MANY_REQUESTS', `${message}; try again in ${wait}.`, { retryAfter });
}
