import { type Decimal, decimal, decimalText, sum, zero } from '../../../tax/numbers/decimal.ts';
import { toDecimalText } from '../../base/amount.ts';
import { AppError, type Issue } from '../../base/errors.ts';
import type { Transaction, TransactionDocument } from '../transaction.ts';
import { type AmountByLine, exceeds } from './refunded-amounts.ts';

const none = toDecimalText(zero);

/** Refuses a refund of a cancelled invoice, because nothing is left to refund. */
export function requireActiveInvoice({ transactionStatus, externalId, currency }: Transaction): void {
  if (transactionStatus !== 'CANCELLED') return;
  const message = `The invoice ${JSON.stringify(externalId)} is cancelled, so nothing can be refunded.`;
  const remaining = { currency, remainingAmount: none, remainingTaxAmount: none };
  throw overRefund([{ path: ['createdFrom'], code: 'OVER_REFUND', message, remaining }]);
}

/** Refuses a tax-only refund if no tax is left. */
export function requireTaxLeft({ externalId, currency }: Transaction, taxes: readonly (Decimal | null)[]): void {
  if (taxes.some((tax) => tax !== null && !tax.isZero())) return;
  const message = `The invoice ${JSON.stringify(externalId)} has no tax left to refund on these lines.`;
  const remaining = { currency, remainingAmount: none, remainingTaxAmount: none };
  throw overRefund([{ path: ['refundKind'], code: 'OVER_REFUND', message, remaining }]);
}

type RefundedLines = {
  /** The total refunded for each line, across all refunds. */
  readonly refunded: AmountByLine;
  /** The amounts refunded by earlier refunds. */
  readonly before: AmountByLine;
  /** The tax refunded by earlier refunds. */
  readonly taxesBefore: AmountByLine;
  /** The path in the request that corresponds to an invoice item. */
  pathOf(invoiceItem: number): Issue['path'];
};

/** Refuses refunds that exceed the sold amount of an invoice line. */
export function requireLinesCovered(invoice: Transaction, refunds: RefundedLines): void {
  const { refunded, before, taxesBefore, pathOf } = refunds;
  const issues = invoice.items.flatMap(({ name, calculatedTotal, taxAmount }, line): Issue[] => {
    const base = decimal(calculatedTotal);
    if (!exceeds(refunded.items[line]!, base)) return [];
    const message = exceededMessage(JSON.stringify(name), base, before.items[line]!);
    const remaining = remainingOf(
      invoice.currency,
      { base, tax: decimal(taxAmount) },
      { base: before.items[line]!, tax: taxesBefore.items[line]! },
    );
    return [{ path: pathOf(line), code: 'OVER_REFUND', message, remaining }];
  });
  const fee = decimal(invoice.shippingFee?.calculatedTotal ?? '0');
  if (exceeds(refunded.shippingFee, fee)) {
    const message = exceededMessage('the shipping fee', fee, before.shippingFee);
    const remaining = remainingOf(
      invoice.currency,
      { base: fee, tax: decimal(invoice.shippingFee?.taxAmount ?? '0') },
      { base: before.shippingFee, tax: taxesBefore.shippingFee },
    );
    issues.push({ path: ['shippingFee'], code: 'OVER_REFUND', message, remaining });
  }
  if (issues.length > 0) throw overRefund(issues);
}

/**
 * Refuses refunds that exceed the invoice total. Only refunds stored before their invoice need this check: they were
 * calculated independently and are not linked to a line, so they count against the whole invoice.
 */
export function requireTotalCovered(
  invoice: Transaction,
  refunds: readonly Transaction[],
  refund: TransactionDocument,
): void {
  if (refunds.every(({ refundOf }) => refundOf !== null)) return;
  const before = sum(refunds.map(({ finalTransactionAmount }) => decimal(finalTransactionAmount)));
  const total = decimal(invoice.finalTransactionAmount);
  if (!exceeds(before.plus(decimal(refund.finalTransactionAmount)), total)) return;
  const message = exceededMessage(`the invoice ${JSON.stringify(invoice.externalId)}`, total, before);
  const taxBefore = sum(refunds.map(({ salesTax }) => decimal(salesTax.amount)));
  const remaining = remainingOf(
    invoice.currency,
    { base: total, tax: decimal(invoice.salesTax.amount) },
    { base: before, tax: taxBefore },
  );
  throw overRefund([{ path: ['createdFrom'], code: 'OVER_REFUND', message, remaining }]);
}

type BaseAndTax = { readonly base: Decimal; readonly tax: Decimal };

/** The remainder of a line or of the invoice total; zero if more was refunded. */
function remainingOf(currency: string, original: BaseAndTax, before: BaseAndTax): NonNullable<Issue['remaining']> {
  const left = (whole: Decimal, refunded: Decimal) =>
    toDecimalText(exceeds(refunded, whole) ? zero : whole.minus(refunded));
  return {
    currency,
    remainingAmount: left(original.base, before.base),
    remainingTaxAmount: left(original.tax, before.tax),
  };
}

function exceededMessage(what: string, base: Decimal, before: Decimal): string {
  if (exceeds(before, base)) {
    return `Refunds of ${what} add up to ${decimalText(before)}, more than its total of ${decimalText(base)}.`;
  }
  const left = base.minus(before);
  return left.isZero()
    ? `Nothing is left to refund for ${what}.`
    : `Only ${decimalText(left)} of ${what} is left to refund.`;
}

function overRefund(issues: Issue[]): AppError {
  return new AppError('OVER_REFUND', issues.map(({ message }) => message).join(' '), { issues });
}
