import { authorize, type Context } from '../context.ts';
import { AppError } from '../domain/errors.ts';
import type { StoredTransaction } from '../stores/stores.ts';
import type { RecordName } from './get-customer.ts';

/** The document as it was calculated; nothing in it changes by being read. */
export async function getTransaction(ctx: Context, by: RecordName): Promise<StoredTransaction> {
  const { transactions } = authorize(ctx, 'transactions:read').stores;
  const stored = 'serviceId' in by ? await transactions.findById(by.serviceId) : await transactions.findByKey(by.key);
  if (!stored) throw new AppError('NOT_FOUND', 'There is no such transaction.');
  return stored;
}
