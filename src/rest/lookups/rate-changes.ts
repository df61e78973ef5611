import { z } from 'zod';
import { boundedText } from '../../domain/base/fields.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { namesOf } from '../../domain/base/record.ts';
import { encodeRateChangeCursor, rateChangeCursor } from '../../domain/lists/cursor.ts';
import { type RateChangeConditions, rateChangesInput } from '../../domain/lookups/catalogue-input.ts';
import { type RateChange, rateChange, rateChangeKind } from '../../domain/lookups/rate-changes.ts';
import { todayOf } from '../../ports/context.ts';
import { listRateChanges } from '../../usecases/lookups/list-rate-changes.ts';
import { isKnown, rateBookHeaders } from '../http/conditions.ts';
import { eachShown, orderedListReply } from '../http/list.ts';
import { dayParameter, instantParameter, parseListQuery, placeParameters } from '../http/list-filters.ts';
import { list } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { answered, commaSeparated, namesIn, pageParametersBy } from '../http/query.ts';
import { jsonOf, responseOf } from '../http/record-response.ts';
import { type Route, route } from '../http/route.ts';
import { recordSelection } from '../selections/record-selection.ts';

const rateChangeJson = jsonOf(rateChange);
const { jurisdictionIds: mostIds } = gatewayLimits;

const query = z.object({
  ...pageParametersBy(rateChangeCursor),
  ...placeParameters,
  from: dayParameter
    .optional()
    .meta({ description: 'Earliest first day of the new rate or rule, such as 2026-07-01.' }),
  to: dayParameter.optional().meta({ description: 'Latest first day of the new rate or rule.' }),
  knownSince: instantParameter.optional().meta({
    description: 'Only changes whose source was read at this time or later, in ISO 8601. A date means midnight UTC.',
  }),
  kind: commaSeparated(namesOf(rateChangeKind)).optional().meta({ description: 'What changes.' }),
  jurisdictionId: namesIn(z.array(boundedText(1, 100)).max(mostIds))
    .optional()
    .meta({
      description: `Ids of the jurisdiction that changes or of those in which a rule changes, such as MN-C053; at most ${mostIds}.`,
    }),
  ...rateChangesInput.shape,
});

const rateChangesOperation: Operation = {
  id: 'listRateChanges',
  isTagged: true,
  tag: 'Lookups',
  summary: 'List changes of rates and rules',
  description:
    'Past and announced, ordered by their first day. A first rate is listed only if it is known that there was none before. Without `limit`, the whole list is streamed; with it, the Link header leads to the next page.',
  responses: {
    200: { description: 'The changes.', schema: list(responseOf(rateChange), 'By first day.'), headers: ['Link'] },
  },
  examples: {
    southDakota: {
      summary: 'The general rate of South Dakota',
      query: { state: 'SD', kind: 'RATE', from: '2023-01-01', to: '2027-12-31' },
      status: 200,
      variables: {
        filter: {
          state: { eq: 'SD' },
          kind: { eq: 'RATE' },
          effectiveOn: { gte: '2023-01-01', lte: '2027-12-31' },
        },
      },
    },
  },
  graphql: {
    document: `query ($filter: RateChangeFilter, $zip: String, $taxCode: String, $first: Int = 100) { rateChanges(filter: $filter, zip: $zip, taxCode: $taxCode, first: $first) { nodes { ${recordSelection(rateChange)} } } }`,
    at: 'rateChanges.nodes',
  },
};

export const rateChangeRoutes: readonly Route[] = [
  route(
    'GET',
    '/v1/rate_changes',
    'tax:read',
    async (call) => {
      const { limit, cursor, zip, taxCode, ...sent } = parseListQuery(query, call.request, call.ctx.reference);
      const { country, state, states, from, to, kind, jurisdictionId, knownSince } = sent;
      const filter: RateChangeConditions = {
        country: { eq: country },
        state: { eq: state, in: states },
        effectiveOn: { gte: from, lte: to },
        kind: { in: kind },
        knownSince: { gte: knownSince?.toISOString() },
        jurisdictionId: { in: jurisdictionId },
      };
      // The list is that of the rate book, so its version decides the tag; a ZIP code may move with the day.
      const headers = rateBookHeaders(call, todayOf(call.ctx));
      if (isKnown(call.request, headers.ETag)) return { status: 304, body: null, headers };
      const changes = await answered(() => listRateChanges(call.ctx, { filter, zip, taxCode }));
      const reply = await orderedListReply<RateChange, string>(
        call,
        { limit, cursor },
        {
          name: 'rateChanges',
          pageSize: 200,
          read: async ({ limit: size, after }) => {
            const start = after === null ? 0 : changes.findIndex(({ changeId }) => changeId > after);
            return start < 0 ? [] : changes.slice(start, start + size);
          },
          render: async (rows) => eachShown(rows, rateChangeJson),
          positionOf: ({ changeId }) => changeId,
          cursorOf: encodeRateChangeCursor,
        },
      );
      return { ...reply, headers: { ...reply.headers, ...headers } };
    },
    { operation: { ...rateChangesOperation, query } },
  ),
];
