import { authorize, type Context } from '../../ports/context.ts';
import type { TransactionWithCustomer } from '../../ports/stores/transaction-store.ts';
import { findTransactionWithCustomer } from './get-transaction.ts';

/** The document written by an attempt with the same idempotency key that did not respond. */
export async function recallTransaction(ctx: Context, serviceId: string): Promise<TransactionWithCustomer> {
  return findTransactionWithCustomer(authorize(ctx, 'transactions:write').stores, { serviceId });
}
