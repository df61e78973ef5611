import { z } from 'zod';
import { absentAsNull, boundedText } from '../../domain/base/fields.ts';
import { exposureQueryFields } from '../../domain/exposure/exposure-query.ts';
import { exposure } from '../../domain/exposure/exposure-record.ts';
import { getExposure } from '../../usecases/exposure/get-exposure.ts';
import type { Operation } from '../http/operation.ts';
import { answered, namesIn, parseQuery } from '../http/query.ts';
import { jsonOf, responseOf } from '../http/record-response.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { recordSelection } from '../selections/record-selection.ts';

const exposureJson = jsonOf(exposure);

const query = exposureQueryFields.extend({
  state: absentAsNull(namesIn(z.array(boundedText(1, 100)).min(1))).meta({
    ...exposureQueryFields.shape.state.meta(),
    type: 'array',
    items: { type: 'string' },
  }),
});

const operation: Operation = {
  id: 'getExposure',
  tag: 'Nexus',
  summary: 'Read uncollected tax',
  description:
    'Amounts that a seller who registers late owes in US states: the tax due on documents stored without tax, from the day the state required collection or from the first sale. Each document is recalculated with its stored rates and rules, as if tax had been collected; stored exemptions apply, and refunds are subtracted. `transactionsPath` of a place lists its documents. State fees are not included.',
  responses: { 200: { description: 'Uncollected tax.', schema: responseOf(exposure) } },
  query,
  examples: {
    reached: {
      summary: 'Since nexus was reached',
      query: { period: '2026' },
      status: 200,
    },
    firstSale: {
      summary: 'Since the first sale, in two states',
      query: { period: '2026', state: 'MN,WI', collectFrom: 'FIRST_SALE' },
      status: 200,
    },
  },
  graphql: {
    document: `query ($period: PeriodInput!, $states: [String!], $collectFrom: ExposureStart) { exposure(period: $period, states: $states, collectFrom: $collectFrom) { ${recordSelection(exposure)} } }`,
    at: 'exposure',
  },
};

export const exposureRoutes: readonly Route[] = [
  route(
    'GET',
    '/v1/exposure',
    ['nexus:read', 'returns:read'],
    async ({ ctx, request }) => {
      const asked = parseQuery(query, request);
      return jsonReply(200, exposureJson(await answered(() => getExposure(ctx, asked))));
    },
    { operation },
  ),
];
