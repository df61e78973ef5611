import type { Attempt, AttemptOutcome } from '../../ports/shared-counts.ts';

/** A `WorkerPlace` as JSON, set by the primary process for workers only. */
export const workerVariable = 'TOLLGATE_WORKER';

export type WorkerPlace = {
  /** Counted from 1. The first worker also does the background work. A replacement keeps the number. */
  readonly number: number;
  /** False for the replacement of a dead worker. */
  readonly isFirstStart: boolean;
};

/**
 * A counted event. `until` is in milliseconds since 1970; null for an event that counts as long as its worker lives.
 */
export type Addition = {
  readonly count: string;
  readonly key: string;
  readonly amount: number;
  readonly until: number | null;
};

export type ToPrimary =
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'counted'; readonly additions: readonly Addition[] }
  | { readonly kind: 'attempt'; readonly id: number; readonly attempt: Attempt }
  | { readonly kind: 'succeeded'; readonly attempt: Attempt; readonly isFailure: boolean }
  | { readonly kind: 'measured'; readonly id: number; readonly metrics: readonly object[] };

export type ToWorker =
  | { readonly kind: 'counted'; readonly additions: readonly Addition[] }
  | { readonly kind: 'attempted'; readonly id: number; readonly outcome: AttemptOutcome }
  | { readonly kind: 'measure'; readonly id: number }
  | { readonly kind: 'stop'; readonly signal: NodeJS.Signals };
