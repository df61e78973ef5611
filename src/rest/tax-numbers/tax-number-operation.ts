import { list } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { taxNumberSelection } from '../selections/graphql-selections.ts';
import { taxNumberCheckResponse, taxNumberResponse } from './tax-number-response.ts';

const failures = '... on InvalidInput { issues { path code message } }';
const frenchNumber = { countryCode: 'FR', vatNumber: '40303265045' };

export const taxNumberOperation: Operation = {
  id: 'validateTaxNumber',
  tag: 'Lookups',
  summary: 'Check a VAT or other tax number',
  description:
    'Checks the format and the checksum and, if one is configured, queries a register. A number is never invalid because a register is down.',
  responses: { 200: { description: 'Result of the check.', schema: taxNumberResponse } },
  examples: {
    french: { summary: 'A French number', query: frenchNumber, status: 200, variables: { input: frenchNumber } },
  },
  graphql: {
    document: `query ($input: TaxNumberInput!) { validateTaxNumber(input: $input) { __typename ... on TaxNumberValidation { ${taxNumberSelection} } ${failures} } }`,
    at: 'validateTaxNumber',
  },
};

export const listTaxNumberChecksOperation: Operation = {
  id: 'listTaxNumberChecks',
  tag: 'Lookups',
  summary: 'List what registers answered about tax numbers',
  description:
    'The answers that this tenant’s checks got from registers, newest first, with their proofs. Without `limit`, the whole list is streamed; with it, the Link header leads to the next page.',
  responses: {
    200: { description: 'The answers.', schema: list(taxNumberCheckResponse, 'Newest first.'), headers: ['Link'] },
  },
  examples: {
    french: {
      summary: 'Those about a number',
      query: { vatNumber: 'FR40303265045', limit: '10' },
      status: 200,
      variables: { first: 10, filter: { vatNumber: 'FR40303265045' } },
    },
  },
  graphql: {
    document:
      'query ($first: Int, $filter: TaxNumberCheckFilter) { taxNumberChecks(first: $first, filter: $filter) { nodes { serviceId countryCode vatNumber isRegistered register consultationNumber name address checkedAt } } }',
    at: 'taxNumberChecks.nodes',
  },
};
