import { z } from 'zod';
import type { CertificateTerms } from '../../domain/exemptions/certificate-status.ts';
import {
  coverageQueryInput,
  coverageStatus,
  noteText,
  reasonQueryInput,
  type StateCoverageOfCustomer,
} from '../../domain/exemptions/exemption-coverage.ts';
import { reasonAcceptance } from '../../domain/exemptions/exemption-reason.ts';
import { todayOf } from '../../ports/context.ts';
import { findExemptionCoverage, listExemptionReasons } from '../../usecases/exemptions/exemption-coverage.ts';
import { certificateTerms } from '../../usecases/exemptions/exemptions.ts';
import { customerAddresses, demoKey } from '../customers/customer-operations.ts';
import { routesAt } from '../http/addresses.ts';
import { referenceReply } from '../http/conditions.ts';
import { shown } from '../http/json.ts';
import { count, day, list, named, text } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { answered, namesIn, parseQuery } from '../http/query.ts';
import { choiceOf, jsonOf, responseOf } from '../http/record-response.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { coverageSelection } from '../selections/graphql-selections.ts';
import { recordSelection } from '../selections/record-selection.ts';
import { exemptionJson, exemptionResponse } from './exemption-response.ts';

const coverageResponse = named('ExemptionCoverage', 'Coverage of one US state by a customer’s certificates on a day.', {
  state: text('Code of the state.', ['MN']),
  stateName: text('Name of the state.', ['Minnesota']),
  status: choiceOf(coverageStatus).meta({ description: 'Status of the customer’s exemption in the state.' }),
  exemption: exemptionResponse.optional(),
  daysLeft: count(
    'Days until the certificate’s last day: 0 on that day, negative afterwards; absent if the certificate is open-ended or the customer has none.',
  ).optional(),
  acceptance: responseOf(reasonAcceptance).optional(),
  note: text(`${noteText}; absent if nothing limits its use.`).optional(),
});

const asOf = day('Coverage date.');
const rateBookVersion = text('Rate book version used.');

const coverageReportResponse = named('ExemptionCoverageReport', 'Exemptions of a customer on a day.', {
  asOf,
  rateBookVersion,
  states: list(coverageResponse, 'One entry for each state, in the requested order.'),
});

const reasonsResponse = named('ExemptionReasons', 'Exemption reasons accepted by the states.', {
  asOf,
  rateBookVersion,
  reasons: list(responseOf(reasonAcceptance), 'One entry for each state and reason.'),
});

const reasonAcceptanceJson = jsonOf(reasonAcceptance);

function coverageJson(coverage: StateCoverageOfCustomer, today: CertificateTerms) {
  const { state, status, exemption, daysLeft, acceptance, note } = coverage;
  return {
    state: state.code,
    stateName: state.name,
    status,
    exemption: shown(exemption && exemptionJson(exemption, today)),
    daysLeft: shown(daysLeft),
    acceptance: shown(acceptance && reasonAcceptanceJson(acceptance)),
    note: shown(note),
  };
}

const coverageQuery = z.object({
  state: namesIn(coverageQueryInput.shape.states),
  asOf: coverageQueryInput.shape.asOf,
});
const reasonQuery = z.object({ state: namesIn(reasonQueryInput.shape.states) });

const coverageOperation: Operation = {
  id: 'getExemptionCoverage',
  tag: 'Exemptions',
  summary: 'List the states where a customer is exempt',
  description:
    'For each US state, whether the customer has a valid certificate on a day, and for how long. NOT_ACCEPTED means that the state is known not to accept the certificate’s reason; calculations still use the certificate.',
  query: coverageQuery,
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

const reasonsOperation: Operation = {
  id: 'listExemptionReasons',
  isTagged: true,
  tag: 'Exemptions',
  summary: 'List the exemption reasons that states accept',
  description:
    'One entry for each state with a sales tax and each reason, with the source; UNKNOWN if no source covers the combination. For information only: calculations use the certificates as stored.',
  query: reasonQuery,
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

export const exemptionCoverageRoutes: readonly Route[] = [
  ...routesAt(
    customerAddresses,
    {
      method: 'GET',
      below: '/exemption_coverage',
      needs: 'exemptions:read',
      operation: coverageOperation,
    },
    async ({ ctx, request }, by) => {
      const { state: states, asOf: day } = parseQuery(coverageQuery, request);
      const today = await certificateTerms(ctx);
      const query = { states, asOf: day };
      const coverage = await answered(() => findExemptionCoverage(ctx, by, query), { states: 'state' });
      return jsonReply(200, {
        asOf: day ?? today.on,
        rateBookVersion: ctx.reference.version,
        states: coverage.map((one) => coverageJson(one, today)),
      });
    },
  ),
  route(
    'GET',
    '/v1/exemption_reasons',
    'tax:read',
    async ({ ctx, request }) => {
      const { state: states } = parseQuery(reasonQuery, request);
      const reasons = await answered(() => listExemptionReasons(ctx, { states }), { states: 'state' });
      return referenceReply(request, {
        asOf: todayOf(ctx),
        rateBookVersion: ctx.reference.version,
        reasons: reasons.map(reasonAcceptanceJson),
      });
    },
    { operation: reasonsOperation },
  ),
];
