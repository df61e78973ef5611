import { coverageQueryInput, reasonQueryInput } from '../../domain/exemptions/coverage-query.ts';
import { certificateTerms } from '../../usecases/exemptions/certificate-terms.ts';
import { findExemptionCoverage } from '../../usecases/exemptions/exemption-coverage.ts';
import { listExemptionReasons } from '../../usecases/exemptions/list-exemption-reasons.ts';
import { answered, namesIn, parseQuery } from '../http/query.ts';
import { serviceIdOf } from '../http/record-name.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { coverageOperation, reasonsOperation } from './coverage-operations.ts';
import { coverageJson, reasonAcceptanceJson } from './coverage-responses.ts';

/** In a query, several states are separated by commas. */
const coverageQuery = coverageQueryInput.extend({ states: namesIn(coverageQueryInput.shape.states) });
const reasonQuery = reasonQueryInput.extend({ states: namesIn(reasonQueryInput.shape.states) });

export const exemptionCoverageRoutes: readonly Route[] = [
  route(
    'GET',
    '/v1/customers/serviceId/:serviceId/exemption_coverage',
    'exemptions:read',
    async ({ ctx, request }) => {
      const customerId = serviceIdOf(request);
      const query = parseQuery(coverageQuery, request);
      const today = await certificateTerms(ctx);
      const coverage = await answered(() => findExemptionCoverage(ctx, customerId, query));
      return jsonReply(
        200,
        coverage.map((state) => coverageJson(state, today)),
      );
    },
    { operation: { ...coverageOperation, query: coverageQuery } },
  ),
  route(
    'GET',
    '/v1/exemption_reasons',
    'tax:read',
    async ({ ctx, request }) => {
      const query = parseQuery(reasonQuery, request);
      return jsonReply(200, (await answered(() => listExemptionReasons(ctx, query))).map(reasonAcceptanceJson));
    },
    { operation: { ...reasonsOperation, query: reasonQuery } },
  ),
];
