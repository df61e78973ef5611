import type { RateLayer } from '../../domain/rate-book/rate-layer.ts';
import type { RateBookIndex } from '../../ports/rate-book-index.ts';
import type { RateBookStore } from '../../ports/stores/rate-book-store.ts';
import type { RateList } from './published/find-places.ts';

export type ImportRequest = {
  readonly paths: readonly string[];
  /** The publication date of the facts, which replaces the date in a file's name. */
  readonly asOf: string | null;
  /** The source of the facts, which replaces the text derived from the file's name. */
  readonly source: string | null;
  /** Checks and reports without writing anything. */
  readonly isDryRun: boolean;
  /** Whether corrections with unlikely rates, such as 0.5 for a district, are intended. */
  readonly areHighRatesMeant?: boolean;
  /** Whether to omit and report unknown files, and rows without a usable rate in files with place names. */
  readonly isPartial?: boolean;
  /**
   * States for which the corrections contain every change up to their date, so that their local rates count as
   * verified.
   */
  readonly completeStates?: readonly string[];
  /** Whether the corrections are one merchant's rulings: rules only, each with its first day and its source. */
  readonly areRulings?: boolean;
  readonly now: Date;
  /** The version to build on; the newest version by default. */
  readonly onto?: number;
  /** Refuses the import if this is no longer the newest version. */
  readonly newest?: number;
};

export type ImportTools = {
  readonly rateBooks: RateBookStore;
  readonly book: RateBookIndex;
  /** The names and rates of the version's rate book, for files with place names; loaded on demand. */
  rateList(): RateList;
  /** If the version to build on no longer loads, that version and the reason; otherwise null. */
  readonly brokenBase: { readonly version: string; readonly message: string } | null;
  /** Reasons why new layers cannot be added to the version; `row` is the index of the corrections row, from 0. */
  issuesOver(layers: readonly RateLayer[]): readonly LayerIssue[];
  onProgress(file: string, progress: { readonly bytes: number; readonly size: number }): void;
};

export type LayerIssue = { readonly layerId: string; readonly row: number | null; readonly message: string };
