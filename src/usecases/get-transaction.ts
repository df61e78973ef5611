import { authorize, type Context } from '../context.ts';
import type { StoredTransaction } from '../stores/stores.ts';
import { findTransaction } from './find-transaction.ts';
import type { RecordName } from './get-customer.ts';

/** The document as it was calculated; nothing in it changes by being read. */
export async function getTransaction(ctx: Context, by: RecordName): Promise<StoredTransaction> {
  return findTransaction(authorize(ctx, 'transactions:read').stores.transactions, by);
}
