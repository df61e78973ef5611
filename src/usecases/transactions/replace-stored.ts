import { requireRefundsCovered } from '../../domain/transactions/refund/refunded-invoice-change.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { StoredTransaction, TransactionStore } from '../../ports/stores/transaction-store.ts';
import { invoiceGuard, type StoredInvoiceWithRefunds } from '../assessment/find-refunded-invoice.ts';

/**
 * Replaces a stored document; false if it was changed since it was read. Refuses a change that leaves an invoice with less
 * than its refunds have returned.
 */
export async function replaceStored(
  transactions: TransactionStore,
  before: Transaction,
  replaced: StoredTransaction,
  refunded: StoredInvoiceWithRefunds | null = null,
): Promise<boolean> {
  if (before.transactionType === 'INVOICE') {
    requireRefundsCovered(replaced.transaction, await transactions.findRefunds(before));
  }
  return transactions.replace(replaced, before.version, refunded ? invoiceGuard(refunded) : undefined);
}
