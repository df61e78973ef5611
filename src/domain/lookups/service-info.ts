import type { gatewayLimits } from '../base/limits.ts';
import type { RegisterName } from '../tax-numbers/tax-number-validation.ts';
import type { CountryFacts, RateSource, StateCoverage, StateFacts } from './catalogue.ts';

/** What the gateway can do, by a stable name, in words for its reader. */
export const features = {
  CALCULATE: 'The tax of a document, calculated without storing it.',
  TRANSACTIONS: 'Sales documents, stored with their tax. Refunds use the rates of their invoice.',
  BATCHES: 'Up to 500 documents or customers in one request, each stored independently.',
  TRACE: 'Every step of a calculation, in words and exact figures (GraphQL).',
  LIVE_CHANGES: 'Changes of documents as a stream of events (GraphQL).',
  CUSTOMERS: 'Customers, identified by id or by source and external id.',
  EXEMPTIONS: 'Exemption certificates by state and tax code, full or partial.',
  EXEMPTION_FILES: 'Exemption certificates imported from a CSV file.',
  NEXUS:
    'Where the seller has to collect tax: declared presence and registrations, and sales compared with thresholds.',
  ADDRESS_VALIDATION: 'The US places that an address may refer to, with scores.',
  SALES_TAX_RATES: 'US rates of an address on any day, for goods in general or a tax code.',
  GLOBAL_TAX_RATES: 'VAT and GST of countries and regions on any day.',
  TAX_NUMBERS: 'Tax numbers, checked by format and checksum, and by a register if one is configured.',
  TAX_CODES: 'The searchable catalogue of tax codes.',
  JURISDICTIONS: 'The jurisdictions of the rate book with their rates on any day (GraphQL).',
  TAXABILITY: 'Which tax codes are taxed in which states, and why (GraphQL).',
  RATE_IMPORTS: 'Official rate and boundary files, which an operator adds to the rate book.',
} as const;

export type FeatureName = keyof typeof features;

/** A state, and how far the rate book holds its rates. */
export type CoveredState = Pick<StateFacts, 'code' | 'name' | 'sourcing'> & StateCoverage;

export type CoveredCountry = Pick<CountryFacts, 'code' | 'name' | 'taxName' | 'currency'> & { readonly asOf: string };

/** Capabilities and limits of the service, and the coverage of its rate book. */
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
