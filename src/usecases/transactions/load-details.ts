import type { Customer } from '../../domain/customers/customer.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { RecordedTransaction } from '../../domain/transactions/transaction-snapshot.ts';
import { authorize, type Context } from '../../ports/context.ts';

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
