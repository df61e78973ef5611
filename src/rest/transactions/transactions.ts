import { z } from 'zod';
import { currencyInput } from '../../domain/base/currency-input.ts';
import { fullFormTag, recordTag } from '../../domain/base/etag.ts';
import { boundedText, reasonInput, serviceIdInput, sourceInput } from '../../domain/base/fields.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import type { RecordName } from '../../domain/base/record-name.ts';
import { transactionFilter } from '../../domain/lists/list-query.ts';
import {
  transactionFilingStatuses,
  transactionStatuses,
  transactionTypes,
} from '../../domain/transactions/transaction-enums.ts';
import { notingRefusal } from '../../usecases/refusals/note-refusal.ts';
import { calculateTransaction } from '../../usecases/transactions/calculate-transaction.ts';
import { cancelTransaction } from '../../usecases/transactions/cancel-transaction.ts';
import { getTransaction, getTransactionWithCustomer } from '../../usecases/transactions/get-transaction.ts';
import { upsertTransaction } from '../../usecases/transactions/upsert-transaction.ts';
import { routesAt } from '../http/addresses.ts';
import { largestDocument, readJsonOfDocument } from '../http/body.ts';
import { preconditionOf } from '../http/conditions.ts';
import { inPeriod, periodOf } from '../http/dated-query.ts';
import { dayParameter, parseListQuery, placeParameters, updatedSinceParameter } from '../http/list-filters.ts';
import { listTypes } from '../http/list-format.ts';
import { booleanParameter, commaSeparated, parseQuery } from '../http/query.ts';
import { keyOf, parseKeyedBody, pathOfKey } from '../http/record-name.ts';
import { emptyReply, type Reply, type Route, type RouteCall, route } from '../http/route.ts';
import { documentAddresses } from './document-addresses.ts';
import { documentChangeRoutes } from './document-changes.ts';
import {
  detailed,
  documentListParameters,
  listDocuments,
  listTaxLines,
  taxLineListParameters,
} from './document-list.ts';
import { documentReply, taggedDocumentReply } from './document-reply.ts';
import { historyRoutes } from './history.ts';
import { refundableRoutes } from './refundable.ts';
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

const cancelQuery = z.object({
  reason: reasonInput.optional().meta({
    description: 'Reason for the cancellation, in 1 to 256 characters; stored as cancellationReason. Default: none.',
  }),
});
const oneQuery = z.object({ detailed: detailed(true) });
const filterParameters = {
  customerId: serviceIdInput.optional().meta({ description: 'serviceId of the customer.' }),
  source: sourceInput.optional().meta({ description: 'Source of the documents.' }),
  transactionType: commaSeparated(transactionTypes)
    .optional()
    .meta({ description: `Type of the documents, one or several: ${transactionTypes.join(', ')}.` }),
  transactionStatus: commaSeparated(transactionStatuses)
    .optional()
    .meta({ description: `Status of the documents, one or several: ${transactionStatuses.join(', ')}.` }),
  transactionFilingStatus: commaSeparated(transactionFilingStatuses)
    .optional()
    .meta({ description: `Filing status, one or several: ${transactionFilingStatuses.join(', ')}.` }),
  country: placeParameters.country.meta({
    description: `${placeParameters.country.description} That of the document: its items may be taxed elsewhere.`,
  }),
  state: placeParameters.state.meta({
    description: `${placeParameters.state.description} That of the document: its items may be taxed elsewhere.`,
  }),
  createdFrom: boundedText(1, 256)
    .optional()
    .meta({ description: 'External id of the document that the documents were created from.' }),
  isOverridden: booleanParameter(null).meta({
    description:
      'true: only documents with a manual rate or an exemptionOverride, whose computedTaxAmount is the tax without them; false: only the others.',
  }),
  updatedSince: updatedSinceParameter,
  period: periodOf('the tax dates'),
  from: dayParameter.optional().meta({
    description: 'First tax date, such as 2026-07-01.',
  }),
  to: dayParameter.optional().meta({
    description: 'Last tax date, such as 2026-07-31.',
  }),
  subsidiary: boundedText(1, 256).optional().meta({ description: 'Subsidiary of the documents.' }),
  externalIdPrefix: boundedText(1, 256).optional().meta({
    description: 'How the external ids of the documents begin, in small or capital letters, such as INV-2026.',
  }),
  currency: currencyInput.optional().meta({ description: 'Currency of the documents, such as USD.' }),
};
const listQuery = z.object({ ...documentListParameters, ...filterParameters });
const taxLineQuery = z.object({ ...taxLineListParameters, ...filterParameters });

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
          const input = parseKeyedBody(deps.inputs.transaction, request, await readJsonOfDocument(request));
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
    { method: 'DELETE', needs: 'transactions:write', operation: { ...cancelOperation, query: cancelQuery } },
    async ({ ctx, request }, by) => {
      const { reason } = parseQuery(cancelQuery, request);
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
      const value = await calculateTransaction(ctx, parseInput(deps.inputs.quote, await readJsonOfDocument(request)));
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
  route(
    'GET',
    '/v1/transactions',
    'transactions:read',
    async (call) => {
      const query = parseListQuery(listQuery, call.request, call.ctx.reference);
      return listDocuments(call, query, transactionFilter(await inPeriod(query)));
    },
    { produces: Object.values(listTypes), operation: { ...listTransactionsOperation, query: listQuery } },
  ),
  route(
    'GET',
    '/v1/tax_lines',
    'transactions:read',
    async (call) => {
      const query = parseListQuery(taxLineQuery, call.request, call.ctx.reference);
      return listTaxLines(call, query, transactionFilter(await inPeriod(query)));
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
