import type { LocalRates } from '../places/address-match.ts';

/** An entry in the catalogue of tax codes. */
export type TaxCode = {
  readonly code: string;
  readonly name: string;
  readonly description: string;
  /** The category whose rules decide its taxability. */
  readonly category: string;
  readonly isTangible: boolean;
  /** Supplied and taxed where it is used, whoever buys it; a hotel night, for example. */
  readonly isOnSite: boolean;
  readonly kind: 'GOODS' | 'DIGITAL' | 'SERVICE' | 'SHIPPING' | 'HANDLING' | 'STORED_VALUE';
};

export type StateFacts = {
  readonly code: string;
  readonly name: string;
  readonly sourcing: 'ORIGIN' | 'DESTINATION' | 'MIXED';
  /** Whether counties, cities and districts levy their own taxes, and how completely the rate book covers them. */
  readonly coverage: StateCoverage;
  /** The first day on which marketplaces collect for their sellers; null where no such law is known. */
  readonly marketplaceCollectsSince: string | null;
  /** Null outside the Streamlined Sales and Use Tax Agreement, whose members publish rate files. */
  readonly streamlined: StreamlinedMember | null;
};

export type StreamlinedMember = {
  readonly status: 'FULL' | 'ASSOCIATE';
  /** From memory, not checked with the agreement's governing board. */
  readonly since: string;
  /** Names of the newest rate and boundary files, and the month they were seen; null if there are none. */
  readonly rateFile: string | null;
  readonly boundaryFile: string | null;
  readonly seenOn: string;
};

export type StateCoverage = {
  readonly localRates: LocalRates;
  /** Known gaps of the rate book, in words; some concern only a few places in the state. */
  readonly gaps: readonly string[];
  /** The day the state's rates were read. */
  readonly asOf: string;
  /** ZIP codes with local taxes that the rate book does not cover at all. */
  readonly stateRateOnlyZips: readonly string[];
};

export type CountryFacts = {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  readonly name: string;
  /** `VAT`, `GST` and so on; `NONE` if there is no such tax. */
  readonly taxName: string;
  readonly currency: string;
  readonly isInEu: boolean;
  readonly arePricesUsuallyInclusive: boolean;
};

/** A source of the rate book, the day it was last read, and the places it covers (`US-MN`, `DE`, `CA-QC`). */
export type RateSource = { readonly name: string; readonly asOf: string; readonly places: readonly string[] };
