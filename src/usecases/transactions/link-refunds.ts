import { AppError } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import type { ClosedPeriod } from '../../domain/returns/closed-period.ts';
import { describeReturn } from '../../domain/returns/return.ts';
import { withExchangeRate } from '../../domain/transactions/document-exchange.ts';
import { calculateRefund } from '../../domain/transactions/refund/calculate-refund.ts';
import { withInvoiceCodes } from '../../domain/transactions/refund/complete-input.ts';
import { declaredInput } from '../../domain/transactions/submitted-input.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Context, Session } from '../../ports/context.ts';
import type { Replacement, StoredTransaction } from '../../ports/stores/transaction-store.ts';
import type { Notice } from '../../tax/model/assessment.ts';
import { currentSettings } from '../account/account.ts';
import { inputDefaults } from '../assessment/request/input-defaults.ts';
import { exchangeRatesFor } from '../assessment/request/load-calculation-facts.ts';
import { returnHolding } from '../returns/places-of-returns.ts';
import { reportInPeriod } from '../returns/report-in-period.ts';
import { recalculated } from './transaction-changes.ts';

type InvoiceWithLinked = { readonly invoice: StoredTransaction; readonly refunds: readonly Replacement[] };

/**
 * Links a new invoice to the refunds stored before it, and recalculates these refunds from its figures. Refunds that
 * are filed, do not match or exceed the limit remain unchanged. Notices on the invoice report both; it is never refused
 * because of such refunds.
 */
export async function linkRefunds(
  ctx: Context,
  session: Session,
  invoice: StoredTransaction,
  waiting: readonly StoredTransaction[],
): Promise<InvoiceWithLinked> {
  const most = gatewayLimits.linkedRefunds;
  const linked: Replacement[] = [];
  const notices: Notice[] = [];
  for (const refund of waiting.slice(0, most)) {
    const before = linked.map(({ stored }) => stored);
    try {
      const stored = await linkedTo(ctx, session, invoice, refund, before);
      linked.push({ stored, expectedVersion: refund.transaction.version });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      notices.push(leftAlone(refund.transaction, error.message));
    }
  }
  if (waiting.length > most) {
    const message = `More than ${most} refunds refer to this invoice; only the first ${most} were linked to it.`;
    notices.push({ code: 'REFUND_NOT_LINKED', pointer: '', message });
  }
  if (linked.length > 0) notices.unshift(toldLinked(linked));
  const { transaction } = invoice;
  const told = { ...transaction, notices: [...transaction.notices, ...notices] };
  return { invoice: { ...invoice, transaction: told }, refunds: linked };
}

async function linkedTo(
  ctx: Context,
  session: Session,
  invoice: StoredTransaction,
  refund: StoredTransaction,
  refunds: readonly StoredTransaction[],
): Promise<StoredTransaction> {
  const { transaction } = refund;
  const settings = await currentSettings(session);
  const { taxDate } = transaction;
  const reportedOn = transaction.reportingPeriod?.from ?? taxDate;
  const closed = await session.stores.returns.findClosedBetween({ from: taxDate, to: reportedOn });
  const { reference } = ctx;
  requireOpen(refund, await returnHolding({ reference, stores: session.stores, settings }, refund, closed));
  const declared = declaredInput(transaction, inputDefaults(ctx.reference, settings));
  // The document is in this currency even if no currency was sent.
  const input = { ...withInvoiceCodes(declared, invoice.transaction), currency: transaction.currency };
  const { document, snapshot } = calculateRefund(input, { invoice, refunds });
  const rates = await exchangeRatesFor(session.stores, settings, [input]);
  const shown = withExchangeRate(document, settings.reportingCurrency, rates);
  const changed = recalculated(transaction, input, { document: shown, snapshot }, ctx.reference.version, ctx.now());
  const notices = [...changed.transaction.notices, linkedLater(transaction)];
  const stored = { ...changed, transaction: { ...changed.transaction, notices }, digests: refund.digests };
  return reportInPeriod(session, { reference, settings, closed }, stored, refund);
}

function requireOpen({ transaction }: StoredTransaction, closed: ClosedPeriod | null): void {
  if (closed)
    throw new AppError(
      'PERIOD_CLOSED',
      `It is part of a return (${describeReturn(closed)}). Reopen the return, and recalculate the refund.`,
    );
  if (transaction.transactionFilingStatus === 'FILED')
    throw new AppError(
      'TRANSACTION_FILED',
      'It is filed. Set its transactionFilingStatus to NOT_FILED, and recalculate it.',
    );
}

function linkedLater({ createdFrom, salesTax }: Transaction): Notice {
  const message = `This refund was stored before its invoice ${JSON.stringify(createdFrom)}, with a tax of ${salesTax.amount}. It was recalculated from the figures of the invoice when the invoice was stored.`;
  return { code: 'REFUND_LINKED_LATER', pointer: '/createdFrom', message };
}

function toldLinked(linked: readonly Replacement[]): Notice {
  const names = linked.map(({ stored }) => JSON.stringify(stored.transaction.externalId)).join(', ');
  const message = `Refunds stored before this invoice were linked to it and recalculated: ${names}.`;
  return { code: 'REFUND_LINKED_LATER', pointer: '', message };
}

function leftAlone({ externalId }: Transaction, why: string): Notice {
  const message = `The refund ${JSON.stringify(externalId)} was stored before this invoice and was not recalculated: ${why}`;
  return { code: 'REFUND_NOT_LINKED', pointer: '', message };
}
