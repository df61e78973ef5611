import type { RecordName } from '../../domain/base/record-name.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { StoredTransaction } from '../../ports/stores/transaction-store.ts';
import { findTransaction } from './find-transaction.ts';

/** The document as it was calculated; nothing in it changes by being read. */
export async function getTransaction(ctx: Context, by: RecordName): Promise<StoredTransaction> {
  return findTransaction(authorize(ctx, 'transactions:read').stores.transactions, by);
}
