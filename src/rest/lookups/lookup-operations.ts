import { list } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import {
  addressValidationSelection,
  globalTaxRatesSelection,
  salesTaxRatesSelection,
  taxCodeSelection,
} from '../selections/graphql-selections.ts';
import {
  addressValidationResponse,
  globalTaxRatesLookupResponse,
  salesTaxRatesLookupResponse,
  taxCodeResponse,
} from './lookup-responses.ts';

const failures = '... on InvalidInput { issues { path code message } }';
const austin = { country: 'US', state: 'TX', zip: '78701', city: 'Austin' };
const clothing = { country: 'US', state: 'NY', zip: '10001', date: '2026-07-01', taxCode: 'C1S2' };
const germanBooks = { country: 'DE', date: '2026-07-01', taxCode: 'C1S30' };

export const validateAddressOperation: Operation = {
  id: 'validateAddress',
  tag: 'Lookups',
  summary: 'Find the US places that an address may refer to',
  description: 'Best match first, with scores and the known gaps of the rate book.',
  responses: { 200: { description: 'The matching places.', schema: addressValidationResponse } },
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
  description: 'Rates by kind and by jurisdiction, for goods in general or for a tax code, on any day.',
  responses: { 200: { description: 'The rates.', schema: salesTaxRatesLookupResponse } },
  problems: ['ERR-ADDR-001', 'COUNTRY_NOT_COVERED', 'INSUFFICIENT_COVERAGE'],
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
  description: 'Rates on any day, including reduced rates; for a tax code, only its rule.',
  responses: { 200: { description: 'The rates.', schema: globalTaxRatesLookupResponse } },
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
  description: 'The tax codes that match every word of the search; without a search, all.',
  responses: {
    200: { description: 'The tax codes.', schema: list(taxCodeResponse, 'Tax codes in the order of the catalogue.') },
  },
  examples: {
    hosting: { summary: 'Hosting', query: { search: 'hosting' }, status: 200, variables: { search: 'hosting' } },
  },
  graphql: {
    document: `query ($search: String) { taxCodes(search: $search) { ${taxCodeSelection} } }`,
    at: 'taxCodes',
  },
};
