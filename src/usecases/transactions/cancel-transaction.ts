import { AppError } from '../../domain/base/errors.ts';
import { type Precondition, requireExpected } from '../../domain/base/precondition.ts';
import type { NaturalKey } from '../../domain/base/record-name.ts';
import { requireRefundsCovered } from '../../domain/transactions/refund/refunded-invoice-change.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { transactionRevision } from '../writing/current-revision.ts';
import { retryOnConflict } from '../writing/optimistic-lock.ts';

/** Cancels a document, never erases it; cancelling it again changes nothing. */
export function cancelTransaction(ctx: Context, key: NaturalKey, precondition?: Precondition): Promise<Transaction> {
  const { customers, transactions } = authorize(ctx, 'transactions:write').stores;
  return retryOnConflict(async () => {
    const stored = await transactions.findByKey(key);
    if (!stored) throw new AppError('NOT_FOUND', 'There is no such transaction.');
    if (precondition) {
      requireExpected(precondition, await transactionRevision(stored.transaction, precondition, customers));
    }
    if (stored.transaction.transactionStatus === 'CANCELLED') return stored.transaction;
    if (stored.transaction.transactionFilingStatus === 'FILED') {
      throw new AppError('TRANSACTION_FILED', 'The document is filed; set it to NOT_FILED before cancelling it.');
    }
    const transaction: Transaction = {
      ...stored.transaction,
      transactionStatus: 'CANCELLED',
      internalTimestamps: { ...stored.transaction.internalTimestamps, updatedDate: ctx.now() },
      version: stored.transaction.version + 1,
    };
    if (transaction.transactionType === 'INVOICE') {
      requireRefundsCovered(transaction, await transactions.findRefunds(transaction));
    }
    const isWritten = await transactions.replace({ ...stored, transaction }, stored.transaction.version);
    return isWritten ? transaction : null;
  });
}
