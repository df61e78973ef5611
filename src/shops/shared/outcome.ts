import { TollgateError } from '@tollgate/client';
import { isRefusal } from './refusal.ts';

const hour = 60 * 60_000;

type Failure = {
  readonly error: unknown;
  /** Whether the gateway is down, so that the failure is not about the document. */
  readonly isOut: boolean;
  /** Age of the document's row, in milliseconds. */
  readonly age: number;
  readonly retrySeconds?: number | undefined;
  readonly retryDays?: number | undefined;
};

/** The state of a document after a failed attempt. `FAILED` needs manual correction. */
export type Outcome = {
  readonly state: 'WAITING' | 'FAILED';
  readonly reason: string;
  /** State and reason, for the log. */
  readonly message: string;
  /** Milliseconds until the next attempt. */
  readonly pause: number;
};

/**
 * A refused document fails immediately, any other document after `retryDays`. The pause grows with the age of the
 * document, except while the gateway is down, when any attempt may succeed.
 */
export function outcomeOf({ error, isOut, age, retrySeconds = 30, retryDays = 14 }: Failure): Outcome {
  const { kind, retryAfter = 0 } = error instanceof TollgateError ? error : {};
  const reason = error instanceof Error ? error.message : `${error}`;
  // A time-out may be the first sign of an outage, after which the document should not wait for hours.
  const longest = kind === 'TimedOut' ? hour / 4 : 6 * hour;
  const pause = isOut
    ? Math.max(retrySeconds, retryAfter) * 1_000
    : Math.min(Math.max(retrySeconds * 1_000, age / 4), longest);
  const waited = age > retryDays * 24 * hour ? ` after ${retryDays} days` : '';
  const state = isRefusal(error) || waited ? 'FAILED' : 'WAITING';
  const message = `${state === 'FAILED' ? `failed${waited} and needs manual correction` : 'is pending'}: ${reason}`;
  return { state, reason, message, pause };
}
