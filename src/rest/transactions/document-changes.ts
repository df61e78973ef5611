import { fullFormTag } from '../../domain/base/etag.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { withoutNulls } from '../../domain/base/plain-object.ts';
import { recalculationInput } from '../../domain/transactions/change-input.ts';
import { conversionTarget } from '../../domain/transactions/conversion.ts';
import type { TransactionWithCustomer } from '../../ports/stores/transaction-store.ts';
import { notingRefusal } from '../../usecases/refusals/note-refusal.ts';
import { convertTransaction } from '../../usecases/transactions/convert-transaction.ts';
import { recallTransaction } from '../../usecases/transactions/get-transaction.ts';
import { patchTransaction } from '../../usecases/transactions/patch-transaction.ts';
import { recalculateTransaction } from '../../usecases/transactions/recalculate-transaction.ts';
import { routesAt } from '../http/addresses.ts';
import { largestDocument, readJson, readJsonOfDocument } from '../http/body.ts';
import { preconditionOf } from '../http/conditions.ts';
import { pathOfKey } from '../http/record-name.ts';
import type { Reply, Route } from '../http/route.ts';
import { convertOperation, patchTransactionOperation, recalculateOperation } from './document-change-operations.ts';
import { documentAddresses, documentReply } from './document-reply.ts';
import { transactionJson } from './transaction-json.ts';

/** Operations that change a stored document or derive another one from it, except storing a whole document. */
export const documentChangeRoutes: readonly Route[] = [
  ...routesAt(
    documentAddresses,
    {
      method: 'PATCH',
      needs: 'transactions:write',
      mostBytes: largestDocument,
      operation: patchTransactionOperation,
    },
    async ({ ctx, request, deps }, by) => {
      const patched = notingRefusal(
        ctx,
        () => by,
        async () => {
          const patch = parseInput(deps.inputs.transactionPatch, await readJsonOfDocument(request));
          return patchTransaction(ctx, deps.inputs, by, patch, preconditionOf(request));
        },
      );
      return changedReply(200, await patched);
    },
  ),
  ...routesAt(
    documentAddresses,
    {
      method: 'POST',
      below: '/recalculate',
      needs: 'transactions:write',
      recall: async ({ ctx }, _name, serviceId) => changedReply(200, await recallTransaction(ctx, serviceId)),
      operation: recalculateOperation,
    },
    async ({ ctx, request }, by) => {
      const asked = parseInput(recalculationInput, withoutNulls(await readJson(request)));
      return changedReply(200, await recalculateTransaction(ctx, by, asked, preconditionOf(request)));
    },
  ),
  ...routesAt(
    documentAddresses,
    {
      method: 'POST',
      below: '/convert',
      needs: 'transactions:write',
      recall: async ({ ctx }, _name, serviceId) => createdReply(201, await recallTransaction(ctx, serviceId)),
      operation: convertOperation,
    },
    async ({ ctx, request }, by) => {
      const to = parseInput(conversionTarget, withoutNulls(await readJson(request)));
      const { kind, value } = await convertTransaction(ctx, by, to, preconditionOf(request));
      return createdReply(kind === 'created' ? 201 : 200, value);
    },
  ),
];

function createdReply(status: number, value: TransactionWithCustomer): Promise<Reply> {
  return changedReply(status, value, pathOfKey('transactions', value.transaction));
}

function changedReply(status: number, value: TransactionWithCustomer, location?: string): Promise<Reply> {
  return documentReply(status, value.transaction, () => transactionJson(value.transaction, value), {
    ETag: fullFormTag(value.transaction, value.customer),
    ...(location && { Location: location }),
  });
}
