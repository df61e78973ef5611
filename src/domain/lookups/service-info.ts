import type { gatewayLimits } from '../base/limits.ts';
import type { RegisterName } from '../tax-numbers/tax-number-validation.ts';
import type { CountryFacts, RateSource, StateCoverage, StateFacts } from './catalogue.ts';

/** What the gateway can do, by a stable name, in words for its reader. */
export const features = {
  CALCULATE: 'Tax of a document worked out without storing it.',
  TRANSACTIONS: 'Sales documents stored with their tax; refunds give back what their invoice bore.',
  BATCHES: 'Up to 500 documents stored in one request, each on its own.',
  TRACE: 'Every step of a calculation, in words and exact figures (GraphQL).',
  LIVE_CHANGES: 'Changes of documents followed as they happen, as a stream of events (GraphQL).',
  CUSTOMERS: 'Customers, named by id or by source and external id.',
  EXEMPTIONS: 'Exemption certificates, by state and tax code, whole or in part.',
  EXEMPTION_FILES: 'Exemption certificates stored from a CSV file, row by row.',
  NEXUS: 'Where the seller has to collect: presence and registrations declared, sales measured against thresholds.',
  ADDRESS_VALIDATION: 'All US places that an address may be, with scores.',
  SALES_TAX_RATES: 'US rates of an address on any day, for goods in general or a tax code.',
  GLOBAL_TAX_RATES: 'VAT and GST of countries and regions on any day.',
  TAX_NUMBERS: 'Tax numbers checked by form and checksum, and by a register where one is switched on.',
  TAX_CODES: 'The catalogue of tax codes, searchable.',
  JURISDICTIONS: 'The jurisdictions of the rate book with their rates on any day (GraphQL).',
  TAXABILITY: 'Tax codes beside states: what is taxed where, and why (GraphQL).',
  RATE_IMPORTS: 'Official rate and boundary files laid over the rate book, by the operator.',
} as const;

export type FeatureName = keyof typeof features;

/** A state, and how far the rate book holds its rates. */
export type CoveredState = Pick<StateFacts, 'code' | 'name' | 'sourcing'> & StateCoverage;

export type CoveredCountry = Pick<CountryFacts, 'code' | 'name' | 'taxName' | 'currency'> & { readonly asOf: string };

/** What the service is, what it holds, and how far that goes. */
export type ServiceInfo = {
  readonly name: string;
  readonly features: readonly FeatureName[];
  readonly limits: typeof gatewayLimits;
  readonly rateBook: {
    /** The version that new documents are calculated with. */
    readonly version: string;
    /** The one that ships with the product; another version is it with imports laid over it. */
    readonly bundledVersion: string;
    readonly asOf: string;
  };
  /** Those of tax numbers. */
  readonly registers: readonly { readonly name: RegisterName; readonly isConfigured: boolean }[];
  readonly sources: readonly RateSource[];
  readonly states: readonly CoveredState[];
  readonly countries: readonly CoveredCountry[];
};
