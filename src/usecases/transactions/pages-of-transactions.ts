import type { Position } from '../../domain/lists/cursor.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { TransactionFilter } from '../../domain/transactions/transaction-list.ts';
import type { TransactionStore } from '../../ports/stores/transaction-store.ts';

const pageSize = 100;

/** All documents matching a filter, newest first, a page at a time; a page of long documents is shorter. */
export async function* pagesOfTransactions(
  transactions: Pick<TransactionStore, 'listPart'>,
  filter: TransactionFilter,
) {
  let last: Transaction | undefined;
  do {
    const { rows, isCut } = await transactions.listPart(filter, {
      limit: pageSize,
      after: last ? positionOf(last) : null,
    });
    yield rows;
    last = isCut || rows.length === pageSize ? rows.at(-1) : undefined;
  } while (last);
}

export function positionOf({ internalTimestamps, serviceId }: Transaction): Position {
  return { createdAt: internalTimestamps.createdDate, serviceId };
}
