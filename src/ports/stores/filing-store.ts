import type { FilingChange, FilingOutcome } from '../../domain/transactions/filing.ts';

/** Marks documents as part of a return, or no longer so, many at once. */
export interface FilingStore {
  /** In one statement: all that fit are changed, or none. What is so already is left alone. */
  change(change: FilingChange): Promise<FilingOutcome>;
  /** What `change` would do. */
  preview(change: FilingChange): Promise<FilingOutcome>;
}
