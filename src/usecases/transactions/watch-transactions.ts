import { fitsFilter, type TransactionChangeFilter } from '../../domain/transactions/transaction-change.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { ChangeListener } from '../../ports/stores/transaction-store.ts';

/** Reports changes to documents that match the filter until the returned function is called. */
export async function watchTransactions(
  ctx: Context,
  filter: TransactionChangeFilter,
  { changed, missed }: ChangeListener,
): Promise<() => void> {
  const { stores } = authorize(ctx, 'transactions:read');
  return stores.changes.subscribe({
    changed: (change) => {
      if (fitsFilter(change, filter)) changed(change);
    },
    missed,
  });
}
