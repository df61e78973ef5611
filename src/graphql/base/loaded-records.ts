import type { Customer } from '../../domain/customers/customer.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { TransactionSnapshot } from '../../domain/transactions/transaction-snapshot.ts';
import { type GraphqlContext, loadersOf } from './context.ts';

/**
 * Records that a request has just read or written, kept in its loaders so that nested fields show their current state
 * without another read.
 */
type LoadedTransaction = {
  readonly transaction: Transaction;
  readonly customer?: Customer;
  /** If absent, the snapshot is read again. */
  readonly snapshot?: TransactionSnapshot;
};

export function loadedCustomer(customer: Customer, ctx: GraphqlContext): Customer {
  loadersOf(ctx).customerById.clear(customer.serviceId).prime(customer.serviceId, customer);
  return customer;
}

export function loadedTransaction(loaded: LoadedTransaction, ctx: GraphqlContext): Transaction {
  const { transaction, customer, snapshot } = loaded;
  const { snapshotById, transactionById } = loadersOf(ctx);
  transactionById.clear(transaction.serviceId).prime(transaction.serviceId, transaction);
  snapshotById.clear(transaction.serviceId);
  if (snapshot) snapshotById.prime(transaction.serviceId, snapshot);
  if (customer) loadedCustomer(customer, ctx);
  return transaction;
}

/** Call this after a write. References to the transaction then show the change, and all lists are read again. */
export function changedTransaction(changed: LoadedTransaction, ctx: GraphqlContext): Transaction {
  const { transaction } = changed;
  loadersOf(ctx).transactionByKey.clear(transaction).prime(transaction, transaction);
  forgetLists(ctx);
  return loadedTransaction(changed, ctx);
}

/** Like `changedTransaction`, for changes to many transactions that were not read. */
export function forgetTransactions(ctx: GraphqlContext): void {
  const { transactionById, transactionByKey } = loadersOf(ctx);
  transactionById.clearAll();
  transactionByKey.clearAll();
  forgetLists(ctx);
}

export function forgetLists(ctx: GraphqlContext): void {
  loadersOf(ctx).forgetLists();
}
