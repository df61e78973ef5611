import { reasonAcceptance } from '../../domain/exemptions/reason-acceptance.ts';
import { list } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { responseOf } from '../http/record-response.ts';
import { exampleIds } from '../openapi/example-data.ts';
import { coverageSelection } from '../selections/graphql-selections.ts';
import { recordSelection } from '../selections/record-selection.ts';
import { coverageResponse } from './coverage-responses.ts';

export const coverageOperation: Operation = {
  id: 'getExemptionCoverage',
  tag: 'Exemptions',
  summary: 'See in which states a customer is exempt',
  description:
    'For each US state, whether a certificate of the customer is valid on a day, and how long. A state that is known not to accept the reason of the certificate is NOT_ACCEPTED; calculations still use the certificate.',
  responses: {
    200: { description: 'One entry for each state.', schema: list(coverageResponse, 'In the order of the states.') },
  },
  problems: ['CUSTOMER_NOT_FOUND'],
  examples: {
    two: {
      summary: 'Two states',
      path: { serviceId: exampleIds.customer },
      query: { states: 'WI,Minnesota', asOf: '2026-07-01' },
      status: 200,
      variables: {
        by: { serviceId: exampleIds.customer },
        states: ['WI', 'Minnesota'],
        asOf: '2026-07-01',
      },
    },
  },
  graphql: {
    document: `query ($by: CustomerBy!, $states: [String!], $asOf: Date) { customer(by: $by) { exemptionCoverage(states: $states, asOf: $asOf) { ${coverageSelection} } } }`,
    at: 'customer.exemptionCoverage',
  },
};

export const reasonsOperation: Operation = {
  id: 'listExemptionReasons',
  tag: 'Exemptions',
  summary: 'See which reasons for an exemption the states accept',
  description:
    'One entry for each state with a sales tax and each reason, with the source. What no source tells is UNKNOWN. It is informative: calculations use the certificates as stored.',
  responses: {
    200: {
      description: 'The reasons by state.',
      schema: list(responseOf(reasonAcceptance), 'In the order of the states.'),
    },
  },
  examples: {
    georgia: {
      summary: 'Georgia',
      query: { states: 'GA' },
      status: 200,
      variables: { states: ['GA'] },
    },
  },
  graphql: {
    document: `query ($states: [String!]) { exemptionReasons(states: $states) { ${recordSelection(reasonAcceptance)} } }`,
    at: 'exemptionReasons',
  },
};
