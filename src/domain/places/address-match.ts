import type { Notice } from '../../tax/model/assessment.ts';

/** An address as sent; a field that was not sent is null. */
export type AddressQuery = {
  readonly country: string | null;
  readonly state: string | null;
  readonly region: string | null;
  readonly county: string | null;
  readonly city: string | null;
  readonly street: string | null;
  readonly zip: string | null;
  readonly isPartial: boolean;
};

/** `NO_MATCH` also means a field that was not sent or cannot be checked; then it does not lower the level. */
export type FieldMatch = 'EXACT' | 'GOOD' | 'NO_MATCH';

export type MatchLevel = 'EXCELLENT' | 'GOOD' | 'FAIR' | 'POOR';

export type Precision = 'ROOFTOP' | 'ZIP9' | 'CITY' | 'ZIP5' | 'STATE' | 'COUNTRY';

/** The place that an address lies in on one day. Its rates are looked up by date separately. */
export type MatchedPlace = {
  readonly regime: 'SALES_TAX' | 'GLOBAL_TAX';
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** US state (`MN`), province or region (`CA-QC`, `PT-20`), or null. */
  readonly subdivision: string | null;
  /** Ids of the jurisdictions of the place in the rate book, outermost first. */
  readonly jurisdictionIds: readonly string[];
  readonly precision: Precision;
  readonly matchedAddress: {
    readonly city: string | null;
    readonly country: string;
    readonly county: string | null;
    readonly state: string | null;
    readonly zip: string | null;
  };
  readonly scoring: {
    readonly matchLevel: MatchLevel;
    /** 0 to 1, as decimal text with at most two places. */
    readonly score: string;
    readonly fieldScore: {
      readonly countryMatch: FieldMatch;
      readonly stateMatch: FieldMatch;
      readonly cityMatch: FieldMatch;
      readonly zipMatch: FieldMatch;
    };
  };
  /** How completely the rate book covers the local rates of this place; `gaps` describes what is missing. */
  readonly localRates: LocalRates;
  readonly gaps: readonly string[];
  /** Uncertainties of the match and gaps in the rate book. Pointers are relative (`/zip`). */
  readonly notices: readonly Notice[];
};

/**
 * How completely the rate book covers the rates below a state or country.
 * - `NOT_LEVIED`: no local taxes exist.
 * - `COMPLETE`: every rate that covers a whole place; the gaps may name areas as small as single premises.
 * - `PARTIAL`: some rates are missing; the gaps say which.
 * - `STATE_ONLY`: no local rate is known; only the state's rate is returned.
 */
export type LocalRates = 'NOT_LEVIED' | 'COMPLETE' | 'PARTIAL' | 'STATE_ONLY';

/** The part of a place that decides whether a sale crosses a border. */
export type SellerPlace = Pick<MatchedPlace, 'country' | 'subdivision'>;

/** Why an address could not be matched, and what to send instead. */
export type AddressIssue = {
  readonly code: 'ERR-ADDR-001' | 'COUNTRY_NOT_COVERED';
  readonly field: 'country' | 'state' | 'region' | 'zip' | 'city';
  readonly given: string | null;
  readonly expected: string;
  readonly suggestions: readonly string[];
  readonly message: string;
};

export type AddressMatch =
  | { readonly kind: 'matched'; readonly place: MatchedPlace }
  | { readonly kind: 'unmatched'; readonly issues: readonly AddressIssue[] };

/** All places that an address may lie in, best first, at most ten. `matchAddress` returns the first. */
export type AddressCandidates =
  | { readonly kind: 'matched'; readonly places: readonly MatchedPlace[] }
  | { readonly kind: 'unmatched'; readonly issues: readonly AddressIssue[] };
