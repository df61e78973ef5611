import { type Decimal, decimal, fromUnits, sum, toUnits, zero } from '../../../tax/numbers/decimal.ts';
import { Fraction, fractionOf, oneFraction, zeroFraction } from '../../../tax/numbers/fraction.ts';
import { roundQuotient } from '../../../tax/numbers/rounding.ts';
import type { DecimalText } from '../../base/amount.ts';
import type { Transaction } from '../transaction.ts';
import type { RecordedTransaction } from '../transaction-snapshot.ts';

/** A stored invoice with its refunds; cancelled refunds are left out. */
export type InvoiceWithRefunds = {
  readonly invoice: RecordedTransaction;
  readonly refunds: readonly RecordedTransaction[];
};

/** An amount for each line of an invoice. */
export type AmountByLine = { readonly items: readonly Decimal[]; readonly shippingFee: Decimal };

/** The part of each line's base that was refunded, and of its tax. */
export type RefundedAmounts = AmountByLine & { readonly taxes: AmountByLine };

type RefundedField = 'calculatedTotal' | 'taxAmount';

/** The amounts that these refunds returned of each line of the invoice. */
export function refundedAmounts(invoice: Transaction, refunds: readonly Transaction[]): RefundedAmounts {
  // A refund stored before its invoice was calculated on its own and belongs to no line of it.
  const linked = refunds.filter(({ refundOf }) => refundOf !== null);
  const refunded = (field: RefundedField): AmountByLine => ({
    items: invoice.items.map((_, line) => sum(linked.map((refund) => refundedOfItem(refund, line, field)))),
    shippingFee: sum(linked.map(({ shippingFee }) => decimal(shippingFee?.[field] ?? '0'))),
  });
  return { ...refunded('calculatedTotal'), taxes: refunded('taxAmount') };
}

/** The amount that one refund returned of an invoice item. */
export function refundedOfItem({ items, refundOf }: Transaction, line: number, field: RefundedField): Decimal {
  return sum(items.filter((_, index) => refundOf?.invoiceItems[index] === line).map((item) => decimal(item[field])));
}

/** A refund of a share of a line, and what it returned of one of its amounts. */
export type SharedRefund = { readonly share: Fraction; readonly refunded: Decimal };

/**
 * The part of an amount that a share refunds: what is due for all shares so far, less what the earlier ones returned.
 * Shares that add up to one thus return the amount exactly; shares rounded one by one would be some cents off.
 */
export function sharedPart(
  amount: Decimal,
  share: Fraction,
  earlier: readonly SharedRefund[],
  minorUnit: number,
): Decimal {
  const due = (shares: Fraction) =>
    fromUnits(roundQuotient(toUnits(amount, minorUnit) * shares.numerator, shares.denominator), minorUnit);
  const sharesBefore = earlier.reduce((total, refund) => total.plus(refund.share), zeroFraction);
  const dueBefore = due(sharesBefore);
  const refundedBefore = sum(earlier.map(({ refunded }) => refunded));
  // After a cancelled refund the others may be off by a rounding each. If they are further off, the invoice has changed.
  const tolerance = fromUnits(BigInt(earlier.length), minorUnit);
  const before = refundedBefore.minus(dueBefore).abs().lte(tolerance) ? refundedBefore : dueBefore;
  const part = due(sharesBefore.plus(share)).minus(before);
  return hasOppositeSign(part, amount) ? zero : part;
}

/**
 * The same where the tax was given back alone out of prices that include it, which leaves `amount`: the share is that of what
 * earlier shares have left, so the last one returns all of it.
 */
export function sharedRest(
  amount: Decimal,
  share: Fraction,
  earlier: readonly SharedRefund[],
  minorUnit: number,
): Decimal {
  const part = (whole: Decimal, of: Fraction) =>
    fromUnits(of.times(new Fraction(toUnits(whole, minorUnit))).rounded(), minorUnit);
  const left = amount.minus(sum(earlier.map(({ refunded }) => refunded)));
  const shareLeft = earlier.reduce((rest, refund) => rest.minus(refund.share), oneFraction);
  // If nothing is left, the share exceeds it and is refused.
  if (left.isZero() || shareLeft.compare(zeroFraction) <= 0) return part(amount, share);
  return part(left, share.dividedBy(shareLeft));
}

/** A share as sent; all of it if none was. */
export function shareOf(share: DecimalText | null | undefined): Fraction {
  return fractionOf(decimal(share ?? '1'));
}

/** Whether one amount is above zero and the other below. */
export function hasOppositeSign(one: Decimal, other: Decimal): boolean {
  return one.times(other).lt(zero);
}

/** Whether a refunded amount exceeds the base of its line; a negative line is compared by magnitude. */
export function exceeds(refunded: Decimal, base: Decimal): boolean {
  const sign = base.isNegative() && !base.isZero() ? -1 : 1;
  return refunded.times(sign).gt(base.times(sign)) || refunded.times(sign).lt(zero);
}
