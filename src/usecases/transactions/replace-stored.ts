import { isDeepStrictEqual } from 'node:util';
import { closedOn, filedDocument } from '../../domain/returns/closed-period.ts';
import { reportedTotals } from '../../domain/totals/reported-totals.ts';
import { requireRefundsCovered } from '../../domain/transactions/refund/refunded-invoice-change.ts';
import { taxedPlaces } from '../../domain/transactions/snapshot-places.ts';
import type { Session } from '../../ports/context.ts';
import type { StoredTransaction } from '../../ports/stores/transaction-store.ts';
import { invoiceGuard, type StoredInvoiceWithRefunds } from '../assessment/request/find-refunded-invoice.ts';

/**
 * Replaces a stored document; false if it has changed since it was read. Refuses to reduce an invoice below what its refunds
 * returned, and to change figures in a filed return.
 */
export async function replaceStored(
  { stores }: Pick<Session, 'stores'>,
  before: StoredTransaction,
  replaced: StoredTransaction,
  refunded: StoredInvoiceWithRefunds | null = null,
): Promise<boolean> {
  const { transaction } = before;
  if (transaction.transactionType === 'INVOICE') {
    const [refunds = []] = await stores.transactions.findRefundsOf([transaction]);
    requireRefundsCovered(replaced.transaction, refunds);
  }
  const guard = refunded ? invoiceGuard(refunded) : undefined;
  const written = { ...replaced, refundsWritten: before.refundsWritten ?? 0 };
  if (await stores.transactions.replace(written, transaction.version, guard)) return true;
  await requireNotReturned({ stores }, before, replaced);
  return false;
}

async function requireNotReturned(
  { stores }: Pick<Session, 'stores'>,
  before: StoredTransaction,
  replaced: StoredTransaction,
): Promise<void> {
  const totals = reportedTotals(before.transaction, before.snapshot);
  const isSame =
    isDeepStrictEqual(totals, reportedTotals(replaced.transaction, replaced.snapshot)) &&
    before.transaction.transactionFilingStatus === replaced.transaction.transactionFilingStatus;
  if (totals.length === 0 || isSame) return;
  const { reportedOn } = totals[0]!;
  const closed = await stores.returns.findClosedBetween({ from: reportedOn, to: reportedOn });
  const filed = closedOn(closed, taxedPlaces(before.snapshot), reportedOn);
  if (filed) throw filedDocument(filed);
}
