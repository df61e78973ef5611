import { z } from 'zod';
import { taxCode, taxCodeList } from '../../domain/lookups/catalogue.ts';
import { jurisdictionList } from '../../domain/lookups/jurisdiction-list.ts';
import { ratedJurisdiction } from '../../domain/lookups/jurisdictions.ts';
import { addressValidation, globalTaxRatesLookup, salesTaxRatesLookup } from '../../domain/lookups/rate-lookup.ts';
import { taxabilityRule, taxCodeTaxability } from '../../domain/lookups/rule-lookup.ts';
import { stateTaxability, taxabilityGrid, taxabilityRow } from '../../domain/lookups/taxability.ts';
import { streamed, twinVariables } from '../http/declared-list.ts';
import { list, named } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { membersOf, responseOf } from '../http/record-response.ts';
import { rules } from '../places/tax-responses.ts';
import {
  globalTaxRatesSelection,
  salesTaxRatesSelection,
  taxabilitySelection,
} from '../selections/graphql-selections.ts';
import { recordSelection } from '../selections/record-selection.ts';

/** A rule as shown on document lines, with the underlying law. */
const rule = { ...rules, ...membersOf(taxabilityRule) };

const taxCodeTaxabilityResponse = named(taxCodeTaxability.name, taxCodeTaxability.description, {
  ...rule,
  ...membersOf(taxCodeTaxability),
});

const salesTaxRatesLookupResponse = named(salesTaxRatesLookup.name, salesTaxRatesLookup.description, {
  ...membersOf(salesTaxRatesLookup),
  rule: taxCodeTaxabilityResponse.optional(),
});

const globalTaxRatesLookupResponse = named(globalTaxRatesLookup.name, globalTaxRatesLookup.description, {
  ...membersOf(globalTaxRatesLookup),
  rules: list(
    taxCodeTaxabilityResponse,
    'Rule for the tax code. Without a tax code: the rule for general goods, followed by the rules for tax codes that are taxed differently.',
  ),
});

const taxabilityResponse = named(taxabilityGrid.name, taxabilityGrid.description, {
  ...membersOf(taxabilityGrid),
  rows: list(
    z.object({
      ...membersOf(taxabilityRow),
      cells: list(
        named(stateTaxability.name, stateTaxability.description, { ...rule, ...membersOf(stateTaxability) }),
        'One cell for each state, in the requested order.',
      ),
    }),
    'One row for each tax code, in the requested order.',
  ),
});

const failures = '... on InvalidInput { issues { path code message } }';
const austin = { country: 'US', state: 'TX', zip: '78701', city: 'Austin' };
const newYork = { country: 'US', state: 'NY', zip: '10001' };
const clothing = { asOf: '2026-07-01', taxCode: 'C1S2' };
const germanBooks = { country: 'DE', asOf: '2026-07-01', taxCode: 'C1S30' };

export const validateAddressOperation: Operation = {
  id: 'validateAddress',
  tag: 'Lookups',
  summary: 'Find US places that match an address',
  description: 'Best match first, with scores and known gaps in the rate book.',
  responses: { 200: { description: 'The matching places.', schema: responseOf(addressValidation) } },
  problems: ['ERR-ADDR-001', 'COUNTRY_NOT_COVERED'],
  examples: {
    austin: {
      summary: 'Austin',
      query: { ...austin, isPartial: 'true' },
      status: 200,
    },
  },
  graphql: {
    document: `query ($input: ValidateAddressInput!) { validateAddress(input: $input) { __typename ... on AddressValidation { ${recordSelection(addressValidation)} } ${failures} } }`,
    at: 'validateAddress',
  },
};

export const salesTaxRatesOperation: Operation = {
  id: 'findSalesTaxRates',
  isTagged: true,
  tag: 'Lookups',
  summary: 'Read US rates for an address',
  description: 'Rates by type and by jurisdiction, for general goods or for a tax code, on any day.',
  responses: { 200: { description: 'The rates.', schema: salesTaxRatesLookupResponse } },
  problems: ['ERR-ADDR-001', 'COUNTRY_NOT_COVERED', 'INSUFFICIENT_COVERAGE'],
  examples: {
    clothing: {
      summary: 'Clothing in New York',
      query: { ...newYork, isPartial: 'true', ...clothing },
      status: 200,
    },
  },
  graphql: {
    document: `query ($input: SalesTaxRatesInput!) { salesTaxRates(input: $input) { __typename ... on SalesTaxRatesLookup { ${salesTaxRatesSelection} } ${failures} } }`,
    at: 'salesTaxRates',
  },
};

export const globalTaxRatesOperation: Operation = {
  id: 'findGlobalTaxRates',
  isTagged: true,
  tag: 'Lookups',
  summary: 'Read VAT or GST rates for a country or region',
  description: 'Rates on any day, including reduced rates; with a tax code, only its rule.',
  responses: { 200: { description: 'The rates.', schema: globalTaxRatesLookupResponse } },
  problems: ['ERR-ADDR-001', 'COUNTRY_NOT_COVERED'],
  examples: {
    books: { summary: 'Books in Germany', query: germanBooks, status: 200 },
  },
  graphql: {
    document: `query ($input: GlobalTaxRatesInput!) { globalTaxRates(input: $input) { __typename ... on GlobalTaxRatesLookup { ${globalTaxRatesSelection} } ${failures} } }`,
    at: 'globalTaxRates',
  },
};

export const taxCodesOperation: Operation = {
  id: 'searchTaxCodes',
  isTagged: true,
  tag: 'Lookups',
  summary: 'Search tax codes',
  description: 'Tax codes that match every word of the search; without a search, all tax codes.',
  responses: {
    200: {
      description: 'The tax codes.',
      schema: list(responseOf(taxCode), 'In catalog order.'),
    },
  },
  examples: {
    hosting: {
      summary: 'Hosting',
      query: { search: 'hosting' },
      status: 200,
    },
  },
  graphql: {
    document: `query ($filter: TaxCodeFilter) { taxCodes(filter: $filter, first: 100) { nodes { ${recordSelection(taxCode)} } } }`,
    at: 'taxCodes.nodes',
    variables: twinVariables(taxCodeList),
  },
};

export const taxabilityOperation: Operation = {
  id: 'compareTaxability',
  isTagged: true,
  tag: 'Lookups',
  summary: 'Compare the taxability of tax codes by state',
  description:
    'Taxability of tax codes by state on a day, with reasons. Each cell covers the whole state; some localities differ, as `GET /v1/sales_tax_rates` shows for an address.',
  responses: { 200: { description: 'One row for each tax code.', schema: taxabilityResponse } },
  examples: {
    clothing: {
      summary: 'Clothing in Minnesota and Wisconsin',
      query: { taxCode: 'C1S2', state: 'MN,WI', asOf: '2026-07-01' },
      status: 200,
    },
  },
  graphql: {
    document: `query ($input: TaxabilityInput!) { taxability(input: $input) { __typename ... on TaxabilityGrid { ${taxabilitySelection} } ${failures} } }`,
    at: 'taxability',
  },
};

export const jurisdictionsOperation: Operation = {
  id: 'listJurisdictions',
  isTagged: true,
  tag: 'Lookups',
  summary: 'List jurisdictions with their own tax',
  description: `${jurisdictionList.description} ${streamed}`,
  responses: {
    200: {
      description: 'The jurisdictions.',
      schema: list(responseOf(ratedJurisdiction), 'Ordered by country and id.'),
      headers: ['Link'],
    },
  },
  examples: {
    counties: {
      summary: 'Two counties in Minnesota',
      query: { state: 'MN', level: 'COUNTY', asOf: '2026-07-01', limit: '2' },
      status: 200,
    },
  },
  graphql: {
    document: `query ($first: Int, $filter: JurisdictionFilter, $zip: String, $asOf: Date) { jurisdictions(first: $first, filter: $filter, zip: $zip, asOf: $asOf) { nodes { ${recordSelection(ratedJurisdiction)} } } }`,
    at: 'jurisdictions.nodes',
    variables: twinVariables(jurisdictionList, ['zip', 'asOf']),
  },
};
