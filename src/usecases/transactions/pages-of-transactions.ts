import type { TransactionFilter } from '../../domain/lists/record-filter.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { TransactionStore } from '../../ports/stores/transaction-store.ts';

const pageSize = 100;

/** All documents of a filter, newest first, a page at a time. */
export async function* pagesOfTransactions(transactions: Pick<TransactionStore, 'list'>, filter: TransactionFilter) {
  let last: Transaction | undefined;
  do {
    const after = last && { createdAt: last.internalTimestamps.createdDate, serviceId: last.serviceId };
    const page = await transactions.list(filter, { limit: pageSize, after: after ?? null });
    yield page;
    last = page.length === pageSize ? page.at(-1) : undefined;
  } while (last);
}
