import type { RateLayer } from '../domain/rate-book/rate-layer.ts';
import type { RateBookIndex } from '../ports/rate-book-index.ts';
import type { RateBookStore } from '../ports/stores/rate-book-store.ts';

export type ImportRequest = {
  readonly paths: readonly string[];
  /** The day the facts were published, in place of the one that a file's name tells. */
  readonly asOf: string | null;
  /** Where they come from, in place of the words made of a file's name. */
  readonly source: string | null;
  /** Checks and reports, and writes nothing. */
  readonly isDryRun: boolean;
  readonly now: Date;
  /** The version to add to; the newest where none is named. */
  readonly onto?: number;
};

export type ImportTools = {
  readonly rateBooks: RateBookStore;
  readonly book: RateBookIndex;
  /** The version that is added to, where it does not load any more, and why; null where all is well. */
  readonly brokenBase: { readonly version: string; readonly message: string } | null;
  /** What forbids to lay new layers over that version; `row` counts the rows of corrections from 0. */
  issuesOver(layers: readonly RateLayer[]): readonly LayerIssue[];
  onProgress(file: string, progress: { readonly bytes: number; readonly size: number }): void;
};

export type LayerIssue = { readonly layerId: string; readonly row: number | null; readonly message: string };
