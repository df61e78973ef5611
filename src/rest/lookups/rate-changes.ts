import { z } from 'zod';
import { encodeRateChangeCursor, rateChangeCursor } from '../../domain/lists/cursor.ts';
import { conditionsFrom } from '../../domain/lists/declared-list.ts';
import { rateChangesInput } from '../../domain/lookups/catalogue-input.ts';
import { type RateChange, rateChange, rateChangeList } from '../../domain/lookups/rate-changes.ts';
import { todayOf } from '../../ports/context.ts';
import { listRateChanges } from '../../usecases/lookups/list-rate-changes.ts';
import { isKnown, rateBookHeaders } from '../http/conditions.ts';
import { listParameters, streamed, twinVariables } from '../http/declared-list.ts';
import { eachShown, orderedListReply, pagesOf } from '../http/list.ts';
import { parseListQuery } from '../http/list-filters.ts';
import { list } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { answered, pageParametersBy } from '../http/query.ts';
import { jsonOf, responseOf } from '../http/record-response.ts';
import { type Route, route } from '../http/route.ts';
import { recordSelection } from '../selections/record-selection.ts';

const rateChangeJson = jsonOf(rateChange);

const query = z.object({
  ...pageParametersBy(rateChangeCursor),
  ...listParameters(rateChangeList),
  ...rateChangesInput.shape,
});

const rateChangesOperation: Operation = {
  id: 'listRateChanges',
  isTagged: true,
  tag: 'Lookups',
  summary: 'List changes to rates and rules',
  description: `${rateChangeList.description} ${streamed}`,
  responses: {
    200: {
      description: 'The changes.',
      schema: list(responseOf(rateChange), 'Ordered by first day.'),
      headers: ['Link'],
    },
  },
  examples: {
    southDakota: {
      summary: 'The general rate of South Dakota',
      query: { state: 'SD', kind: 'RATE', from: '2023-01-01', to: '2027-12-31' },
      status: 200,
    },
  },
  graphql: {
    document: `query ($filter: RateChangeFilter, $zip: String, $taxCode: String, $inVersion: Int, $first: Int = 100) { rateChanges(filter: $filter, zip: $zip, taxCode: $taxCode, inVersion: $inVersion, first: $first) { nodes { ${recordSelection(rateChange)} } } }`,
    at: 'rateChanges.nodes',
    variables: twinVariables(rateChangeList, ['zip', 'taxCode', 'inVersion']),
  },
};

export const rateChangeRoutes: readonly Route[] = [
  route(
    'GET',
    '/v1/rate_changes',
    'tax:read',
    async (call) => {
      const asked = parseListQuery(query, call.request, call.ctx.reference);
      const { limit, cursor, zip, taxCode, inVersion } = asked;
      const filter = conditionsFrom(rateChangeList.fields, asked);
      // The list depends on the rate book version, and the place of a ZIP code may depend on the day: the tag includes
      // both.
      const headers = rateBookHeaders(call, todayOf(call.ctx));
      if (isKnown(call.request, headers.ETag)) return { status: 304, body: null, headers };
      const changes = await answered(() => listRateChanges(call.ctx, { filter, zip, taxCode, inVersion }));
      const reply = await orderedListReply<RateChange, string>(
        call,
        { limit, cursor },
        {
          name: 'rateChanges',
          pageSize: 200,
          read: pagesOf(changes, ({ changeId }) => changeId),
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
