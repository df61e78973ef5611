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
    'By the form of its country, by its checksum, and by a register where one is switched on. A register that is down never makes a number invalid.',
  responses: { 200: { description: 'What was found out.', schema: taxNumberResponse } },
  examples: {
    french: { summary: 'A French number', query: frenchNumber, status: 200, variables: { input: frenchNumber } },
  },
  graphql: {
    document: `query ($input: TaxNumberInput!) { validateTaxNumber(input: $input) { __typename ... on TaxNumberValidation { ${taxNumberSelection} } ${failures} } }`,
    at: 'validateTaxNumber',
  },
};
