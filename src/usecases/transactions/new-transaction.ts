import type { Context, Session } from '../../ports/context.ts';
import type { StoredTransaction } from '../../ports/stores/transaction-store.ts';
import { calculateDocument } from '../assessment/calculate-document.ts';
import { withCrossingNotices } from '../assessment/notices/crossing-notices.ts';
import type { StoredInvoiceWithRefunds } from '../assessment/request/find-refunded-invoice.ts';
import { reportInPeriod } from '../returns/report-in-period.ts';
import type { PreparedTransaction } from './prepare-transaction.ts';
import { createdTransaction } from './transaction-changes.ts';

/** Calculates a new document for storing. */
export async function newTransaction(
  ctx: Context,
  session: Pick<Session, 'stores'>,
  { request, digests }: PreparedTransaction,
  refunded: StoredInvoiceWithRefunds | null,
): Promise<StoredTransaction> {
  const calculation = await calculateDocument(ctx, request, refunded);
  const { document, snapshot } = await withCrossingNotices(session.stores, request, calculation);
  const transaction = createdTransaction(request.input, document, ctx.reference.version, ctx.now());
  return reportInPeriod(
    session,
    { ...request, reference: ctx.reference, reporting: request.input.reporting },
    { transaction, snapshot, digests },
  );
}
