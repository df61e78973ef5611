import type { TenantKind } from '../domain/account/tenant-kind.ts';
import type { Freshness } from '../domain/coverage/freshness.ts';
import type { ExemptionReason, ReasonAcceptance } from '../domain/exemptions/exemption-reason.ts';
import type { CountryFacts, RateSource, StateFacts, TaxCode } from '../domain/lookups/catalogue.ts';
import type { JurisdictionFacts, JurisdictionFilter, RateOnDay } from '../domain/lookups/jurisdictions.ts';
import type { RateChange } from '../domain/lookups/rate-changes.ts';
import type { NexusPlace } from '../domain/nexus/nexus.ts';
import type { NexusThreshold } from '../domain/nexus/nexus-threshold.ts';
import type {
  AddressCandidates,
  AddressMatch,
  AddressQuery,
  MatchedPlace,
  SellerPlace,
} from '../domain/places/address-match.ts';
import type { PlaceFacts, RemoteSellerRate, RuleFacts, ServicePlace } from '../domain/places/place-law.ts';
import type { BoundaryQuery, BoundaryRow } from '../domain/rate-book/rate-layer.ts';
import type { Ruling } from '../domain/rate-book/ruling.ts';
import type { DueDay } from '../domain/returns/payment/due-days.ts';
import type { FilingTerms } from '../domain/returns/payment/filing-terms.ts';
import type { TaxNumberCheck, TaxNumberFormat } from '../domain/tax-numbers/tax-number-format.ts';
import type { ItemAttributes } from '../domain/transactions/item-attributes.ts';

/** The keys to look up in a state's boundaries to place an address. */
export type BoundaryQuestion = { readonly layerId: string; readonly query: BoundaryQuery };

/** The boundary rows found for an address, to be evaluated for one day. */
export type FoundBoundaries = {
  readonly address: AddressQuery;
  readonly rows: readonly BoundaryRow[];
  readonly taxDate: string;
};

/** The rate book in force. An operation that needs one consistent book calls `current` once. */
export interface RateBookInForce {
  /** The book for live or test tenants. The book for test tenants also contains test land. */
  current(kind?: TenantKind): ReferenceData;
  /** Why an activated version is not in force here; otherwise null. */
  refusal(): string | null;
}

/** Rates, rules and places; immutable in use. Every lookup is in memory except `findBoundaries`. */
export interface ReferenceData {
  /** The version of the rate book, stored with every calculated document. */
  readonly version: string;
  /** The bundled version, to which imports are added. */
  readonly bundledVersion: string;
  /** SHA-256 of the rate book with its imports, in base64url. */
  readonly digest: string;
  /** Imported corrections that do not match this rate book, with the reason. They have no effect. */
  readonly setAside: readonly string[];
  /** The latest day on which a source was read. */
  readonly asOf: string;
  readonly taxCodes: readonly TaxCode[];
  readonly states: readonly StateFacts[];
  readonly countries: readonly CountryFacts[];
  /**
   * Matches an address to a place. The place of a ZIP code may change over time; without a tax date, its latest place
   * is used.
   */
  matchAddress(address: AddressQuery, taxDate?: string | null): AddressMatch;
  matchCandidates(address: AddressQuery, taxDate?: string | null): AddressCandidates;
  /**
   * The boundaries to look up; null if they cannot improve the match, for example because the state has no boundaries
   * or the address has no ZIP code.
   */
  boundaryQuestion(place: MatchedPlace, address: AddressQuery): BoundaryQuestion | null;
  findBoundaries(question: BoundaryQuestion): Promise<readonly BoundaryRow[]>;
  /** The place with the jurisdictions found in the boundaries, or with a notice that none were found. */
  placeWithin(place: MatchedPlace, found: FoundBoundaries): MatchedPlace;
  /**
   * The facts of a place. `seller` is the shipping origin or the seller's establishment; in India, it determines which
   * tax is levied.
   */
  placeFacts(place: MatchedPlace, taxDate: string, seller?: SellerPlace | null): PlaceFacts;
  /**
   * The place whose rates apply to this seller. In some regions, lower rates apply only to sellers established there.
   */
  placeForSeller(place: MatchedPlace, seller: SellerPlace | null): MatchedPlace;
  /** The sourcing rule of a sales tax state for sales that start and end in it; null for any other place. */
  sourcingAt(place: MatchedPlace): Pick<StateFacts, 'name' | 'sourcing'> | null;
  /**
   * The rule for a tax code as submitted. Unknown and empty codes are general goods (for a shipping fee: shipping),
   * with a notice. The `attributes` of an item determine conditions of the rule.
   */
  ruleFor(
    place: MatchedPlace,
    taxDate: string,
    taxCode: string,
    line: 'ITEM' | 'SHIPPING_FEE',
    attributes?: ItemAttributes | null,
  ): RuleFacts;
  /** The book for one tenant, with its rulings applied. Never use it for another tenant. */
  withRulings(revision: number, rulings: readonly Ruling[]): ReferenceData;
  /** Rulings that do not match the book and are not applied: the reason, by number. */
  readonly rulingMisfits: ReadonlyMap<number, string>;
  /**
   * A change in another rate book, without the tax codes that rulings cover; null if rulings cover all of its tax
   * codes.
   */
  changeUnderRulings(change: RateChange): RateChange | null;
  /** The age of the rates for a state (`US-MN`) or another country. */
  freshnessOf(place: string): Freshness;
  findTaxCode(taxCode: string): TaxCode | null;
  /** EU law on the place of supply of a service; null for goods and unknown codes. */
  servicePlace(taxCode: string): ServicePlace | null;
  /** A US state by code, FIPS code or name in any usual spelling. */
  findState(text: string): StateFacts | null;
  /** The ZIP codes whose place is in a US state, in order. */
  zipCodes(state: string): readonly string[];
  /** The alpha-2 code of a country, from its code or name in any usual spelling; null if unknown. */
  findCountry(text: string): string | null;
  /** The facts of a country, by alpha-2 code. */
  countryFacts(country: string): CountryFacts | null;
  /** The jurisdictions of the rate book, sorted by key. */
  jurisdictions(filter: JurisdictionFilter): readonly JurisdictionFacts[];
  /** The rate of a jurisdiction on a day, by the jurisdiction's key; null for an unknown key. */
  jurisdictionRate(key: string, taxDate: string): RateOnDay | null;
  /** Past and announced changes in the law of a US state, or of another country and its regions. */
  rateChanges(country: string, state: string | null): readonly RateChange[];
  /** The sources of rates, rules and thresholds, ordered by number of places, largest first. */
  sources(): readonly RateSource[];
  /**
   * The single rate that remote sellers in a state's program charge there on the day; null if the state has no program.
   */
  remoteSellerRate(state: string, taxDate: string): RemoteSellerRate | null;
  /** The thresholds of a state, oldest first; empty if the state has no sales tax. */
  nexusThresholds(state: string): readonly NexusThreshold[];
  /**
   * The thresholds of a country for sellers established in another country (`home`), oldest first; `EU` for all member
   * states together. Empty if the rate book has no thresholds for the country.
   */
  nexusThresholdsAbroad(country: string, home: string): readonly NexusThreshold[];
  /** The due days of returns for a US state, another country or one of its regions. */
  dueDays(place: NexusPlace): readonly DueDay[];
  /** Discounts and prepayments for returns in the place; empty if the rate book lists neither. */
  filingTerms(place: NexusPlace): FilingTerms;
  /** Whether a US state accepts a reason for an exemption; `UNKNOWN` without a source. */
  reasonAcceptance(state: string, reason: ExemptionReason): ReasonAcceptance;
  /**
   * The format of a country's tax numbers, by alpha-2 code (`XI` for Northern Ireland, `EU` for the one-stop shop);
   * null if unknown.
   */
  taxNumberFormat(country: string): TaxNumberFormat | null;
  /**
   * Checks a tax number. `country` (alpha-2) replaces a missing prefix; null if the issuing country cannot be
   * determined.
   */
  checkTaxNumber(text: string, country: string | null): TaxNumberCheck | null;
}
