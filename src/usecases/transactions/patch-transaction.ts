import { underFractionName } from '../../domain/base/fraction-names.ts';
import { parseDocument } from '../../domain/base/parse-input.ts';
import { mergePatch } from '../../domain/base/plain-object.ts';
import { type Precondition, requireExpected } from '../../domain/base/precondition.ts';
import { type RecordName, requireSameKey } from '../../domain/base/record-name.ts';
import type { Inputs } from '../../domain/input-schemas.ts';
import { underProductCodes } from '../../domain/transactions/item-product.ts';
import { declaredInput, withItemsAsSent } from '../../domain/transactions/submitted-input.ts';
import type { TransactionPatch } from '../../domain/transactions/transaction-input.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { TransactionWithCustomer } from '../../ports/stores/transaction-store.ts';
import { currentSettings } from '../account/account.ts';
import { inputDefaults } from '../assessment/request/input-defaults.ts';
import { findProductCodes } from '../products/product-codes.ts';
import { transactionRevision } from '../writing/current-revision.ts';
import { overtakenIfChanged, retryOnConflict } from '../writing/optimistic-lock.ts';
import { recordOf } from '../writing/writer-queue.ts';
import { createYield } from '../writing/yield-to-event-loop.ts';
import { findTransaction } from './get-transaction.ts';
import { upsertTransaction } from './upsert-transaction.ts';

/**
 * Applies a JSON merge patch to the declared input of a document and stores the result like a PUT. The result must be a
 * valid document, and it is recalculated only if a tax-relevant fact has changed.
 */
export function patchTransaction(
  ctx: Context,
  inputs: Inputs,
  by: RecordName,
  patch: TransactionPatch,
  precondition?: Precondition,
): Promise<TransactionWithCustomer> {
  const session = authorize(ctx, 'transactions:write');
  const { customers, transactions } = session.stores;
  return retryOnConflict(recordOf(session, 'patch transaction', JSON.stringify(by)), async () => {
    const [{ transaction }, settings] = await Promise.all([
      findTransaction(transactions, by),
      currentSettings(session),
    ]);
    if (precondition) {
      requireExpected(precondition, await transactionRevision(transaction, precondition, customers));
    }
    const { source, externalId, version } = transaction;
    const declared = declaredInput(transaction, inputDefaults(ctx.reference, settings));
    const merged = mergePatch(declared, underFractionName(patch, 'refundFraction'));
    const parsed = await parseDocument(inputs.transaction, merged, createYield());
    const input =
      patch.items === undefined
        ? withItemsAsSent(parsed, underProductCodes(declared, await findProductCodes(session.stores, [declared])))
        : parsed;
    requireSameKey({ source, externalId }, input);
    return overtakenIfChanged(async () => (await upsertTransaction(ctx, input, { kind: 'version', version })).value);
  });
}
