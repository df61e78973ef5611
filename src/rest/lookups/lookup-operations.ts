import {
  addressValidationSelection,
  globalTaxRatesSelection,
  salesTaxRatesSelection,
  serviceInfoSelection,
  taxCodeSelection,
  taxNumberSelection,
} from '../docs/graphql-selections.ts';
import { list } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { capabilitiesAnswer, taxNumberAnswer } from '../service/service-answers.ts';
import {
  addressValidationAnswer,
  globalTaxRatesLookupAnswer,
  salesTaxRatesLookupAnswer,
  taxCodeAnswer,
} from './lookup-answers.ts';

const failures = '... on InvalidInput { issues { path code message } }';
const austin = { country: 'US', state: 'TX', zip: '78701', city: 'Austin' };
const clothing = { country: 'US', state: 'NY', zip: '10001', date: '2026-07-01', taxCode: 'C1S2' };
const germanBooks = { country: 'DE', date: '2026-07-01', taxCode: 'C1S30' };
const frenchNumber = { countryCode: 'FR', vatNumber: '40303265045' };

export const validateAddressOperation: Operation = {
  id: 'validateAddress',
  tag: 'Lookups',
  summary: 'Find the US places an address may be',
  description: 'Best first, with scores and with what the rate book lacks there.',
  answers: { 200: { description: 'The places.', schema: addressValidationAnswer } },
  problems: ['ERR-ADDR-001', 'COUNTRY_NOT_COVERED'],
  examples: {
    austin: {
      summary: 'Austin',
      query: { ...austin, isPartial: 'true' },
      status: 200,
      variables: { input: { ...austin, isPartial: true } },
    },
  },
  graphql: {
    document: `query ($input: ValidateAddressInput!) { validateAddress(input: $input) { __typename ... on AddressValidation { ${addressValidationSelection} } ${failures} } }`,
    at: 'validateAddress',
  },
};

export const salesTaxRatesOperation: Operation = {
  id: 'findSalesTaxRates',
  tag: 'Lookups',
  summary: 'Read the US rates of an address',
  description: 'By kind and by jurisdiction, for goods in general or a tax code, on any day.',
  answers: { 200: { description: 'The rates.', schema: salesTaxRatesLookupAnswer } },
  problems: ['ERR-ADDR-001', 'COUNTRY_NOT_COVERED'],
  examples: {
    clothing: { summary: 'Clothing in New York', query: clothing, status: 200, variables: { input: clothing } },
  },
  graphql: {
    document: `query ($input: SalesTaxRatesInput!) { salesTaxRates(input: $input) { __typename ... on SalesTaxRatesLookup { ${salesTaxRatesSelection} } ${failures} } }`,
    at: 'salesTaxRates',
  },
};

export const globalTaxRatesOperation: Operation = {
  id: 'findGlobalTaxRates',
  tag: 'Lookups',
  summary: 'Read the VAT or GST of a country or region',
  description: 'With its reduced rates, on any day; for a tax code, with its rule alone.',
  answers: { 200: { description: 'The rates.', schema: globalTaxRatesLookupAnswer } },
  problems: ['ERR-ADDR-001', 'COUNTRY_NOT_COVERED'],
  examples: {
    books: { summary: 'Books in Germany', query: germanBooks, status: 200, variables: { input: germanBooks } },
  },
  graphql: {
    document: `query ($input: GlobalTaxRatesInput!) { globalTaxRates(input: $input) { __typename ... on GlobalTaxRatesLookup { ${globalTaxRatesSelection} } ${failures} } }`,
    at: 'globalTaxRates',
  },
};

export const taxCodesOperation: Operation = {
  id: 'searchTaxCodes',
  tag: 'Lookups',
  summary: 'Search the catalogue of tax codes',
  description: 'Those that have every word of the search; all of them without one.',
  answers: { 200: { description: 'The tax codes.', schema: list(taxCodeAnswer, 'In the order of the catalogue.') } },
  examples: {
    hosting: { summary: 'Hosting', query: { search: 'hosting' }, status: 200, variables: { search: 'hosting' } },
  },
  graphql: {
    document: `query ($search: String) { taxCodes(search: $search) { ${taxCodeSelection} } }`,
    at: 'taxCodes',
  },
};

export const taxNumberOperation: Operation = {
  id: 'validateTaxNumber',
  tag: 'Lookups',
  summary: 'Check a VAT or other tax number',
  description:
    'By the form of its country, by its checksum, and by a register where one is switched on. A register that is down never makes a number invalid.',
  answers: { 200: { description: 'What was found out.', schema: taxNumberAnswer } },
  examples: {
    french: { summary: 'A French number', query: frenchNumber, status: 200, variables: { input: frenchNumber } },
  },
  graphql: {
    document: `query ($input: TaxNumberInput!) { validateTaxNumber(input: $input) { __typename ... on TaxNumberValidation { ${taxNumberSelection} } ${failures} } }`,
    at: 'validateTaxNumber',
  },
};

export const capabilitiesOperation: Operation = {
  id: 'getCapabilities',
  tag: 'Service',
  summary: 'Read what the service can do',
  description: 'Features, limits, versions, sources, and how far each state and country is covered.',
  answers: { 200: { description: 'What it can do.', schema: capabilitiesAnswer } },
  examples: { all: { summary: 'All of it', status: 200, variables: {} } },
  graphql: { document: `query { serviceInfo { ${serviceInfoSelection} } }`, at: 'serviceInfo' },
};
