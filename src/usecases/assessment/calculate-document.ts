import { calculateRefund } from '../../domain/transactions/refund/calculate-refund.ts';
import type { TransactionDocument } from '../../domain/transactions/transaction.ts';
import type { TransactionSnapshot } from '../../domain/transactions/transaction-snapshot.ts';
import { assessTransaction } from './assess-transaction.ts';
import type { StoredInvoiceWithRefunds } from './find-refunded-invoice.ts';
import type { TransactionToAssess } from './transaction-to-assess.ts';

export type DocumentCalculation = { readonly document: TransactionDocument; readonly snapshot: TransactionSnapshot };

/** Calculates a document: a refund of a stored invoice from the figures of the invoice, anything else from the rate book. */
export async function calculateDocument(
  request: TransactionToAssess,
  refunded: StoredInvoiceWithRefunds | null,
): Promise<DocumentCalculation> {
  return refunded ? calculateRefund(request.input, refunded) : assessTransaction(request);
}
