import type { Attempt, AttemptOutcome } from '../../ports/shared-counts.ts';

/** Set for workers only, by the primary process; a `WorkerPlace` as JSON. */
export const workerVariable = 'TOLLGATE_WORKER';

export type WorkerPlace = {
  /** From 1. The first worker also does the background work; one that replaces it has its number. */
  readonly number: number;
  /** False if it replaces one that died. */
  readonly isFirstStart: boolean;
};

/** Something counted. `until` is in milliseconds since 1970; null for as long as the worker lives that counted it. */
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
