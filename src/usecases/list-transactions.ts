import { authorize, type Context } from '../context.ts';
import type { Transaction } from '../domain/transaction.ts';
import type { PageRequest, TransactionFilter } from '../stores/stores.ts';

/** One page, newest first, without the snapshots behind the figures. */
export function listTransactions(ctx: Context, filter: TransactionFilter, page: PageRequest): Promise<Transaction[]> {
  return authorize(ctx, 'transactions:read').stores.transactions.list(filter, page);
}

export function countTransactions(ctx: Context, filter: TransactionFilter): Promise<number> {
  return authorize(ctx, 'transactions:read').stores.transactions.count(filter);
}
