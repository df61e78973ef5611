import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { TransactionInput } from '../../domain/transactions/transaction-input.ts';
import type { RefundedInvoice, StoredTransaction, TransactionStore } from '../../ports/stores/transaction-store.ts';

export type StoredInvoiceWithRefunds = {
  readonly invoice: StoredTransaction;
  readonly refunds: readonly Transaction[];
};

/** The invoice a refund names, if it is stored, with its refunds other than this one. */
export async function findRefundedInvoice(
  transactions: TransactionStore,
  input: TransactionInput,
): Promise<StoredInvoiceWithRefunds | null> {
  if (input.transactionType !== 'REFUND' || input.createdFrom === null) return null;
  const invoice = await transactions.findByKey({ source: input.source, externalId: input.createdFrom });
  if (invoice?.transaction.transactionType !== 'INVOICE') return null;
  const refunds = await transactions.findRefunds(invoice.transaction);
  return { invoice, refunds: refunds.filter(({ externalId }) => externalId !== input.externalId) };
}

/** The condition a refund is written under: its invoice is the version that was read. */
export function invoiceGuard({ invoice }: StoredInvoiceWithRefunds): RefundedInvoice {
  return { invoiceId: invoice.transaction.serviceId, invoiceVersion: invoice.transaction.version };
}
