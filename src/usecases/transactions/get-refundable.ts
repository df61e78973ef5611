import { AppError } from '../../domain/base/errors.ts';
import type { RecordName } from '../../domain/base/record-name.ts';
import { type Refundable, refundableOf } from '../../domain/transactions/refund/refundable.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { findTransaction } from './get-transaction.ts';

/**
 * The amounts of an invoice that can still be refunded, by line and in total. Throws `NOT_FOUND` unless it is an
 * invoice.
 */
export async function getRefundable(ctx: Context, by: RecordName): Promise<Refundable> {
  const { transactions } = authorize(ctx, 'transactions:read').stores;
  const { transaction } = await findTransaction(transactions, by);
  const [refunds = []] = await transactions.findRefundsOf([transaction]);
  const refundable = refundableOf(transaction, refunds);
  if (refundable) return refundable;
  const { externalId, transactionType } = transaction;
  throw new AppError('NOT_FOUND', `${externalId} has the type ${transactionType}. Only an INVOICE can be refunded.`);
}
