import { fullFormTag } from '../../domain/base/etag.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { withoutNulls } from '../../domain/base/plain-object.ts';
import { conversionTarget } from '../../domain/transactions/conversion.ts';
import type { TransactionWithCustomer } from '../../ports/stores/transaction-store.ts';
import { convertTransaction } from '../../usecases/transactions/convert-transaction.ts';
import { patchTransaction } from '../../usecases/transactions/patch-transaction.ts';
import { recalculateTransaction } from '../../usecases/transactions/recalculate-transaction.ts';
import { largestDocument, readJson, readJsonOfDocument } from '../http/body.ts';
import { preconditionOf } from '../http/conditions.ts';
import { documentPath, keyOf, pathOfKey } from '../http/record-name.ts';
import { jsonReply, type Reply, type Route, route } from '../http/route.ts';
import {
  convertOperation,
  patchTransactionOperation,
  recalculateOperation,
  recalculationInput,
} from './document-change-operations.ts';
import { transactionJson } from './transaction-json.ts';

/** Operations that change a stored document or derive another one from it. Storing a whole document is not one of them. */
export const documentChangeRoutes: readonly Route[] = [
  route(
    'PATCH',
    documentPath,
    'transactions:write',
    async ({ ctx, request, deps }) => {
      const { serviceId, internalTimestamps, ...patch } = parseInput(
        deps.inputs.transactionPatch,
        await readJsonOfDocument(request),
      );
      const by = { key: keyOf(request) };
      return documentReply(200, await patchTransaction(ctx, deps.inputs, by, patch, preconditionOf(request)));
    },
    { mostBytes: largestDocument, operation: patchTransactionOperation },
  ),
  route(
    'POST',
    `${documentPath}/recalculate`,
    'transactions:write',
    async ({ ctx, request }) => {
      const { reason } = parseInput(recalculationInput, withoutNulls(await readJson(request)));
      const by = { key: keyOf(request) };
      return documentReply(200, await recalculateTransaction(ctx, by, reason, preconditionOf(request)));
    },
    { operation: recalculateOperation },
  ),
  route(
    'POST',
    `${documentPath}/convert`,
    'transactions:write',
    async ({ ctx, request }) => {
      const to = parseInput(conversionTarget, withoutNulls(await readJson(request)));
      const { kind, value } = await convertTransaction(ctx, { key: keyOf(request) }, to, preconditionOf(request));
      return documentReply(kind === 'created' ? 201 : 200, value, pathOfKey('transactions', value.transaction));
    },
    { operation: convertOperation },
  ),
];

function documentReply(status: number, value: TransactionWithCustomer, location?: string): Reply {
  return jsonReply(status, transactionJson(value.transaction, value), {
    ETag: fullFormTag(value.transaction, value.customer),
    ...(location && { Location: location }),
  });
}
