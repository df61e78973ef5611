import { type Decimal, decimal, sum, zero } from '../../../tax/numbers/decimal.ts';
import type { Transaction } from '../transaction.ts';
import type { RecordedTransaction } from '../transaction-snapshot.ts';

/** A stored invoice with its uncancelled refunds. */
export type InvoiceWithRefunds = {
  readonly invoice: RecordedTransaction;
  readonly refunds: readonly RecordedTransaction[];
};

/** An amount per line of an invoice. */
export type AmountByLine = { readonly items: readonly Decimal[]; readonly shippingFee: Decimal };

/** The refunded part of each line's base and tax. */
export type RefundedAmounts = AmountByLine & { readonly taxes: AmountByLine };

type RefundedField = 'calculatedTotal' | 'taxAmount';

export function refundedAmounts(invoice: Transaction, refunds: readonly Transaction[]): RefundedAmounts {
  // If a refund was stored before its invoice, it was calculated independently and is not linked to a line of the
  // invoice.
  const linked = refunds.filter(({ refundOf }) => refundOf !== null);
  const refunded = (field: RefundedField): AmountByLine => ({
    items: invoice.items.map((_, line) => sum(linked.map((refund) => refundedOfItem(refund, line, field)))),
    shippingFee: sum(linked.map(({ shippingFee }) => decimal(shippingFee?.[field] ?? '0'))),
  });
  return { ...refunded('calculatedTotal'), taxes: refunded('taxAmount') };
}

export function refundedOfItem({ items, refundOf }: Transaction, line: number, field: RefundedField): Decimal {
  return sum(items.filter((_, index) => refundOf?.invoiceItems[index] === line).map((item) => decimal(item[field])));
}

export function hasOppositeSign(one: Decimal, other: Decimal): boolean {
  return one.times(other).lt(zero);
}

/**
 * Whether a refunded amount exceeds the base of its line, or has the opposite sign. A negative line is compared by
 * magnitude.
 */
export function exceeds(refunded: Decimal, base: Decimal): boolean {
  const sign = base.isNegative() && !base.isZero() ? -1 : 1;
  return refunded.times(sign).gt(base.times(sign)) || refunded.times(sign).lt(zero);
}
