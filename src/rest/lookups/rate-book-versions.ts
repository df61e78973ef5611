import { z } from 'zod';
import { encodeRateBookDifferenceCursor, rateBookDifferenceCursor } from '../../domain/lists/cursor.ts';
import {
  type RateBookDifference,
  rateBookDifference,
  rateBookDifferencesInput,
  rateBookVersion,
  rateUpdates,
} from '../../domain/lookups/rate-book-versions.ts';
import {
  compareRateBooks,
  describeRateUpdates,
  listRateBookVersions,
} from '../../usecases/lookups/rate-book-versions.ts';
import { eachShown, orderedListReply, pagesOf } from '../http/list.ts';
import { list } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { answered, pageParametersBy, parseQuery } from '../http/query.ts';
import { jsonOf, responseOf } from '../http/record-response.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { recordSelection } from '../selections/record-selection.ts';

const versionJson = jsonOf(rateBookVersion);
const differenceJson = jsonOf(rateBookDifference);
const updatesJson = jsonOf(rateUpdates);

const versionsOperation: Operation = {
  id: 'listRateBookVersions',
  tag: 'Lookups',
  summary: 'List the versions of the rate book',
  description: 'Newest first. The last version is the data shipped with the product.',
  responses: { 200: { description: 'The versions.', schema: list(responseOf(rateBookVersion), 'Newest first.') } },
  examples: {},
  graphql: {
    document: `query { rateBookVersions(first: 100) { nodes { ${recordSelection(rateBookVersion)} } } }`,
    at: 'rateBookVersions.nodes',
  },
};

const query = z.object({ ...pageParametersBy(rateBookDifferenceCursor), ...rateBookDifferencesInput.shape });

const differencesOperation: Operation = {
  id: 'listRateBookDifferences',
  tag: 'Lookups',
  summary: 'Compare two versions of the rate book',
  description:
    'Each version is combined with the data shipped with this release. Jurisdictions without rates are ignored. Without `limit`, the whole list is streamed; with it, the Link header points to the next page.',
  responses: {
    200: {
      description: 'The differences.',
      schema: list(responseOf(rateBookDifference), 'Ordered by country and jurisdiction.'),
      headers: ['Link'],
    },
  },
  examples: {},
  graphql: {
    document: `query ($from: Int!, $to: Int!) { rateBookDifferences(fromVersion: $from, toVersion: $to, first: 100) { nodes { ${recordSelection(rateBookDifference)} } } }`,
    at: 'rateBookDifferences.nodes',
  },
};

const updatesOperation: Operation = {
  id: 'getRateUpdates',
  tag: 'Lookups',
  summary: 'List installed but inactive rate books',
  description:
    '`GET /v1/rate_changes?inVersion=` lists the changes in an update, and `/effect` of each change shows its effect on the account. An operator activates the update.',
  responses: { 200: { description: 'The updates.', schema: responseOf(rateUpdates) } },
  examples: {},
  graphql: {
    document: `query { rateUpdates { ${recordSelection(rateUpdates)} } }`,
    at: 'rateUpdates',
  },
};

export const rateBookVersionRoutes: readonly Route[] = [
  route(
    'GET',
    '/v1/rate_book_versions',
    'tax:read',
    async ({ ctx }) => jsonReply(200, (await listRateBookVersions(ctx)).map(versionJson)),
    { operation: versionsOperation },
  ),
  route(
    'GET',
    '/v1/rate_book_differences',
    'tax:read',
    async (call) => {
      const { limit, cursor, ...pair } = parseQuery(query, call.request);
      const found = await answered(() => compareRateBooks(call.ctx, pair));
      return orderedListReply<RateBookDifference, string>(
        call,
        { limit, cursor },
        {
          name: 'rateBookDifferences',
          pageSize: 200,
          read: pagesOf(found, ({ key }) => key),
          render: async (rows) => eachShown(rows, differenceJson),
          positionOf: ({ key }) => key,
          cursorOf: encodeRateBookDifferenceCursor,
        },
      );
    },
    { operation: { ...differencesOperation, query } },
  ),
  route(
    'GET',
    '/v1/rate_updates',
    'tax:read',
    async ({ ctx }) => jsonReply(200, updatesJson(await describeRateUpdates(ctx))),
    { operation: updatesOperation },
  ),
];
