import type { Customer } from '../../domain/customers/customer.ts';
import type { Position } from '../../domain/lists/cursor.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { TransactionFilter, TransactionOrderField } from '../../domain/transactions/transaction-list.ts';
import type { RecordedTransaction } from '../../domain/transactions/transaction-snapshot.ts';
import type { ListedTransaction, TransactionSummary } from '../../domain/transactions/transaction-summary.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { OrderedPage, PageRequest, PartOfPage } from '../../ports/stores/page-request.ts';
import type { TransactionStore } from '../../ports/stores/transaction-store.ts';

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

export type TransactionWithDetails = RecordedTransaction & { readonly customer: Customer };

/**
 * The customers and snapshots of these documents, in two statements. Bypasses the loaders of the request, which would
 * keep every record of a long list.
 */
export async function loadDetails(
  ctx: Context,
  transactions: readonly Transaction[],
): Promise<readonly TransactionWithDetails[]> {
  const { stores } = authorize(ctx, 'transactions:read');
  const [snapshots, customers] = await Promise.all([
    stores.transactions.findSnapshots(transactions.map(({ serviceId }) => serviceId)),
    stores.customers.findMany([...new Set(transactions.map(({ customerId }) => customerId))]),
  ]);
  const customerById = new Map(customers.map((customer) => [customer.serviceId, customer]));
  return transactions.map((transaction) => {
    const snapshot = snapshots.get(transaction.serviceId);
    const customer = customerById.get(transaction.customerId);
    if (!snapshot || !customer) throw new Error(`Transaction ${transaction.serviceId} has no snapshot or customer.`);
    return { transaction, snapshot, customer };
  });
}

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
