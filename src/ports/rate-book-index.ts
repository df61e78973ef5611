import type { RateCorrection } from '../domain/rate-book/rate-layer.ts';

/** What an import must know of the rate book that it adds to. */
export type RateBookIndex = {
  /** By code. */
  readonly states: ReadonlyMap<string, IndexedState>;
  /** Alpha-2 codes, without the US. */
  readonly countries: ReadonlySet<string>;
  /** Regions of other countries and the country of each: `CA-QC` in `CA`. */
  readonly regions: ReadonlyMap<string, string>;
  /** The state that a ZIP code lies in; null where the book does not know it. */
  stateOfZip(zip: string): string | null;
  /** By its key, `US/MN-C053`: ids alone are not unique. */
  jurisdiction(key: string): IndexedJurisdiction | null;
};

export type IndexedState = {
  readonly code: string;
  readonly name: string;
  readonly fips: string;
  /** The day of its rates: of the sources, the last official file, or a correction of one of them that came after. */
  readonly asOf: string;
  /** Null where it has no boundaries. */
  readonly boundariesAsOf: string | null;
  readonly jurisdictions: readonly IndexedJurisdiction[];
};

export type IndexedJurisdiction = {
  readonly id: string;
  readonly country: string;
  readonly level: RateCorrection['level'];
  /** Within its state and level: `053`, `43000`, `80004`. */
  readonly code: string;
  /** In the order of their days. */
  readonly windows: readonly { readonly rate: string; readonly fromOn: string | null; readonly toOn: string | null }[];
};
