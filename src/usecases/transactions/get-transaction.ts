import { notFound } from '../../domain/base/errors.ts';
import type { RecordName } from '../../domain/base/record-name.ts';
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

export async function findTransactionWithCustomer(
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
