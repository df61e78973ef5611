import type { RateLists } from '../../../../domain/coverage/freshness.ts';
import type { StateFacts } from '../../../../domain/lookups/catalogue.ts';
import type { NexusThreshold } from '../../../../domain/nexus/nexus-threshold.ts';
import type { RemoteSellerRate } from '../../../../domain/places/place-law.ts';
import type { Jurisdiction } from '../../../../tax/model/place.ts';
import type { Decimal } from '../../../../tax/numbers/decimal.ts';
import type { JsonList } from '../../files/json-file.ts';
import type { RateWindow } from '../../files/rate-windows.ts';
import type { Source } from '../../files/source.ts';
import { bareName, foldPlace } from '../../names/folding.ts';
import type { DeliveryRule } from './delivery-rules.ts';
import type { DeliveryFees } from './retail-delivery-fees.ts';

/** Other rates already included in a jurisdiction's rate: none, the county rate, or the county and district rates. */
type Stacking = 'add' | 'replaces_county' | 'replaces_all';

export type UsJurisdiction = {
  readonly jurisdiction: Jurisdiction;
  readonly county: string | null;
  readonly stacking: Stacking;
  /** The day the tax was introduced, if it is known that there was no earlier tax. */
  readonly introducedOn: string | null;
  readonly windows: readonly RateWindow[];
};

export type County = { readonly fips: string; readonly name: string; readonly jurisdictionId: string | null };

/** The place of a ZIP code up to a day, before a correction. */
export type EarlierZip = { readonly validThrough: string; readonly row: ZipRow };

/**
 * The location of a ZIP code. `split`: it extends into further counties; `state-only`: its local rates are not in the
 * rate book.
 */
export type ZipRow = {
  readonly zip: string;
  readonly state: StateBook;
  readonly place: string | null;
  /** Empty for the few ZIP codes whose county is unknown. */
  readonly countyFips: string;
  readonly countyJurisdictionId: string | null;
  readonly cityId: string | null;
  readonly districtIds: readonly string[];
  readonly precision: 'state' | 'county' | 'city' | 'split' | 'state-only';
  readonly furtherCounties: readonly string[];
  /** Cities that include the ZIP code only on later days: until then, their names refer to this place. */
  readonly laterCityIds: readonly string[];
};

export const gapReaches = ['EVERYWHERE', 'WITHOUT_CITY', 'STATE_RATE_ONLY', 'CITIES', 'PREMISES', 'RULES'] as const;

/**
 * A gap in the rate book for a state. `reach` is its extent: the whole state, places without a known city, places with
 * only the state's rate, the listed `cities`, individual premises, or rules instead of rates.
 */
export type CoverageGap = {
  readonly what: string;
  readonly reach: (typeof gapReaches)[number];
  readonly cities: readonly string[];
};

/** One state's part of the rate book. Rows used by only one part of the code remain unparsed. */
export type StateBook = {
  readonly code: string;
  readonly name: string;
  readonly fips: string;
  readonly asOf: string;
  readonly facts: Omit<StateFacts, 'coverage'>;
  readonly levies: 'STATE_AND_LOCAL' | 'STATE_ONLY' | 'LOCAL_ONLY' | 'NONE';
  readonly gaps: readonly CoverageGap[];
  readonly localRateCap: Decimal | null;
  /** Null in states without local rates. */
  readonly rateLists: RateLists | null;
  /** The taxation of shipping and handling fees. */
  readonly delivery: readonly DeliveryRule[];
  readonly jurisdictions: ReadonlyMap<string, UsJurisdiction>;
  readonly counties: ReadonlyMap<string, County>;
  /** Counties by full name, and by name without the type of place: `st louis county`, `st louis city`, `st louis`. */
  readonly countiesByName: ReadonlyMap<string, County>;
  readonly cityIdsByName: ReadonlyMap<string, readonly string[]>;
  readonly zipsByPlace: ReadonlyMap<string, readonly ZipRow[]>;
  readonly zipsByCity: ReadonlyMap<string, readonly ZipRow[]>;
  /** The cities that a district covers by ZIP code; an empty string means places outside cities. */
  readonly citiesByDistrict: ReadonlyMap<string, ReadonlySet<string>>;
  /**
   * The districts of each city, in states whose districts follow city limits (a city without an entry has no
   * districts). Null in other states.
   */
  readonly districtsOfCities: ReadonlyMap<string, readonly string[]> | null;
  /** The names of the state's places and cities with their folded forms. */
  readonly foldedNames: ReadonlyMap<string, string>;
  /** Folded place names by folded alternative spelling: `nyc` maps to `new york`. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly zips: readonly ZipRow[];
  /** Earlier rows by ZIP code, oldest first. `zips` and everything derived from it cover only the latest rows. */
  readonly earlierZips: ReadonlyMap<string, readonly EarlierZip[]>;
  /** The last days before a ZIP code of the state changes its place, oldest first. */
  readonly lastDaysOfZips: readonly string[];
  readonly sources: readonly Source[];
  readonly taxability: JsonList;
  /**
   * Imported taxability rows by category id. While in force, they take precedence, except that local rules for the same
   * category precede a row for the whole state.
   */
  readonly ruleCorrections: JsonList;
  readonly holidays: JsonList;
  readonly singleItemCaps: JsonList;
  readonly nexusThresholds: readonly NexusThreshold[];
  /** Null in states without a program for remote sellers. */
  readonly remoteSellerRate: RemoteSellerRate | null;
};

export type UsBook = {
  readonly states: ReadonlyMap<string, StateBook>;
  readonly zips: ReadonlyMap<string, ZipRow>;
  /** The states whose ZIP codes begin with these three digits. */
  readonly statesByPrefix: ReadonlyMap<string, readonly StateBook[]>;
  readonly deliveryFees: DeliveryFees;
  readonly deliveryConditions: readonly string[];
};

export function hasLocalTaxes(state: { readonly levies: StateBook['levies'] }): boolean {
  return state.levies === 'STATE_AND_LOCAL' || state.levies === 'LOCAL_ONLY';
}

/** `St. Louis County` and `St Louis` fold to the same county. */
export function foldCounty(name: string): string {
  return bareName(foldPlace(name));
}

export function sourceAt(sources: readonly Source[], index: unknown): Source {
  const source = typeof index === 'number' ? sources[index] : undefined;
  if (source === undefined) throw new Error(`Rate book: no source ${JSON.stringify(index)}`);
  return source;
}

export const sourceName = (sources: readonly Source[], index: unknown): string => sourceAt(sources, index).name;
