import type { Notice } from '../../tax/model/assessment.ts';
import type { Jurisdiction, JurisdictionLevel, RateInForce } from '../../tax/model/place.ts';

/** An authority that levies its own tax, and where. */
export type JurisdictionFacts = {
  /** Unique: `US/MN-C053`. Ids alone are not: `MN` is both Minnesota and Mongolia. */
  readonly key: string;
  readonly jurisdiction: Jurisdiction;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** US state (`MN`), province or region (`CA-QC`), or null for a country. */
  readonly subdivision: string | null;
  /** In the US, its own name if it is a county, otherwise its county; null if unknown. */
  readonly county: string | null;
  /** Which other jurisdictions' rates its own rate includes. */
  readonly contains: 'NOTHING' | 'COUNTY' | 'COUNTY_AND_DISTRICTS';
};

/** Selects the jurisdictions that match every field; null matches all. */
export type JurisdictionFilter = {
  /** By alpha-2 code. */
  readonly country: string | null;
  readonly subdivision: string | null;
  readonly level: JurisdictionLevel | null;
  /** Ignores case and accents. */
  readonly nameContains: string | null;
  readonly ids: readonly string[] | null;
};

/** The general rate of a jurisdiction on a day; null where it levies none on that day. */
export type JurisdictionRate = { readonly rate: RateInForce | null; readonly notices: readonly Notice[] };
