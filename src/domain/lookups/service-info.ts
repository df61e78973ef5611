import { enumeration, field, type RecordOf, record } from '../base/record.ts';
import { ratesAge } from '../coverage/freshness.ts';
import { localCoverage, sourcing } from '../places/place-law.ts';
import { type RegisterName, taxNumberRegister } from '../tax-numbers/tax-number-validation.ts';
import { rateSource, type StateCoverage } from './catalogue.ts';
import { serviceLimit } from './service-limits.ts';

/** The capabilities of the gateway by stable name, with descriptions. */
const features = {
  CALCULATE: 'The tax on a document, calculated without storing it.',
  TRANSACTIONS: 'Sales documents, stored with their tax. Refunds use the rates of their invoice.',
  BATCHES: 'Up to 500 documents or customers in one request, each stored independently.',
  TRACE: 'Explanation of every step of a calculation, in words and exact figures.',
  LIVE_CHANGES: 'Document changes as an event stream (GraphQL).',
  WEBHOOKS:
    'Signed events about documents, customers, exemptions, certificate requests, returns, nexus and the rate book, sent to HTTPS endpoints.',
  CUSTOMERS: 'Customers, identified by id or by source and external id.',
  EXEMPTIONS: 'Exemption certificates by state and tax code, full or partial.',
  EXEMPTION_IMPORTS: 'Exemption certificates imported from a CSV file.',
  NEXUS:
    'Nexus and registrations, and sales compared with the thresholds of US states, the EU, the United Kingdom, Norway, Switzerland, Australia, New Zealand, Singapore and Canada. Further conditions of a threshold are in its `otherConditions`.',
  ADDRESS_VALIDATION: 'The US places that match an address, with scores.',
  SALES_TAX_RATES: 'US rates for an address on any day, for general goods or a tax code.',
  GLOBAL_TAX_RATES: 'VAT and GST rates for countries and regions on any day.',
  TAX_NUMBERS: 'Tax number checks by format and checksum, and against a register if configured.',
  TAX_CODES: 'The searchable catalog of tax codes.',
  JURISDICTIONS: 'Jurisdictions in the rate book with their rates on any day.',
  TAXABILITY: 'Taxability of tax codes by state, with reasons.',
  RATE_IMPORTS: 'Official rate and boundary files that an operator adds to the rate book.',
} as const;

export const allFeatures = Object.entries(features).map(([name, description]) => ({
  name: name as keyof typeof features,
  description,
}));

/** When the rates of a place were read and last compared with published facts. */
const freshness = {
  readOn: field.day('The day on which the rates were read from their sources.'),
  verifiedOn: field.optional(
    field.day(
      'Day of the last comparison of the standard rate with an official publication. Excludes local and category rates.',
    ),
    'before the first comparison',
  ),
  ...ratesAge,
};

const coveredState = record('CoveredState', 'A US state and its coverage in the rate book.', {
  code: field.text('Two-letter code, such as `MN`.', { examples: ['MN'] }),
  name: field.text('English name, such as Minnesota.'),
  sourcing: field.choice(sourcing, 'The address that determines the rates for a sale within the state.'),
  ...localCoverage,
  stateRateOnlyZipCount: field.derived(
    field.count('Number of ZIP codes with local taxes for which only the state rate is known.'),
    ({ stateRateOnlyZips }: Pick<StateCoverage, 'stateRateOnlyZips'>) => stateRateOnlyZips.length,
  ),
  ...freshness,
});

const coveredCountry = record('CoveredCountry', 'A country in the rate book, other than the US.', {
  code: field.country('ISO 3166-1 alpha-2 code.', { examples: ['DE'] }),
  name: field.text('English name, such as Germany.'),
  taxName: field.text('Name of the tax, such as VAT or GST; `NONE` if the country levies no tax.'),
  currency: field.currency('The currency in which the tax is due.', { examples: ['EUR'] }),
  ...freshness,
});

const rateBook = record('RateBook', 'A version of the rates and rules.', {
  version: field.text('The rate book version used for new documents.'),
  bundledVersion: field.text(
    'The bundled version. If `version` differs, it adds imported files to the bundled version.',
  ),
  readOn: field.day('The latest day on which a source was read.'),
  overduePlaceCount: field.count(
    'Number of states and countries whose rates may have changed since they were listed or read.',
  ),
});

const registerState = record('RegisterState', 'A register of tax numbers, and whether it is queried.', {
  name: field.text('Short name: `VIES` or `HMRC`.', { examples: ['VIES'] }),
  description: field.derived(
    field.text('The countries whose tax numbers are in the register.'),
    ({ name }: { readonly name: RegisterName }) => taxNumberRegister.values[name],
  ),
  isConfigured: field.flag('Whether the register is queried; if not, numbers are checked by format and checksum only.'),
});

const featureName = enumeration('FeatureName', 'A capability of this version of the service.', features);

const feature = record('Feature', 'A capability of the service.', {
  name: field.choice(featureName, 'A stable name for programs.'),
  description: field.text('Purpose, in one or two sentences.'),
});

export const serviceInfo = record(
  'ServiceInfo',
  'The capabilities and limits of the service, and the coverage of its rate book.',
  {
    name: field.text('Name of the product.'),
    features: field.list(feature, 20, 'The capabilities of the service.'),
    limits: field.list(serviceLimit, 80, 'The limits of a single request.'),
    rateBook: field.part(rateBook, 'The rate book in force.'),
    registers: field.list(registerState, 2, 'The registers of tax numbers that the service can query.'),
    sources: field.list(
      rateSource,
      250,
      'The sources of the rate book, starting with the sources that cover the most places.',
    ),
    states: field.list(coveredState, 60, 'The US states, with their coverage in the rate book.'),
    countries: field.list(coveredCountry, 200, 'The other countries in the rate book.'),
  },
);

export type ServiceInfo = RecordOf<typeof serviceInfo>;
