import type { gatewayLimits } from '../base/limits.ts';
import type { RegisterName } from '../tax-numbers/tax-number-validation.ts';
import type { CountryFacts, RateSource, StateCoverage, StateFacts } from './catalogue.ts';

/** The capabilities of the gateway, by a stable name, with a description. */
export const features = {
  CALCULATE: 'The tax of a document, calculated without storing it.',
  TRANSACTIONS: 'Sales documents, stored with their tax. Refunds use the rates of their invoice.',
  BATCHES: 'Up to 500 documents or customers in one request, each stored independently.',
  TRACE: 'Explains every step of a calculation, in words and exact figures (GraphQL).',
  LIVE_CHANGES: 'Changes of documents as a stream of events (GraphQL).',
  WEBHOOKS:
    'Events of documents, customers, exemptions, nexus and the rate book, sent to HTTPS endpoints with a signature.',
  CUSTOMERS: 'Customers, identified by id or by source and external id.',
  EXEMPTIONS: 'Exemption certificates by state and tax code, full or partial.',
  EXEMPTION_FILES: 'Exemption certificates imported from a CSV file.',
  NEXUS:
    'Where the seller has to collect tax: declared presence and registrations, and sales compared with the thresholds of US states, the EU, the United Kingdom, Norway, Switzerland, Australia, New Zealand, Singapore and Canada. What a threshold asks besides is in its `otherConditions`.',
  ADDRESS_VALIDATION: 'The US places that an address may refer to, with scores.',
  SALES_TAX_RATES: 'Looks up the US rates of an address on any day, for general goods or a tax code.',
  GLOBAL_TAX_RATES: 'Looks up VAT and GST of countries and regions on any day.',
  TAX_NUMBERS: 'Tax numbers, checked by format and checksum, and by a register if one is configured.',
  TAX_CODES: 'The searchable catalogue of tax codes.',
  JURISDICTIONS: 'Lists the jurisdictions of the rate book with their rates on any day (GraphQL).',
  TAXABILITY: 'Which tax codes are taxed in which states, and why (GraphQL).',
  RATE_IMPORTS: 'Official rate and boundary files, which an operator adds to the rate book.',
} as const;

export type FeatureName = keyof typeof features;

/** A state, and how completely the rate book covers its rates. */
export type CoveredState = Pick<StateFacts, 'code' | 'name' | 'sourcing'> & StateCoverage & CheckedRates;

/** When the rates were last held against published facts; overdue after 18 months without that or a new reading. */
type CheckedRates = { readonly verifiedOn: string | null; readonly isOverdue: boolean };

export type CoveredCountry = Pick<CountryFacts, 'code' | 'name' | 'taxName' | 'currency'> &
  CheckedRates & { readonly asOf: string };

/** Capabilities and limits of the service, and the coverage of its rate book. */
export type ServiceInfo = {
  readonly name: string;
  readonly features: readonly FeatureName[];
  readonly limits: typeof gatewayLimits;
  readonly rateBook: {
    /** The rate book version that new documents are calculated with. */
    readonly version: string;
    /** The bundled version; other versions add imports to it. */
    readonly bundledVersion: string;
    readonly asOf: string;
  };
  /** The registers of tax numbers. */
  readonly registers: readonly { readonly name: RegisterName; readonly isConfigured: boolean }[];
  readonly sources: readonly RateSource[];
  readonly states: readonly CoveredState[];
  readonly countries: readonly CoveredCountry[];
};
