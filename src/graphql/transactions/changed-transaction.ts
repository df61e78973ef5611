import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { TransactionWithCustomer } from '../../usecases/transactions/upsert-transaction.ts';
import { type GraphqlContext, sessionOf } from '../base/context.ts';

/** Fields that show the document further down find it as it now is, and read nothing again that was just written. */
export function changedTransaction(stored: TransactionWithCustomer, ctx: GraphqlContext): Transaction {
  const { transaction, snapshot, customer } = stored;
  const { customerById, snapshotById, transactionById, transactionByKey, forgetLists } = sessionOf(ctx).loaders;
  customerById.clear(customer.serviceId).prime(customer.serviceId, customer);
  snapshotById.clear(transaction.serviceId).prime(transaction.serviceId, snapshot);
  transactionById.clear(transaction.serviceId).prime(transaction.serviceId, transaction);
  transactionByKey.clear(transaction).prime(transaction, transaction);
  forgetLists();
  return transaction;
}
