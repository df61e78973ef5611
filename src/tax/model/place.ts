import type { Decimal } from '../numbers/decimal.ts';

/** Levels from outermost to innermost. US documents have STATE to DISTRICT, all others COUNTRY and REGION. */
export type JurisdictionLevel = 'COUNTRY' | 'REGION' | 'STATE' | 'COUNTY' | 'CITY' | 'DISTRICT';

export const localLevels = ['COUNTY', 'CITY', 'DISTRICT'] as const satisfies readonly JurisdictionLevel[];
export const usLevels = ['STATE', ...localLevels] as const;

/** Whether the name is of a county, city or district in the US. */
export const isLocalLevel = (level: string): boolean => localLevels.some((local) => local === level);

/** A state, county, city or district (US), or a country or region, with its own tax. */
export type Jurisdiction = {
  /** Unique within its country: `MN`, `MN-C053`, `MN-M43000`, `MN-D80004`, `DE`, `CA-QC`. */
  readonly id: string;
  readonly level: JurisdictionLevel;
  readonly name: string;
  /** The code used by its tax authority, which may be the FIPS code. */
  readonly code: string;
  readonly fips: string | null;
  /** For a district, the field of the rate views that includes its rate. */
  readonly districtOf: 'COUNTY' | 'CITY' | null;
};

/** A rate, the days on which it is in force, and its source. */
export type RateInForce = {
  readonly jurisdiction: Jurisdiction;
  /** As a fraction: 8.25 % is 0.0825. */
  readonly rate: Decimal;
  /** First day in force; null if the start is unknown. */
  readonly validFrom: string | null;
  /** Last day in force; null if open-ended. */
  readonly validThrough: string | null;
  readonly source: string;
};

/** A country's law on rounding: the tax on a document is rounded once for each rate. */
export type RoundingLaw = { readonly level: 'DOCUMENT_PER_RATE'; readonly source: string };

/** The stack of jurisdictions that tax a sale, with their general rates on the tax date. */
export type TaxPlace = {
  readonly regime: 'SALES_TAX' | 'GLOBAL_TAX';
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** US state (`MN`), province or region code (`CA-QC`); null if only the country matters. */
  readonly subdivision: string | null;
  readonly taxDate: string;
  /** State, county, city, districts; or country, region. A jurisdiction included in another's rate is omitted. */
  readonly rates: readonly RateInForce[];
  /** The cap on the sum of county, city and district rates (Texas: 0.02); null if no law sets a cap. */
  readonly localRateCap: Decimal | null;
  /**
   * Whether each jurisdiction levies its own tax, which is rounded separately; otherwise one tax is rounded and
   * allocated.
   */
  readonly areTaxesSeparate?: boolean;
  /** Applies to sellers who round by law; absent if the law of the country does not prescribe a level. */
  readonly rounding?: RoundingLaw;
  /** Ids of jurisdictions whose tax this seller does not collect, although it collects other taxes at the place. */
  readonly uncollected?: readonly string[];
};
