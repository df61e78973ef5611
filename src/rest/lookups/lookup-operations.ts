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
  summary: 'Find the US places an address may be',
  description: 'Best first, with scores and with what the rate book lacks there.',
  responses: { 200: { description: 'The places.', schema: addressValidationResponse } },
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
  responses: { 200: { description: 'The rates.', schema: salesTaxRatesLookupResponse } },
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
  description: 'Those that have every word of the search; all of them without one.',
  responses: {
    200: { description: 'The tax codes.', schema: list(taxCodeResponse, 'In the order of the catalogue.') },
  },
  examples: {
    hosting: { summary: 'Hosting', query: { search: 'hosting' }, status: 200, variables: { search: 'hosting' } },
  },
  graphql: {
    document: `query ($search: String) { taxCodes(search: $search) { ${taxCodeSelection} } }`,
    at: 'taxCodes',
  },
};
