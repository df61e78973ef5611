import type { Customer } from '../../domain/customers/customer.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { TransactionFilter, TransactionOrderField } from '../../domain/transactions/transaction-list.ts';
import type { ListedTransaction, TransactionSummary } from '../../domain/transactions/transaction-summary.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { OrderedPage, PageRequest, PartOfPage } from '../../ports/stores/page-request.ts';

/** The first documents of one page, up to a size: newest first by default, without the snapshots behind the figures. */
export function listPartOfTransactions(
  ctx: Context,
  filter: TransactionFilter,
  page: PageRequest | OrderedPage<TransactionOrderField>,
): Promise<PartOfPage<Transaction>> {
  return authorize(ctx, 'transactions:read').stores.transactions.listPart(filter, page);
}

/** One page of documents as summaries. */
export function listTransactionSummaries(
  ctx: Context,
  filter: TransactionFilter,
  page: OrderedPage<TransactionOrderField>,
): Promise<TransactionSummary[]> {
  return authorize(ctx, 'transactions:read').stores.transactions.listSummaries(filter, page);
}

/** One page of documents with the fields usually shown in lists. */
export function listShownTransactions(
  ctx: Context,
  filter: TransactionFilter,
  page: OrderedPage<TransactionOrderField>,
  onCustomer?: (customer: Customer) => void,
): Promise<ListedTransaction[]> {
  return authorize(ctx, 'transactions:read').stores.transactions.listShown(filter, page, onCustomer);
}

export function countTransactions(ctx: Context, filter: TransactionFilter): Promise<number> {
  return authorize(ctx, 'transactions:read').stores.transactions.count(filter);
}
