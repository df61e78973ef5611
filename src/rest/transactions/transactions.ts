import { z } from 'zod';
import { fullFormTag, recordTag } from '../../domain/base/etag.ts';
import { parseDocument } from '../../domain/base/parse-input.ts';
import type { RecordName } from '../../domain/base/record-name.ts';
import { conditionsFrom } from '../../domain/lists/declared-list.ts';
import { cancellationInput } from '../../domain/transactions/change-input.ts';
import { transactionList } from '../../domain/transactions/transaction-list.ts';
import { notingRefusal } from '../../usecases/refusals/note-refusal.ts';
import { calculateTransaction } from '../../usecases/transactions/calculate-transaction.ts';
import { cancelTransaction } from '../../usecases/transactions/cancel-transaction.ts';
import { getTransaction, getTransactionWithCustomer } from '../../usecases/transactions/get-transaction.ts';
import { upsertTransaction } from '../../usecases/transactions/upsert-transaction.ts';
import { createYield } from '../../usecases/writing/yield-to-event-loop.ts';
import { routesAt } from '../http/addresses.ts';
import { largestDocument, readJsonOfDocument } from '../http/body.ts';
import { preconditionOf } from '../http/conditions.ts';
import { listParameters } from '../http/declared-list.ts';
import { parseListQuery } from '../http/list-filters.ts';
import { listTypes } from '../http/list-format.ts';
import { parseQuery } from '../http/query.ts';
import { keyOf, parseKeyedBody, pathOfKey } from '../http/record-name.ts';
import { emptyReply, type Reply, type Route, type RouteCall, route } from '../http/route.ts';
import { documentChangeRoutes } from './document-changes.ts';
import {
  detailed,
  documentListParameters,
  listDocuments,
  listTaxLines,
  taxLineListParameters,
} from './document-list.ts';
import { documentAddresses, documentReply, taggedDocumentReply } from './document-reply.ts';
import { historyRoutes } from './history.ts';
import { refundableRoutes } from './refundable.ts';
import { replayRoutes } from './replays.ts';
import { scenarioRoute } from './scenarios.ts';
import { transactionBatchRoute } from './transaction-batch.ts';
import { quoteJson, thinTransactionJson, transactionJson } from './transaction-json.ts';
import {
  calculateOperation,
  cancelOperation,
  getTransactionOperation,
  listTaxLinesOperation,
  listTransactionsOperation,
  putTransaction,
} from './transaction-operations.ts';

const oneQuery = z.object({ detailed: detailed(true) });
const listQuery = z.object({ ...documentListParameters, ...listParameters(transactionList) });
const taxLineQuery = z.object({ ...taxLineListParameters, ...listParameters(transactionList) });

export const transactionRoutes: readonly Route[] = [
  ...routesAt(
    documentAddresses,
    { method: 'GET', needs: 'transactions:read', operation: { ...getTransactionOperation, query: oneQuery } },
    getOne,
  ),
  route(
    'PUT',
    '/v1/transactions/source/:source/externalId/:externalId',
    'transactions:write',
    async ({ ctx, request, deps }) => {
      const { kind, value } = await notingRefusal(
        ctx,
        () => ({ key: keyOf(request) }),
        async () => {
          const input = await parseKeyedBody(deps.inputs.transaction, request, await readJsonOfDocument(request));
          return upsertTransaction(ctx, input, preconditionOf(request));
        },
      );
      const headers = {
        Location: pathOfKey('transactions', value.transaction),
        ETag: fullFormTag(value.transaction, value.customer),
      };
      const show = () => transactionJson(value.transaction, value);
      return documentReply(kind === 'created' ? 201 : 200, value.transaction, show, headers);
    },
    { mostBytes: largestDocument, operation: putTransaction },
  ),
  ...routesAt(
    documentAddresses,
    { method: 'DELETE', needs: 'transactions:write', operation: { ...cancelOperation, query: cancellationInput } },
    async ({ ctx, request }, by) => {
      const { reason } = parseQuery(cancellationInput, request);
      await cancelTransaction(ctx, by, { precondition: preconditionOf(request), reason });
      return emptyReply;
    },
  ),
  route(
    'POST',
    '/v1/transactions/calculate',
    'tax:read',
    async ({ ctx, request, deps }) => {
      const { detailed } = parseQuery(oneQuery, request);
      const value = await calculateTransaction(
        ctx,
        await parseDocument(deps.inputs.quote, await readJsonOfDocument(request), createYield()),
      );
      return documentReply(200, value.transaction, () => quoteJson(value.transaction, detailed ? value : null));
    },
    {
      mostBytes: largestDocument,
      storesNothing: true,
      operation: { ...calculateOperation, query: oneQuery },
    },
  ),
  scenarioRoute,
  transactionBatchRoute,
  ...refundableRoutes,
  ...documentChangeRoutes,
  ...historyRoutes,
  ...replayRoutes,
  route(
    'GET',
    '/v1/transactions',
    'transactions:read',
    async (call) => {
      const query = parseListQuery(listQuery, call.request, call.ctx.reference);
      return listDocuments(call, query, conditionsFrom(transactionList.fields, query));
    },
    { produces: Object.values(listTypes), operation: { ...listTransactionsOperation, query: listQuery } },
  ),
  route(
    'GET',
    '/v1/tax_lines',
    'transactions:read',
    async (call) => {
      const query = parseListQuery(taxLineQuery, call.request, call.ctx.reference);
      return listTaxLines(call, query, conditionsFrom(transactionList.fields, query));
    },
    { produces: Object.values(listTypes), operation: { ...listTaxLinesOperation, query: taxLineQuery } },
  ),
];

async function getOne({ ctx, request }: RouteCall, by: RecordName): Promise<Reply> {
  const { detailed } = parseQuery(oneQuery, request);
  if (!detailed) {
    const { transaction } = await getTransaction(ctx, by);
    return taggedDocumentReply(request, transaction, recordTag(transaction), () => thinTransactionJson(transaction));
  }
  const { transaction, ...details } = await getTransactionWithCustomer(ctx, by);
  const tag = fullFormTag(transaction, details.customer);
  return taggedDocumentReply(request, transaction, tag, () => transactionJson(transaction, details));
}
