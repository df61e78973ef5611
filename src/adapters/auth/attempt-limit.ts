import { AppError } from '../../domain/base/errors.ts';
import { formatCount } from '../../domain/base/words.ts';
import type { Attempt, AttemptCounts } from '../../ports/shared-counts.ts';
import { rememberAtMost } from './bounded-memory.ts';

const windowMs = 60_000;
const mostPerAddress = 100;
const mostPerClientAtAddress = 20;
/** Failed attempts by one client across all addresses: a burst of this many, then one a second. */
const mostFailures = 60;
const failureMs = 1_000;
/** Other addresses cannot slow down a client that had a token from its own address in the last day. */
const knownMs = 24 * 60 * 60_000;
/** Beyond this number, the least recently used counts are forgotten, so attackers cannot fill the memory. */
const mostRemembered = 20_000;

type AttemptLimit = {
  /** Throws `TOO_MANY_REQUESTS` once a limit is exceeded. Returns a function to call if the attempt succeeds. */
  count(attempt: Attempt): Promise<() => void>;
};

export function createAttemptLimit(counts: AttemptCounts): AttemptLimit {
  return {
    async count(attempt) {
      const outcome = await counts.count(attempt);
      if (outcome.kind === 'refused') throw tooMany(outcome.waitMs);
      return () => counts.succeed(attempt, outcome.isFailure);
    },
  };
}

/**
 * Token requests per minute: 100 from one address, and 20 for a client from one address. Failures also count for the
 * client across all addresses, but only slow it down: if there are too many, an address from which the client has no
 * recent token must try again, and one attempt per second is accepted. Each replica counts separately, in memory.
 */
export function createAttemptCounts(now: () => Date): AttemptCounts {
  const addresses = createWindows(mostPerAddress);
  const clients = createWindows(mostPerClientAtAddress);
  const failures = createFailures();
  const known = rememberAtMost<number>(mostRemembered);
  return {
    count({ clientId, remoteAddress }) {
      const at = now().getTime();
      const pair = `${remoteAddress} ${clientId}`;
      const waitMs = addresses.count(remoteAddress, at) ?? clients.count(pair, at);
      if (waitMs !== null) return { kind: 'refused', waitMs };
      const isKnown = (known.get(pair) ?? Number.NEGATIVE_INFINITY) > at - knownMs;
      // Attempts count as failures until they succeed, so that many simultaneous attempts cannot all pass.
      const isFailure = failures.count(clientId, at);
      return isFailure || isKnown ? { kind: 'accepted', isFailure } : { kind: 'refused', waitMs: failureMs };
    },
    succeed({ clientId, remoteAddress }, isFailure) {
      if (isFailure) failures.takeBack(clientId);
      known.set(`${remoteAddress} ${clientId}`, now().getTime());
    },
  };
}

/**
 * Counts by key in one-minute windows. `count` returns the wait in milliseconds, or null if the limit is not exceeded.
 */
function createWindows(most: number) {
  const windows = rememberAtMost<{ count: number; readonly endsAt: number }>(mostRemembered);
  return {
    count(key: string, at: number): number | null {
      const open = windows.get(key);
      if (!open || open.endsAt <= at || open.endsAt > at + windowMs) {
        windows.set(key, { count: 1, endsAt: at + windowMs });
        return null;
      }
      return ++open.count > most ? open.endsAt - at : null;
    },
  };
}

/** Failures by client, which expire individually. */
function createFailures() {
  const counts = rememberAtMost<{ count: number; since: number }>(mostRemembered);
  return {
    /** Counts a failure. Returns false if the limit is reached. */
    count(clientId: string, at: number): boolean {
      const seen = counts.get(clientId) ?? { count: 0, since: at };
      const forgotten = Math.min(seen.count, Math.max(0, Math.floor((at - seen.since) / failureMs)));
      const count = seen.count - forgotten;
      const since = count === 0 ? at : seen.since + forgotten * failureMs;
      const hasRoom = count < mostFailures;
      counts.set(clientId, { count: hasRoom ? count + 1 : count, since });
      return hasRoom;
    },
    takeBack(clientId: string): void {
      const seen = counts.get(clientId);
      if (seen && seen.count > 0) seen.count--;
    },
  };
}

function tooMany(waitMs: number): AppError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  const wait = formatCount(retryAfter, 'second');
  return new AppError('TOO_MANY_REQUESTS', `Too many token requests. Try again in ${wait}.`, { retryAfter });
}
