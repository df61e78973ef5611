/** Pauses between attempts, in seconds: the example schedule of Standard Webhooks, 75 hours in total. */
const pauses = [5, 5 * 60, 30 * 60, 2 * 3_600, 5 * 3_600, 10 * 3_600, 14 * 3_600, 20 * 3_600, 24 * 3_600];
/**
 * Maximum random change to a pause, as a fraction, so that deliveries that failed together are not retried together.
 */
const jitter = 0.1;
const longestAskedSeconds = 24 * 3_600;

/** An endpoint that fails for this long is disabled. */
const daysUntilDisabled = 5;
const dayMs = 86_400_000;

type Failed = {
  /** The number of attempts made, including this one. */
  readonly attempts: number;
  readonly at: Date;
  /** A random number from 0 to 1. */
  readonly random: number;
  /** The value of `Retry-After` from the endpoint, if any. */
  readonly retryAfterSeconds: number | null;
};

/** The time of the next attempt after a failure; null after the last attempt. */
export function nextAttemptAt({ attempts, at, random, retryAfterSeconds }: Failed): Date | null {
  const pause = pauses[attempts - 1];
  if (pause === undefined) return null;
  const spread = pause * (1 + jitter * (2 * random - 1));
  const seconds = Math.max(spread, Math.min(retryAfterSeconds ?? 0, longestAskedSeconds));
  return new Date(at.getTime() + Math.round(seconds * 1_000));
}

/** Whether to disable an endpoint that has been failing since the given time. */
export function isGivenUp(failingSince: Date | null, at: Date): boolean {
  return failingSince !== null && at.getTime() - failingSince.getTime() >= daysUntilDisabled * dayMs;
}
