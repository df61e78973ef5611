import { AppError, notFound } from '../../domain/base/errors.ts';
import type { RecordName } from '../../domain/base/record-name.ts';
import { type Refundable, refundableOf } from '../../domain/transactions/refund/refundable.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type {
  ShownTransaction,
  StoredTransaction,
  TransactionStore,
  TransactionWithCustomer,
} from '../../ports/stores/transaction-store.ts';
import type { TenantStores } from '../../ports/stores.ts';

/** The document as it was calculated, with its frozen snapshot; reading it changes nothing. */
export async function getTransaction(ctx: Context, by: RecordName): Promise<StoredTransaction> {
  return findTransaction(authorize(ctx, 'transactions:read').stores.transactions, by);
}

/** The document with its customer, which is part of the full form. */
export async function getTransactionWithCustomer(ctx: Context, by: RecordName): Promise<TransactionWithCustomer> {
  return findTransactionWithCustomer(authorize(ctx, 'transactions:read').stores, by);
}

/** The fields of the document shown in lists, optionally with its customer. */
export async function getShownTransaction(
  ctx: Context,
  by: RecordName,
  { withCustomer }: { readonly withCustomer: boolean },
): Promise<ShownTransaction> {
  const found = await authorize(ctx, 'transactions:read').stores.transactions.findShown(by, { withCustomer });
  if (!found) throw notFound('TRANSACTION', by);
  return found;
}

async function findTransactionWithCustomer(
  { transactions }: Pick<TenantStores, 'transactions'>,
  by: RecordName,
): Promise<TransactionWithCustomer> {
  const found = await transactions.findWithCustomer(by);
  if (!found) throw notFound('TRANSACTION', by);
  return found;
}

/** Throws `NOT_FOUND` if the document does not exist. */
export async function findTransaction(transactions: TransactionStore, by: RecordName): Promise<StoredTransaction> {
  const stored = 'serviceId' in by ? await transactions.findById(by.serviceId) : await transactions.findByKey(by.key);
  if (!stored) throw notFound('TRANSACTION', by);
  return stored;
}

/** The document written by an earlier attempt with the same idempotency key whose response was lost. */
export async function recallTransaction(ctx: Context, serviceId: string): Promise<TransactionWithCustomer> {
  return findTransactionWithCustomer(authorize(ctx, 'transactions:write').stores, { serviceId });
}

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
  throw new AppError(
    'NOT_FOUND',
    `${JSON.stringify(externalId)} has the type ${transactionType}. Only an INVOICE can be refunded.`,
  );
}
