import { z } from 'zod';
import { sourceInput } from '../../domain/base/fields.ts';
import { documentRefusal, type RefusalRecord, refusalCodes } from '../../domain/refusals/refusal.ts';
import { listRefusals } from '../../usecases/refusals/list-refusals.ts';
import { eachShown, listReply } from '../http/list.ts';
import { list } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { commaSeparated, pageParameters, parseQuery } from '../http/query.ts';
import { jsonOf, responseOf } from '../http/record-response.ts';
import { type Route, route } from '../http/route.ts';
import { recordSelection } from '../selections/record-selection.ts';

const refusalJson = jsonOf(documentRefusal);

const listQuery = z.object({
  ...pageParameters('refusals'),
  source: sourceInput.optional().meta({ description: 'Source of the documents.' }),
  code: commaSeparated(refusalCodes)
    .optional()
    .meta({ description: `Code of the last error, one or several: ${refusalCodes.join(', ')}.` }),
});

const listRefusalsOperation: Operation = {
  id: 'listRefusals',
  tag: 'Transactions',
  summary: 'List refused documents',
  description:
    'Documents that were refused in the last 30 days and have not been stored since, the last refused first; of a tenant at most the newest 1,000. A document has one entry, with its last error and how often it was refused. Only errors that the sender must mend count. A refusal appears within a second. Without `limit`, the whole list is streamed; with it, the Link header leads to the next page.',
  query: listQuery,
  responses: {
    200: {
      description: 'The refusals.',
      schema: list(responseOf(documentRefusal), 'The last refused first.'),
      headers: ['Link'],
    },
  },
  examples: {
    bySource: {
      summary: 'Those of a source',
      query: { source: '1', limit: '10' },
      status: 200,
      variables: { first: 10, filter: { source: { eq: '1' } } },
    },
  },
  graphql: {
    document: `query ($first: Int, $filter: RefusalFilter) { refusals(first: $first, filter: $filter) { nodes { ${recordSelection(documentRefusal)} } } }`,
    at: 'refusals.nodes',
  },
};

export const refusalRoutes: readonly Route[] = [
  route(
    'GET',
    '/v1/refusals',
    'transactions:read',
    (call) => {
      const { source, code, ...page } = parseQuery(listQuery, call.request);
      return listReply<RefusalRecord>(call, page, {
        name: 'refusals',
        pageSize: 200,
        read: (part) => listRefusals(call.ctx, { source: { eq: source }, code: { in: code } }, part),
        render: async (refusals) => eachShown(refusals, refusalJson),
      });
    },
    { operation: listRefusalsOperation },
  ),
];
