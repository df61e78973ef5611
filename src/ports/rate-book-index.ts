import type { RateCorrection } from '../domain/rate-book/rate-layer.ts';

/** The facts an import needs about the rate book it extends. */
export type RateBookIndex = {
  /** The states by code. */
  readonly states: ReadonlyMap<string, IndexedState>;
  /** The alpha-2 codes of the countries in the rate book, except the US. */
  readonly countries: ReadonlySet<string>;
  /** The date of each country's rates. */
  readonly countryDays: ReadonlyMap<string, string>;
  /** The country of each region outside the US: `CA` for `CA-QC`. */
  readonly regions: ReadonlyMap<string, string>;
  /** The state of a ZIP code; null if unknown. */
  stateOfZip(zip: string): string | null;
  /** The code as spelled in the catalog; null if unknown. */
  taxCode(text: string): string | null;
  /** The category of a tax code, or the category with this id; null if unknown. */
  category(text: string): string | null;
  /** Conditions in rules for tax codes and for delivery. */
  readonly conditions: readonly string[];
  readonly deliveryConditions: readonly string[];
  /** A state's counties, cities or districts with this name, in any usual spelling. */
  named(wanted: NamedJurisdiction): readonly { readonly id: string; readonly county: string | null }[];
  /** The jurisdiction with this key, such as `US/MN-C053`. Ids are not unique. */
  jurisdiction(key: string): IndexedJurisdiction | null;
};

export type NamedJurisdiction = {
  readonly state: string;
  readonly level: RateCorrection['level'];
  readonly name: string;
  /** Name of the county; null for any county. */
  readonly county: string | null;
};

export type IndexedState = {
  readonly code: string;
  readonly name: string;
  readonly fips: string;
  /**
   * The date of the state's rates: the date of the sources, of the last official file, or of a later correction to
   * either.
   */
  readonly asOf: string;
  /** The date of the state's newest list of local rates; for a state without lists, the date of its rates. */
  readonly listedOn: string;
  /** Null if the state has no boundaries. */
  readonly boundariesAsOf: string | null;
  /** Prices up to which local taxes apply to a single item: `1600`. */
  readonly localItemCaps: readonly string[];
  /** Name, category and year of each tax holiday: `back_to_school clothing 2026`. */
  readonly holidays: readonly string[];
  readonly jurisdictions: readonly IndexedJurisdiction[];
};

export type IndexedJurisdiction = {
  readonly id: string;
  readonly country: string;
  readonly level: RateCorrection['level'];
  /** The code within the state and level: `053`, `43000`, `80004`. */
  readonly code: string;
  /** Rate windows, sorted by day. */
  readonly windows: readonly {
    readonly rate: string;
    readonly validFrom: string | null;
    readonly validThrough: string | null;
  }[];
};
