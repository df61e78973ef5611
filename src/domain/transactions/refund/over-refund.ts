import { type Decimal, decimal, decimalText, sum } from '../../../tax/numbers/decimal.ts';
import { AppError, type Issue } from '../../base/errors.ts';
import type { Transaction, TransactionDocument } from '../transaction.ts';
import { type AmountByLine, exceeds } from './refunded-amounts.ts';

/** Refuses a refund of a cancelled invoice: nothing of it is left. */
export function requireActiveInvoice({ transactionStatus, externalId }: Transaction): void {
  if (transactionStatus !== 'CANCELLED') return;
  const message = `The invoice ${externalId} is cancelled, so there is nothing to refund.`;
  throw overRefund([{ path: ['createdFrom'], code: 'OVER_REFUND', message }]);
}

export type RefundedLines = {
  /** What all refunds together return of each line. */
  readonly refunded: AmountByLine;
  /** What the refunds before this one returned. */
  readonly before: AmountByLine;
  /** Where the request names an invoice item. */
  pathOf(invoiceItem: number): Issue['path'];
};

/** Refuses refunds that return more of an invoice line than was sold. */
export function requireLinesCovered(invoice: Transaction, { refunded, before, pathOf }: RefundedLines): void {
  const issues = invoice.items.flatMap(({ name, calculatedTotal }, line): Issue[] => {
    const base = decimal(calculatedTotal);
    if (!exceeds(refunded.items[line]!, base)) return [];
    const message = exceededMessage(JSON.stringify(name), base, before.items[line]!);
    return [{ path: pathOf(line), code: 'OVER_REFUND', message }];
  });
  const fee = decimal(invoice.shippingFee?.calculatedTotal ?? '0');
  if (exceeds(refunded.shippingFee, fee)) {
    const message = exceededMessage('the shipping fee', fee, before.shippingFee);
    issues.push({ path: ['shippingFee'], code: 'OVER_REFUND', message });
  }
  if (issues.length > 0) throw overRefund(issues);
}

/**
 * Refuses refunds that return more than the invoice's total. Only refunds stored before their invoice need this check:
 * they were calculated on their own, belong to no line, and so count against the invoice as a whole.
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
  const message = exceededMessage(`the invoice ${invoice.externalId}`, total, before);
  throw overRefund([{ path: ['createdFrom'], code: 'OVER_REFUND', message }]);
}

function exceededMessage(what: string, base: Decimal, before: Decimal): string {
  if (exceeds(before, base)) {
    return `Refunds of ${what} add up to ${decimalText(before)}, more than its total of ${decimalText(base)}.`;
  }
  const left = base.minus(before);
  return left.isZero()
    ? `Nothing of ${what} is left to refund.`
    : `Only ${decimalText(left)} of ${what} is left to refund.`;
}

function overRefund(issues: Issue[]): AppError {
  return new AppError('OVER_REFUND', issues.map(({ message }) => message).join(' '), { issues });
}
