import type { Territory } from '../tax/law/supply.ts';
import type { Notice } from '../tax/model/assessment.ts';
import type { Jurisdiction, JurisdictionLevel, RateInForce, TaxPlace } from '../tax/model/place.ts';
import type { FollowsGoods, TaxRule } from '../tax/model/rule.ts';
import type { Decimal } from '../tax/numbers/decimal.ts';
import type { BoundaryQuery, BoundaryRow } from './rate-layer.ts';

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

/** `NO_MATCH` also stands for a field that was not sent or cannot be checked; it does not lower the level then. */
export type FieldMatch = 'EXACT' | 'GOOD' | 'NO_MATCH';
export type MatchLevel = 'EXCELLENT' | 'GOOD' | 'FAIR' | 'POOR';
export type Precision = 'ROOFTOP' | 'ZIP9' | 'CITY' | 'ZIP5' | 'STATE' | 'COUNTRY';

/** The place an address was found to be in, on the day it was asked for; its rates change with the date besides. */
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
  /** How far the rate book holds the local rates of this place, and what it is known to lack here, in words. */
  readonly localRates: LocalRates;
  readonly gaps: readonly string[];
  /** What the reader of a result must know about the match: doubts, gaps of the rate book. Pointers are relative (`/zip`). */
  readonly notices: readonly Notice[];
};

/**
 * How far the rates below a state (or country) are held. `NOT_LEVIED`: there are none; `COMPLETE`: all that cover a place
 * as a whole, while the gaps may name areas of single premises; `PARTIAL`: some are missing, as the gaps tell;
 * `STATE_ONLY`: none is held or known, so that the state's rate is all of the answer.
 */
export type LocalRates = 'NOT_LEVIED' | 'COMPLETE' | 'PARTIAL' | 'STATE_ONLY';

/** As much of a place as tells whether a sale crosses a border. */
export type SellerPlace = Pick<MatchedPlace, 'country' | 'subdivision'>;

/** Why an address could not be placed, and what would do. */
export type AddressFault = {
  readonly code: 'ERR-ADDR-001' | 'COUNTRY_NOT_COVERED';
  readonly field: 'country' | 'state' | 'region' | 'zip' | 'city';
  readonly given: string | null;
  readonly expected: string;
  readonly suggestions: readonly string[];
  readonly message: string;
};

export type AddressMatch =
  | { readonly kind: 'matched'; readonly place: MatchedPlace }
  | { readonly kind: 'unmatched'; readonly faults: readonly AddressFault[] };

/** All places an address may be, best first and at most ten; the first is the one that `matchAddress` answers. */
export type AddressCandidates =
  | { readonly kind: 'matched'; readonly places: readonly MatchedPlace[] }
  | { readonly kind: 'unmatched'; readonly faults: readonly AddressFault[] };

/** The law of a place on a day, ready for the core. */
export type PlaceFacts = {
  readonly taxPlace: TaxPlace;
  /** Whether the place has such a tax at all, and lies in its country's tax territory. */
  readonly taxation: 'TAXED' | 'NO_TAX_THERE' | 'OUTSIDE_TERRITORY';
  readonly territory: Territory;
  /** The state or the country, which `jurisdictionalSalesTaxRules` speaks of. */
  readonly authority: { readonly name: string; readonly abbreviation: string; readonly taxName: string };
  readonly deliveryFee: DeliveryFee | null;
  readonly notices: readonly Notice[];
};

/**
 * An amount that a state lays on a delivery beside its tax, once for a document. It is told in a notice; charging it as a
 * line is the seller's decision.
 */
export type DeliveryFee = {
  readonly state: string;
  readonly name: string;
  readonly law: string;
  readonly amount: Decimal;
  /** Due from this price of the goods that count, before tax; null where any will do. */
  readonly threshold: Decimal | null;
  /** Categories of goods that count although they are exempt, and that do not count although they are taxed. */
  readonly alsoCounts: readonly string[];
  readonly neverCounts: readonly string[];
  /** What frees a seller and cannot be told from a document, in words. */
  readonly unless: string;
  readonly source: string;
  readonly doubt: string | null;
};

/** What the law makes of one tax code at a place on a day. */
export type RuleFacts = {
  readonly rule: TaxRule;
  /** For shipping and handling only: set where the fee is taxed as the goods it carries are. */
  readonly followsGoods: FollowsGoods | null;
  /** What to say besides when such a fee carries taxable and exempt goods together. */
  readonly noticesIfMixed: readonly Notice[];
  /** Unknown code, condition that cannot be known, category without facts. Pointers are relative to the line. */
  readonly notices: readonly Notice[];
};

/** An entry of the catalogue of tax codes. */
export type TaxCode = {
  readonly code: string;
  readonly name: string;
  readonly description: string;
  /** The category of the facts that decides its taxability. */
  readonly category: string;
  readonly isTangible: boolean;
  readonly kind: 'GOODS' | 'DIGITAL' | 'SERVICE' | 'SHIPPING' | 'HANDLING' | 'STORED_VALUE';
};

export type StateFacts = {
  readonly code: string;
  readonly name: string;
  readonly sourcing: 'ORIGIN' | 'DESTINATION' | 'MIXED';
  /** Whether counties, cities and districts levy taxes of their own, and how far the rate book holds them. */
  readonly coverage: StateCoverage;
  /** The day since which a marketplace collects for its sellers; null where no such law is known. */
  readonly marketplaceCollectsSince: string | null;
  /** Null where the state is not in the Streamlined Sales and Use Tax Agreement, whose members publish rate files. */
  readonly streamlined: StreamlinedMember | null;
};

export type StreamlinedMember = {
  readonly status: 'FULL' | 'ASSOCIATE';
  /** Recalled, not read at the agreement's board. */
  readonly since: string;
  /** The newest files of rates and boundaries by their names, and the month they were seen in; null where none was. */
  readonly rateFile: string | null;
  readonly boundaryFile: string | null;
  readonly seenOn: string;
};

export type StateCoverage = {
  readonly localRates: LocalRates;
  /** What the rate book is known to lack, in words; some of it may concern few places of the state. */
  readonly gaps: readonly string[];
  /** The day the state's rates were read on. */
  readonly asOf: string;
  /** ZIP codes with local taxes of which the rate book holds none. */
  readonly stateRateOnlyZips: readonly string[];
};

export type CountryFacts = {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  readonly name: string;
  /** VAT, GST and the like; `NONE` where there is no such tax. */
  readonly taxName: string;
  readonly currency: string;
  readonly isInEu: boolean;
  readonly arePricesUsuallyInclusive: boolean;
};

/** An authority that levies a tax of its own, and where. */
export type JurisdictionFacts = {
  /** Unique among all: `US/MN-C053`. An id alone is not: `MN` is Minnesota and Mongolia. */
  readonly key: string;
  readonly jurisdiction: Jurisdiction;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** US state (`MN`), province or region (`CA-QC`), or null for a country. */
  readonly subdivision: string | null;
  /** In the US, the county it is or lies in, where that is known. */
  readonly county: string | null;
  /** Whose rates its own figure stands for besides. */
  readonly contains: 'NOTHING' | 'COUNTY' | 'COUNTY_AND_DISTRICTS';
};

/** Leaves the jurisdictions that fit every member; null leaves all. */
export type JurisdictionFilter = {
  /** By alpha-2 code. */
  readonly country: string | null;
  readonly subdivision: string | null;
  readonly level: JurisdictionLevel | null;
  /** Case and accents aside. */
  readonly nameContains: string | null;
  readonly ids: readonly string[] | null;
};

/** The general rate of a jurisdiction on a day; null where it then levies none. */
export type JurisdictionRate = { readonly rate: RateInForce | null; readonly notices: readonly Notice[] };

/** Where facts of the rate book were read, for which places (`US-MN`, `DE`, `CA-QC`), and when at last. */
export type RateSource = { readonly name: string; readonly asOf: string; readonly places: readonly string[] };

/** From which sales on a state asks a seller without a presence there to collect. */
export type NexusThreshold = {
  readonly salesAmount: Decimal;
  readonly transactionCount: number | null;
  /** How the two tests go together; `SALES_ONLY` where sales alone are tested. */
  readonly combine: 'OR' | 'AND' | 'SALES_ONLY';
  readonly period:
    | 'CURRENT_OR_PRIOR_CALENDAR_YEAR'
    | 'PRIOR_CALENDAR_YEAR'
    | 'PRIOR_12_MONTHS'
    | 'PRIOR_4_QUARTERS'
    | 'TWELVE_MONTHS_ENDING_SEP_30';
  readonly countsMarketplaceSales: boolean;
  readonly fromOn: string | null;
  readonly toOn: string | null;
  readonly source: string;
  readonly doubt: string | null;
};

/** The form of a country's tax numbers, after upper-casing and removal of blanks, dots, hyphens and slashes. */
export type TaxNumberFormat = {
  readonly prefix: string | null;
  /** Regular expressions; one must match. */
  readonly patterns: readonly string[];
  /** Whether the VIES register of the EU knows the number. */
  readonly isInVies: boolean;
};

/** What a tax number looks like by its form and checksum alone; no register was asked. */
export type TaxNumberCheck = {
  /** Alpha-2 of the issuer (France for Monaco); `XI` for Northern Ireland. */
  readonly country: string;
  /** With its prefix, in the issuer's spelling. */
  readonly number: string;
  readonly isValid: boolean;
  /** What does not fit; null when the number can be valid. */
  readonly fault: 'FORM' | 'CHECKSUM' | null;
  /** Whether there was a checksum to check: not every country has one, or tells it. */
  readonly hasChecksum: boolean;
};

/** What to look up in the boundaries of a state to place an address. */
export type BoundaryQuestion = { readonly layerId: string; readonly query: BoundaryQuery };

/** What was found for an address, to be read for a day. */
export type FoundBoundaries = {
  readonly address: AddressQuery;
  readonly rows: readonly BoundaryRow[];
  readonly taxDate: string;
};

/** The rate book as it is in force at a moment; whoever needs it for longer takes it once. */
export interface RateBookInForce {
  current(): ReferenceData;
  /** Why another version that was activated is not in force here; null as long as nothing is wrong. */
  fault(): string | null;
}

/** Rates, rules and places, immutable in use. Every look-up is in memory, but for the rows of boundaries. */
export interface ReferenceData {
  /** Names the rate book, and is kept with every calculated document. */
  readonly version: string;
  /** The version that ships with the product, over which imports were laid. */
  readonly bundledVersion: string;
  /** The newest day on which a source was read. */
  readonly asOf: string;
  /** The days the sources were read on, per country or state (`US-MN`: `2026-08-18`). */
  readonly asOfByPlace: Readonly<Record<string, string>>;
  readonly taxCodes: readonly TaxCode[];
  readonly states: readonly StateFacts[];
  readonly countries: readonly CountryFacts[];
  /** ZIP codes may lead elsewhere from a day on: without a tax date they lead where they led last. */
  matchAddress(address: AddressQuery, taxDate?: string | null): AddressMatch;
  matchCandidates(address: AddressQuery, taxDate?: string | null): AddressCandidates;
  /** Null where the place was matched as well as can be: without boundaries of its state, or without a ZIP code. */
  boundaryQuestion(place: MatchedPlace, address: AddressQuery): BoundaryQuestion | null;
  /** The only look-up that is not in memory. */
  findBoundaries(question: BoundaryQuestion): Promise<readonly BoundaryRow[]>;
  /** The place with the jurisdictions that the boundaries give it. */
  placeWithin(place: MatchedPlace, found: FoundBoundaries): MatchedPlace;
  /** `seller` is where the goods leave from or the seller is established; it decides whose tax is levied in India. */
  placeFacts(place: MatchedPlace, taxDate: string, seller?: SellerPlace | null): PlaceFacts;
  /** `taxCode` as sent; unknown and empty codes are general goods (for a shipping fee: shipping), with a notice. */
  ruleFor(place: MatchedPlace, taxDate: string, taxCode: string, line: 'ITEM' | 'SHIPPING_FEE'): RuleFacts;
  findTaxCode(taxCode: string): TaxCode | null;
  /** A US state by code, FIPS code or name in any usual spelling. */
  findState(text: string): StateFacts | null;
  /** A country by alpha-2, alpha-3 or English name: its alpha-2 code, or null. */
  findCountry(text: string): string | null;
  /** By alpha-2 code. */
  countryFacts(country: string): CountryFacts | null;
  /** The authorities that levy a tax of their own, in the order of their keys. */
  jurisdictions(filter: JurisdictionFilter): readonly JurisdictionFacts[];
  /** By the key of a jurisdiction; null where there is none. */
  jurisdictionRate(key: string, taxDate: string): JurisdictionRate | null;
  /** Those of the most places first. */
  sources(): readonly RateSource[];
  /** The thresholds of a state by its code, oldest first; none where the state has no sales tax. */
  nexusThresholds(state: string): readonly NexusThreshold[];
  /** By alpha-2 code (`XI` for Northern Ireland, `EU` for the one-stop shop); null where the form is not known. */
  taxNumberFormat(country: string): TaxNumberFormat | null;
  /** `country` (alpha-2) stands in for a prefix that was not written; null when it cannot be told whose number it is. */
  checkTaxNumber(text: string, country: string | null): TaxNumberCheck | null;
}
