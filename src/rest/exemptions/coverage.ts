import { z } from 'zod';
import { coverageQueryInput, reasonQueryInput } from '../../domain/exemptions/coverage-query.ts';
import { todayOf } from '../../ports/context.ts';
import { findExemptionCoverage, listExemptionReasons } from '../../usecases/exemptions/exemption-coverage.ts';
import { certificateTerms } from '../../usecases/exemptions/exemptions.ts';
import { customerAddresses } from '../customers/customer-addresses.ts';
import { routesAt } from '../http/addresses.ts';
import { referenceReply } from '../http/conditions.ts';
import { answered, namesIn, parseQuery } from '../http/query.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { coverageOperation, reasonsOperation } from './coverage-operations.ts';
import { coverageJson, reasonAcceptanceJson } from './coverage-responses.ts';

const { states: namedStates, asOf } = coverageQueryInput.shape;
const state = namesIn(namedStates);
const coverageQuery = z.object({ state, asOf });
const reasonQuery = z.object({ state: namesIn(reasonQueryInput.shape.states) });

export const exemptionCoverageRoutes: readonly Route[] = [
  ...routesAt(
    customerAddresses,
    {
      method: 'GET',
      below: '/exemption_coverage',
      needs: 'exemptions:read',
      operation: { ...coverageOperation, query: coverageQuery },
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
    { operation: { ...reasonsOperation, query: reasonQuery } },
  ),
];
