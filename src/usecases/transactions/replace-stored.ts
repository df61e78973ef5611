import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../domain/base/errors.ts';
import { euCode } from '../../domain/places/eu-code.ts';
import { filedDocument } from '../../domain/returns/closed-period.ts';
import { reportedTotals } from '../../domain/totals/reported-totals.ts';
import { requireRefundsCovered } from '../../domain/transactions/refund/refunded-invoice-change.ts';
import { reportingDay } from '../../domain/transactions/signed-amount.ts';
import type { Context, Session } from '../../ports/context.ts';
import type { StoredTransaction } from '../../ports/stores/transaction-store.ts';
import { currentSettings } from '../account/account.ts';
import { invoiceGuard, type StoredInvoiceWithRefunds } from '../assessment/request/find-refunded-invoice.ts';
import { returnHolding, returnsWithout } from '../returns/places-of-returns.ts';

/**
 * Replaces a stored document; false if it has changed since it was read. Refuses to reduce an invoice below the total
 * of its refunds, and to change figures in a filed return.
 */
export async function replaceStored(
  ctx: Pick<Context, 'reference'>,
  session: Session,
  before: StoredTransaction,
  replaced: StoredTransaction,
  refunded: StoredInvoiceWithRefunds | null = null,
): Promise<boolean> {
  const { stores } = session;
  const { transaction } = before;
  if (transaction.transactionType === 'INVOICE') {
    const [refunds = []] = await stores.transactions.findRefundsOf([transaction]);
    requireRefundsCovered(transaction, replaced.transaction, refunds);
  }
  const guard = refunded ? invoiceGuard(refunded) : undefined;
  const { notInReturns: _, ...values } = replaced;
  const written = { ...values, refundsWritten: before.refundsWritten ?? 0 };
  if (await stores.transactions.replace(written, transaction.version, guard)) return true;
  const notInReturns = await requireNotReturned(ctx, session, before, replaced);
  if (notInReturns.length === 0) return false;
  return stores.transactions.replace({ ...written, notInReturns }, transaction.version, guard);
}

/** Without the corrections for nexus. */
const reportedToReturns = ({ transaction, snapshot }: StoredTransaction) =>
  reportedTotals(transaction, snapshot).filter(({ country }) => country !== euCode);

/** The closed returns of the document's days that do not report the document. Throws if a closed return reports it. */
async function requireNotReturned(
  { reference }: Pick<Context, 'reference'>,
  session: Session,
  before: StoredTransaction,
  replaced: StoredTransaction,
): Promise<readonly string[]> {
  const { stores } = session;
  const totals = reportedToReturns(before);
  const isSame =
    isDeepStrictEqual(totals, reportedToReturns(replaced)) &&
    before.transaction.transactionFilingStatus === replaced.transaction.transactionFilingStatus;
  if (isSame) return [];
  const days = [before, replaced].map((one) => reportingDay(one.transaction)).sort();
  const closed = await stores.returns.findClosedBetween({ from: days[0]!, to: days[1]! });
  if (closed.length === 0) return [];
  const facts = { reference, stores, settings: await currentSettings(session) };
  const filed = totals.length === 0 ? null : await returnHolding(facts, before, closed);
  if (filed) throw filedDocument(filed);
  return returnsWithout(facts, [...(totals.length === 0 ? [] : [before]), replaced], closed);
}

/**
 * The reason why a filed document cannot change: its return must be reopened or, without a return, the document itself.
 */
export async function filedError(
  { reference }: Pick<Context, 'reference'>,
  session: Session,
  stored: StoredTransaction,
): Promise<AppError> {
  const { stores } = session;
  const day = reportingDay(stored.transaction);
  const closed = await stores.returns.findClosedBetween({ from: day, to: day });
  const filed = await returnHolding({ reference, stores, settings: await currentSettings(session) }, stored, closed);
  if (filed) return filedDocument(filed);
  return new AppError(
    'TRANSACTION_FILED',
    'The document is filed. Set transactionFilingStatus to NOT_FILED before changing tax-relevant fields.',
  );
}
