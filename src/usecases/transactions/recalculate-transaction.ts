import { type Precondition, requireExpected } from '../../domain/base/precondition.ts';
import type { RecordName } from '../../domain/base/record-name.ts';
import { underProductCodes } from '../../domain/transactions/item-product.ts';
import { withInvoiceCodes } from '../../domain/transactions/refund/complete-input.ts';
import { declaredInput } from '../../domain/transactions/submitted-input.ts';
import type { Reporting } from '../../domain/transactions/transaction-enums.ts';
import { authorize, type Context, type Session } from '../../ports/context.ts';
import type { StoredTransaction, TransactionWithCustomer } from '../../ports/stores/transaction-store.ts';
import { currentSettings } from '../account/account.ts';
import { calculateDocument } from '../assessment/calculate-document.ts';
import { inputDefaults } from '../assessment/request/input-defaults.ts';
import { loadCalculationFacts } from '../assessment/request/load-calculation-facts.ts';
import { findProductCodes } from '../products/product-codes.ts';
import { reportInPeriod } from '../returns/report-in-period.ts';
import { transactionRevision } from '../writing/current-revision.ts';
import { retryOnConflict } from '../writing/optimistic-lock.ts';
import { recordOf } from '../writing/writer-queue.ts';
import { findTransaction } from './get-transaction.ts';
import { filedError, replaceStored } from './replace-stored.ts';
import { recalculated } from './transaction-changes.ts';

type Recalculation = {
  readonly reason: string;
  /** The requested reporting period. By default, the document remains in its period if its place does not change. */
  readonly reporting?: Reporting | null | undefined;
};

/**
 * Recalculates a stored document from its declared input and tax date, with the current rate book, certificates and
 * settings. The previous calculation remains in the history. An invoice must still cover its refunds. A refund of an
 * invoice always uses the figures of the invoice.
 */
export function recalculateTransaction(
  ctx: Context,
  by: RecordName,
  asked: Recalculation,
  precondition?: Precondition,
): Promise<TransactionWithCustomer> {
  const session = authorize(ctx, 'transactions:write');
  const { customers, transactions } = session.stores;
  return retryOnConflict(recordOf(session, 'recalculate transaction', JSON.stringify(by)), async () => {
    const stored = await findTransaction(transactions, by);
    if (precondition) {
      requireExpected(precondition, await transactionRevision(stored.transaction, precondition, customers));
    }
    if (stored.transaction.transactionFilingStatus === 'FILED') throw await filedError(ctx, session, stored);
    return recalculateStored(ctx, session, stored, asked);
  });
}

/** Recalculates a document; null if another request changed it, or changed the refunded invoice. */
async function recalculateStored(
  ctx: Context,
  session: Session,
  stored: StoredTransaction,
  { reason, reporting }: Recalculation,
): Promise<TransactionWithCustomer | null> {
  const { transaction, digests } = stored;
  const { reference } = ctx;
  const declared = declaredInput(transaction, inputDefaults(reference, await currentSettings(session)));
  const { facts, refunded } = await loadCalculationFacts(session, declared, null);
  const input = refunded
    ? withInvoiceCodes(declared, refunded.invoice.transaction)
    : underProductCodes(declared, await findProductCodes(session.stores, [declared]));
  const { customer } = facts;
  if (!customer) throw new Error(`Customer ${transaction.customerId} does not exist.`);
  const calculation = await calculateDocument(ctx, { ...facts, input, customer, reference }, refunded);
  const outcome = recalculated(transaction, input, calculation, reference.version, ctx.now());
  const changed = {
    ...outcome,
    transaction: { ...outcome.transaction, recalculationReason: reason },
    digests, // The input is unchanged, so sending the original request again has no effect.
  };
  const replaced = await reportInPeriod(session, { ...facts, reference, reporting }, changed, stored);
  const isWritten = await replaceStored(ctx, session, stored, replaced, refunded);
  return isWritten ? { ...replaced, customer } : null;
}
