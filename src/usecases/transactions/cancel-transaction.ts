import { type Precondition, requireExpected } from '../../domain/base/precondition.ts';
import type { RecordName } from '../../domain/base/record-name.ts';
import { changedAt } from '../../domain/base/timestamps.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { transactionRevision } from '../writing/current-revision.ts';
import { retryOnConflict } from '../writing/optimistic-lock.ts';
import { recordOf } from '../writing/writer-queue.ts';
import { findTransaction } from './get-transaction.ts';
import { filedError, replaceStored } from './replace-stored.ts';

type Cancellation = {
  readonly precondition?: Precondition | undefined;
  /** The reason, shown to later readers. */
  readonly reason?: string | null | undefined;
};

/** Cancels a document, which remains stored. Cancelling it again changes nothing, even with another reason. */
export function cancelTransaction(
  ctx: Context,
  by: RecordName,
  { precondition, reason }: Cancellation = {},
): Promise<Transaction> {
  const session = authorize(ctx, 'transactions:write');
  const { customers, transactions } = session.stores;
  return retryOnConflict(recordOf(session, 'transaction', ...nameOf(by)), async () => {
    const stored = await findTransaction(transactions, by);
    if (precondition) {
      requireExpected(precondition, await transactionRevision(stored.transaction, precondition, customers));
    }
    if (stored.transaction.transactionStatus === 'CANCELLED') return stored.transaction;
    if (stored.transaction.transactionFilingStatus === 'FILED') throw await filedError(ctx, session, stored);
    const transaction: Transaction = {
      ...stored.transaction,
      transactionStatus: 'CANCELLED',
      ...(reason != null && { cancellationReason: reason }),
      internalTimestamps: changedAt(stored.transaction.internalTimestamps, ctx.now()),
      version: stored.transaction.version + 1,
    };
    const isWritten = await replaceStored(ctx, session, stored, { ...stored, transaction });
    return isWritten ? transaction : null;
  });
}

/** A request by key waits for other writers of the document. */
function nameOf(by: RecordName): string[] {
  return 'key' in by ? [by.key.source, by.key.externalId] : [by.serviceId];
}
