import type { Context } from '../../ports/context.ts';
import type { StoredTransaction } from '../../ports/stores/transaction-store.ts';
import { calculateDocument } from '../assessment/calculate-document.ts';
import type { StoredInvoiceWithRefunds } from '../assessment/find-refunded-invoice.ts';
import type { PreparedTransaction } from './prepare-transaction.ts';
import { createdTransaction } from './transaction-changes.ts';

/** Calculates a new document as it is to be stored. */
export async function newTransaction(
  ctx: Context,
  { request, digests }: PreparedTransaction,
  refunded: StoredInvoiceWithRefunds | null,
): Promise<StoredTransaction> {
  const { document, snapshot } = await calculateDocument(request, refunded);
  const transaction = createdTransaction(request.input, document, ctx.reference.version, ctx.now());
  return { transaction, snapshot, digests };
}
