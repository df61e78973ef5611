import { type Decimal, roundToUnit, zero } from '../numbers/decimal.ts';

/** What earlier refunds returned of a taxable amount. */
export type ReturnedBasis = {
  /** With its tax: by refunds of the price, or of the tax alone. */
  readonly taxable: Decimal;
  /** Without tax, because that was given back before; below zero while prices of it are still to be returned. */
  readonly exempted: Decimal;
};

type PriceRefund = {
  readonly taxableAmount: Decimal;
  /** The net price of the line, of which the taxable amount is a part. */
  readonly net: Decimal;
  readonly before: ReturnedBasis;
  readonly netBefore: Decimal;
  readonly netNow: Decimal;
  readonly minorUnit: number;
};

/**
 * What a refund of a price returns of the taxable amount: the part of it in proportion to the price. Goods whose tax was given
 * back come first, as in `refundedTax`, so taxable amount and tax stay together. Counting from the start each time returns the
 * whole amount exactly, in however many parts and whatever was cancelled between them.
 */
export function basisOfPrice({ taxableAmount, net, before, netBefore, netNow, minorUnit }: PriceRefund): ReturnedBasis {
  const due = net.isZero() ? zero : roundToUnit(taxableAmount.times(netBefore.plus(netNow)).div(net), minorUnit);
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

/** What a refund of the tax alone makes untaxed: the part that bore the returned tax. The last of the tax frees all that is left. */
export function basisOfTax(refund: TaxRefund): ReturnedBasis {
  const { taxableAmount, before, originalTax, taxBefore, taxNow, minorUnit } = refund;
  const left = taxableAmount.minus(before.taxable);
  const isAll = taxBefore.plus(taxNow).eq(originalTax);
  const part = isAll ? left : roundToUnit(taxableAmount.times(taxNow).div(originalTax), minorUnit);
  const most = part.abs().gt(left.abs()) ? left : part;
  const taxable = taxNow.isZero() || isOpposite(most, taxableAmount) ? zero : most;
  return { taxable, exempted: taxable.negated() };
}

function isOpposite(one: Decimal, other: Decimal): boolean {
  return one.times(other).lt(zero);
}
