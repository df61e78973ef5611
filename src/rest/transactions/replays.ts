import { z } from 'zod';
import { boundedText } from '../../domain/base/fields.ts';
import { encodeNewestFirstCursor, type Position } from '../../domain/lists/cursor.ts';
import { conditionsFrom } from '../../domain/lists/declared-list.ts';
import { transactionList } from '../../domain/transactions/transaction-list.ts';
import { type Replay, replay } from '../../domain/what-if/replay/replay-record.ts';
import type { StoredTransaction } from '../../ports/stores/transaction-store.ts';
import { listReplays, replayTransaction } from '../../usecases/transactions/replay-transactions.ts';
import { routesAt } from '../http/addresses.ts';
import { listParameters, twinVariables } from '../http/declared-list.ts';
import { orderedListReply } from '../http/list.ts';
import { parseListQuery } from '../http/list-filters.ts';
import { formatParameters, listTypes } from '../http/list-format.ts';
import { list } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { answered, pageParameters, parseQuery } from '../http/query.ts';
import { recordColumns } from '../http/record-columns.ts';
import { jsonOf, responseOf } from '../http/record-response.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { recordSelection } from '../selections/record-selection.ts';
import { documentAddresses } from './document-reply.ts';

const replayJson = jsonOf(replay);
const columns = recordColumns(replay);

const rateBookParameter = (byDefault: string) =>
  boundedText(1, 64)
    .default(byDefault)
    .meta({
      description: `ORIGINAL: everything as of the original calculation. CURRENT: today’s rate book, customer, exemptions, settings and exchange rates. A rate book version, such as 2026.11.25-1: that version, and everything else as of the original calculation. Default: ${byDefault}.`,
    });

const oneQuery = z.object({ rateBook: rateBookParameter('ORIGINAL') });
const listQuery = z.object({
  rateBook: rateBookParameter('CURRENT'),
  ...pageParameters('transactions'),
  ...formatParameters,
  ...listParameters(transactionList),
});

const key = { source: '9', externalId: 'INV-1' };

const refunds = 'A refund of a stored invoice keeps the figures of its invoice, whatever the rate book.';

const replayOperation: Operation = {
  id: 'getTransactionReplay',
  tag: 'Transactions',
  summary: 'Replay the calculation of a document',
  description: `Recalculates a document as submitted and reports whether every figure matches; if not, what changed and the effect of each change, applied in turn. Nothing is stored. ${refunds} The first replay with an archived rate book takes a second or two.`,
  query: oneQuery,
  responses: { 200: { description: 'The replay.', schema: responseOf(replay) } },
  problems: ['NOT_FOUND'],
  examples: {
    original: { summary: 'Original facts', path: key, status: 200 },
    current: {
      summary: 'Today’s law and settings',
      path: key,
      query: { rateBook: 'CURRENT' },
      status: 200,
    },
  },
  graphql: {
    document: `query ($by: TransactionBy!, $rateBook: String) { transaction(by: $by) { replay(rateBook: $rateBook) { ${recordSelection(replay)} } } }`,
    at: 'transaction.replay',
  },
};

const listOperation: Operation = {
  id: 'listReplays',
  tag: 'Transactions',
  summary: 'Replay the calculations of documents',
  description: `Recalculates each document as \`…/replay\` does, newest first. Nothing is stored. ${refunds} Without \`limit\`, all documents are streamed; CSV omits the changes.`,
  responses: {
    200: { description: 'The replays.', schema: list(responseOf(replay), 'Newest document first.'), headers: ['Link'] },
  },
  columns,
  examples: {
    june: {
      summary: 'A month under today’s law',
      query: { rateBook: 'CURRENT', from: '2026-06-01', to: '2026-06-30', limit: '2' },
      status: 200,
    },
  },
  graphql: {
    document: `query ($rateBook: String, $filter: TransactionFilter, $first: Int) { replays(rateBook: $rateBook, filter: $filter, first: $first) { nodes { ${recordSelection(replay)} } } }`,
    at: 'replays.nodes',
    variables: twinVariables(transactionList, ['rateBook']),
  },
};

export const replayRoutes: readonly Route[] = [
  ...routesAt(
    documentAddresses,
    { method: 'GET', below: '/replay', needs: 'transactions:read', operation: replayOperation },
    async ({ ctx, request }, by) => {
      const { rateBook } = parseQuery(oneQuery, request);
      return jsonReply(200, replayJson(await answered(() => replayTransaction(ctx, by, rateBook))));
    },
  ),
  route(
    'GET',
    '/v1/replays',
    'transactions:read',
    async (call) => {
      const { rateBook, ...query } = parseListQuery(listQuery, call.request, call.ctx.reference);
      const filter = conditionsFrom(transactionList.fields, query);
      const { read, replay: replayed } = await answered(() => listReplays(call.ctx, filter, rateBook));
      return orderedListReply<StoredTransaction, Position>(call, query, {
        name: 'transactions',
        fileName: 'replays',
        pageSize: 50,
        read,
        render: (rows) => eachReplay(replayed(rows)),
        csv: {
          columns,
          async *cellsOf(rows) {
            for await (const row of replayed(rows)) yield columns.map((column) => column.value(row));
          },
        },
        positionOf: ({ transaction }) => ({
          createdAt: transaction.internalTimestamps.createdDate,
          serviceId: transaction.serviceId,
        }),
        cursorOf: (position) => encodeNewestFirstCursor('transactions', position),
      });
    },
    { produces: Object.values(listTypes), operation: { ...listOperation, query: listQuery } },
  ),
];

async function eachReplay(replays: AsyncIterable<Replay>): Promise<unknown[]> {
  const shown: unknown[] = [];
  for await (const one of replays) shown.push(replayJson(one));
  return shown;
}
