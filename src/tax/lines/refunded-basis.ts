import { type Decimal, fromUnits, powerOfTen, zero } from '../numbers/decimal.ts';
import { Fraction, fractionOf } from '../numbers/fraction.ts';

/** The part of a taxable amount that earlier refunds returned. */
export type ReturnedBasis = {
  /** Amount whose tax was refunded, either with the price or on its own. */
  readonly taxable: Decimal;
  /** Amount refunded without tax, because the tax was refunded earlier; negative until the price is refunded. */
  readonly exempted: Decimal;
};

type PriceRefund = {
  readonly taxableAmount: Decimal;
  /** The net price of the line, which includes the taxable amount. */
  readonly net: Decimal;
  readonly before: ReturnedBasis;
  readonly netBefore: Decimal;
  readonly netNow: Decimal;
  readonly minorUnit: number;
};

/**
 * The part of the taxable amount that a refund of a price returns, in proportion to the price. Goods whose tax was
 * already refunded come first, as in `refundedTax`, so that taxable amount and tax remain consistent. Each refund is
 * calculated from the running total, so the parts always add up to the whole amount, however many there are and even if
 * some are cancelled.
 */
export function basisOfPrice({ taxableAmount, net, before, netBefore, netNow, minorUnit }: PriceRefund): ReturnedBasis {
  const returned = netBefore.plus(netNow);
  const due = net.isZero() ? zero : roundedShare(taxableAmount, { part: returned, whole: net, minorUnit });
  const missing = due.minus(before.taxable);
  const taxable = isOpposite(missing, taxableAmount) ? zero : missing;
  if (before.exempted.isZero()) return { taxable, exempted: zero };
  return { taxable, exempted: due.minus(before.taxable).minus(before.exempted).minus(taxable) };
}

type TaxRefund = {
  readonly taxableAmount: Decimal;
  readonly before: ReturnedBasis;
  readonly originalTax: Decimal;
  readonly taxBefore: Decimal;
  readonly taxNow: Decimal;
  readonly minorUnit: number;
};

/**
 * The amount that a tax-only refund makes untaxed: the part to which the refunded tax applied, or the whole remainder
 * if this refund returns the last of the tax.
 */
export function basisOfTax(refund: TaxRefund): ReturnedBasis {
  const { taxableAmount, before, originalTax, taxBefore, taxNow, minorUnit } = refund;
  const left = taxableAmount.minus(before.taxable);
  const isAll = taxBefore.plus(taxNow).eq(originalTax);
  const part = isAll ? left : roundedShare(taxableAmount, { part: taxNow, whole: originalTax, minorUnit });
  const most = part.abs().gt(left.abs()) ? left : part;
  const taxable = taxNow.isZero() || isOpposite(most, taxableAmount) ? zero : most;
  return { taxable, exempted: taxable.negated() };
}

type Share = { readonly part: Decimal; readonly whole: Decimal; readonly minorUnit: number };

/** The amount times a quotient, rounded half away from zero. */
function roundedShare(amount: Decimal, { part, whole, minorUnit }: Share): Decimal {
  const dividend = fractionOf(whole.isNegative() ? amount.times(part).negated() : amount.times(part));
  const units = dividend.times(new Fraction(powerOfTen(minorUnit))).dividedBy(fractionOf(whole.abs()));
  return fromUnits(units.rounded(), minorUnit);
}

function isOpposite(one: Decimal, other: Decimal): boolean {
  return one.times(other).lt(zero);
}
