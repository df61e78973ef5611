import type { Notice } from '../../tax/model/assessment.ts';
import type { Jurisdiction } from '../../tax/model/place.ts';
import type { Address } from '../base/address.ts';
import type { DecimalText } from '../base/amount.ts';
import type { MatchedPlace } from '../places/address-match.ts';
import type { PlaceFacts } from '../places/place-law.ts';
import type { DocumentSalesTaxRates, GtRates } from '../transactions/rate-views.ts';
import type { JurisdictionFacts } from './jurisdictions.ts';
import type { RuleLookup } from './rule-lookup.ts';

/** A place that an address may refer to. */
export type AddressCandidate = Pick<
  MatchedPlace,
  'matchedAddress' | 'scoring' | 'precision' | 'localRates' | 'gaps' | 'notices'
>;

/** The result for an address: the places it may refer to, best first. */
export type AddressValidation = {
  readonly matchedAddresses: readonly AddressCandidate[];
  readonly requestAddress: Address;
};

/** A jurisdiction with its general rate on a day, the days on which that rate is in force, and its source. */
export type RatedJurisdiction = {
  /** Unique, which its id alone is not: `US/MN`. */
  readonly key: string;
  readonly jurisdiction: Jurisdiction;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly subdivision: string | null;
  readonly county: string | null;
  /** Other jurisdictions whose rates are included in this rate. */
  readonly contains: JurisdictionFacts['contains'];
  /** Null if it levies no tax on that day. */
  readonly rate: DecimalText | null;
  /** Its rate for the given tax code; null if none is given. */
  readonly appliedRate: DecimalText | null;
  readonly validFrom: string | null;
  readonly validThrough: string | null;
  readonly source: string | null;
  readonly notices: readonly Notice[];
};

export type RateLookup = {
  /** The day the rates hold on. */
  readonly effectiveDate: string;
  readonly taxation: PlaceFacts['taxation'];
  readonly jurisdictions: readonly RatedJurisdiction[];
  /** As sent; null if the rates are those of general goods. */
  readonly taxCode: string | null;
  readonly rateBookVersion: string;
  readonly notices: readonly Notice[];
};

/** The US rates of a place on a day. */
export type SalesTaxRateLookup = RateLookup & {
  readonly serviceId: string;
  readonly requestAddress: Address;
  readonly place: AddressCandidate;
  readonly salesTaxRates: DocumentSalesTaxRates;
  /** Null if no tax code was given. */
  readonly rule: RuleOfCodes | null;
};

/** A rule and the tax codes that it applies to. */
export type RuleOfCodes = RuleLookup & { readonly taxCodes: readonly string[] };

/** VAT or GST of a country or region on a day. */
export type GlobalRateLookup = RateLookup & {
  readonly country: string;
  readonly region: string | null;
  readonly taxName: string;
  readonly currency: string | null;
  readonly gtRates: GtRates;
  /** Rule for the tax code. Without one, the rule for goods in general and those for tax codes that are treated differently. */
  readonly rules: readonly RuleOfCodes[];
};
