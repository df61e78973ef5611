import type { Notice } from '../../tax/model/assessment.ts';
import type { MatchedAddressData } from './matched-address.ts';
import type { LocalRates } from './place-law.ts';

/** An address as submitted; omitted fields are null. */
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

/** The place of an address on one day. Its rates are looked up separately, by date. */
export type MatchedPlace = MatchedAddressData & {
  readonly regime: 'SALES_TAX' | 'GLOBAL_TAX';
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** US state (`MN`), province or region (`CA-QC`, `PT-20`), or null. */
  readonly subdivision: string | null;
  /** Rate book ids of the place's jurisdictions, outermost first. */
  readonly jurisdictionIds: readonly string[];
  /** How completely the rate book covers the local rates of this place; `gaps` describes missing rates. */
  readonly localRates: LocalRates;
  readonly gaps: readonly string[];
  /** Uncertainties in the match and gaps in the rate book. Pointers are relative (`/zip`). */
  readonly notices: readonly Notice[];
};

/** The part of a place that decides whether a sale crosses a border. */
export type SellerPlace = Pick<MatchedPlace, 'country' | 'subdivision'>;

/** Why an address could not be matched, and how to fix it. */
export type AddressIssue = {
  readonly code: 'ERR-ADDR-001' | 'COUNTRY_NOT_COVERED';
  readonly field: 'country' | 'state' | 'region' | 'zip' | 'city';
  readonly given: string | null;
  readonly expected: string;
  readonly suggestions: readonly string[];
  readonly message: string;
};

export type AddressMatch = { readonly kind: 'matched'; readonly place: MatchedPlace } | Unmatched;

/**
 * `uncovered`: a known place whose taxes are not in the rate book. Such a match is enough if the seller owes no tax
 * there.
 */
export type Unmatched = {
  readonly kind: 'unmatched';
  readonly issues: readonly AddressIssue[];
  readonly uncovered?: MatchedPlace;
};

/** All possible places for an address, best first, at most ten. `matchAddress` returns the first place. */
export type AddressCandidates = { readonly kind: 'matched'; readonly places: readonly MatchedPlace[] } | Unmatched;
