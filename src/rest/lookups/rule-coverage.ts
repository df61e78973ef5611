import { z } from 'zod';
import { ruleCoverageInput } from '../../domain/lookups/catalogue-input.ts';
import { ruleCoverage } from '../../domain/lookups/rule-coverage.ts';
import { getRuleCoverage } from '../../usecases/lookups/get-rule-coverage.ts';
import { referenceReply } from '../http/conditions.ts';
import type { Operation } from '../http/operation.ts';
import { answered, namesIn, parseQuery } from '../http/query.ts';
import { jsonOf, responseOf } from '../http/record-response.ts';
import { type Route, route } from '../http/route.ts';
import { recordSelection } from '../selections/record-selection.ts';

const coverageJson = jsonOf(ruleCoverage);
const query = z.strictObject({ place: namesIn(ruleCoverageInput.shape.places) });

const ruleCoverageOperation: Operation = {
  id: 'getRuleCoverage',
  isTagged: true,
  tag: 'Lookups',
  summary: 'Read the sources of the tax code rules',
  description: `${ruleCoverage.description} For the certificates of a customer, see \`GET /v1/exemption_coverage\`.`,
  responses: { 200: { description: 'The states and countries.', schema: responseOf(ruleCoverage) } },
  examples: {
    two: {
      summary: 'Minnesota and Germany',
      query: { place: 'US-MN,DE' },
      status: 200,
    },
  },
  graphql: {
    document: `query ($places: [String!]) { ruleCoverage(places: $places) { ${recordSelection(ruleCoverage)} } }`,
    at: 'ruleCoverage',
  },
};

export const ruleCoverageRoutes: readonly Route[] = [
  route(
    'GET',
    '/v1/coverage',
    'tax:read',
    async ({ ctx, request }) => {
      const { place: places } = parseQuery(query, request);
      const found = await answered(() => getRuleCoverage(ctx, { places }), { places: 'place' });
      return referenceReply(request, coverageJson(found));
    },
    { operation: { ...ruleCoverageOperation, query } },
  ),
];
