import { TollgateError } from '@tollgate/client';
import { isRefusal } from './refusal.ts';

const hour = 60 * 60_000;

type Failure = {
  readonly error: unknown;
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
  /** Whether the failure concerns the gateway rather than the document, in which case other documents are not tried. */
  readonly isOut: boolean;
};

/**
 * A refused document fails immediately, any other document after `retryDays`. The pause grows with the age of the
 * document, except while the gateway is down, when any attempt may succeed.
 */
export function outcomeOf({ error, age, retrySeconds = 30, retryDays = 14 }: Failure): Outcome {
  // An internal error may concern only this document, so it must not delay the others.
  const isOut = error instanceof TollgateError && error.isTemporary && error.kind !== 'Internal';
  const reason = error instanceof Error ? error.message : `${error}`;
  const pause = isOut
    ? Math.max(retrySeconds, error.retryAfter ?? 0) * 1_000
    : Math.min(Math.max(retrySeconds * 1_000, age / 4), 6 * hour);
  const waited = age > retryDays * 24 * hour ? ` after ${retryDays} days` : '';
  const state = isRefusal(error) || waited ? 'FAILED' : 'WAITING';
  const message = `${state === 'FAILED' ? `failed${waited} and needs manual correction` : 'is pending'}: ${reason}`;
  return { state, reason, message, pause, isOut };
}
