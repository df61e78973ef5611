import type { Operation } from '../http/operation.ts';
import { taxNumberSelection } from '../selections/graphql-selections.ts';
import { taxNumberResponse } from './tax-number-response.ts';

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
