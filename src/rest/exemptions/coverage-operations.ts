import { reasonAcceptance } from '../../domain/exemptions/reason-acceptance.ts';
import { demoKey } from '../customers/customer-operations.ts';
import type { Operation } from '../http/operation.ts';
import { coverageSelection } from '../selections/graphql-selections.ts';
import { recordSelection } from '../selections/record-selection.ts';
import { coverageReportResponse, reasonsResponse } from './coverage-responses.ts';

export const coverageOperation: Operation = {
  id: 'getExemptionCoverage',
  tag: 'Exemptions',
  summary: 'List the states where a customer is exempt',
  description:
    'For each US state, whether the customer has a valid certificate on a day, and for how long. NOT_ACCEPTED means that the state is known not to accept the certificate’s reason; calculations still use the certificate.',
  responses: {
    200: { description: 'One entry for each state.', schema: coverageReportResponse },
  },
  problems: ['NOT_FOUND'],
  examples: {
    two: {
      summary: 'Two states',
      path: demoKey,
      query: { state: 'WI,Minnesota', asOf: '2026-07-01' },
      status: 200,
    },
  },
  graphql: {
    document: `query ($by: CustomerBy!, $states: [String!], $asOf: Date) { customer(by: $by) { states: exemptionCoverage(states: $states, asOf: $asOf) { ${coverageSelection} } } }`,
    at: 'customer',
  },
};

export const reasonsOperation: Operation = {
  id: 'listExemptionReasons',
  isTagged: true,
  tag: 'Exemptions',
  summary: 'List the exemption reasons that states accept',
  description:
    'One entry for each state with a sales tax and each reason, with the source; UNKNOWN if no source covers the combination. For information only: calculations use the certificates as stored.',
  responses: {
    200: {
      description: 'The reasons by state.',
      schema: reasonsResponse,
    },
  },
  examples: {
    georgia: {
      summary: 'Georgia',
      query: { state: 'GA' },
      status: 200,
    },
  },
  graphql: {
    document: `query ($states: [String!]) { reasons: exemptionReasons(states: $states) { ${recordSelection(reasonAcceptance)} } }`,
    at: '',
  },
};
