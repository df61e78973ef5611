import { authorize, type Context } from '../../ports/context.ts';
import type { TransactionWithCustomer } from '../../ports/stores/transaction-store.ts';
import { findTransactionWithCustomer } from './get-transaction.ts';

/** The document written by an earlier attempt with the same idempotency key whose response was lost. */
export async function recallTransaction(ctx: Context, serviceId: string): Promise<TransactionWithCustomer> {
  return findTransactionWithCustomer(authorize(ctx, 'transactions:write').stores, { serviceId });
}
