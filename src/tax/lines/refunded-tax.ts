import { allocate } from '../numbers/allocation.ts';
import { type Decimal, fromUnits, toUnits } from '../numbers/decimal.ts';
import { type RoundingMode, roundQuotient } from '../numbers/rounding.ts';

/** A line of a sale, and the part of its base that is being refunded. All amounts have the sign of the sale. */
export type LineRefund = {
  readonly originalTax: Decimal;
  readonly originalBase: Decimal;
  /** The part of the base that earlier refunds returned. */
  readonly baseBefore: Decimal;
  /**
   * The tax that earlier refunds returned. Default: the tax due on `baseBefore`. After a cancelled refund, the two may
   * differ.
   */
  readonly taxBefore?: Decimal;
  readonly baseNow: Decimal;
  /** The tax to return by a tax-only refund, regardless of the base. */
  readonly taxNow?: Decimal;
  readonly minorUnit: number;
  readonly roundingMode?: RoundingMode;
};

/**
 * The tax returned by a refund: the total due after it, less the tax returned before. The running total is rounded
 * instead of each refund, so any number of refunds returns exactly the tax on the whole line.
 */
export function refundedTax(refund: LineRefund): Decimal {
  const { before, after } = taxSoFar(refund);
  return fromUnits(after - before, refund.minorUnit);
}

/**
 * Splits `refundedTax` among the jurisdictions of the original tax; the parts add up to it. Reallocating a growing
 * total can take a cent back from a jurisdiction, so a part may be a cent below zero. `returnedParts` are the parts
 * that earlier refunds returned; after a cancelled refund they may differ from the shares of the tax returned before.
 */
export function refundedParts(
  refund: LineRefund,
  originalParts: readonly Decimal[],
  returnedParts?: readonly Decimal[],
): Decimal[] {
  const { before, after } = taxSoFar(refund);
  const weights = originalParts.map((part) => {
    const units = toUnits(part, refund.minorUnit);
    return units < 0n ? -units : units;
  });
  const partsBefore = returnedParts
    ? returnedParts.map((part) => toUnits(part, refund.minorUnit))
    : allocate(before, weights);
  return allocate(after, weights).map((part, index) => fromUnits(part - partsBefore[index]!, refund.minorUnit));
}

function taxSoFar(refund: LineRefund): { before: bigint; after: bigint } {
  const { minorUnit, roundingMode } = refund;
  const [tax, base, baseBefore, baseNow] = [
    toUnits(refund.originalTax, minorUnit),
    toUnits(refund.originalBase, minorUnit),
    toUnits(refund.baseBefore, minorUnit),
    toUnits(refund.baseNow, minorUnit),
  ];
  const sign = base < 0n ? -1n : 1n;
  const baseAfter = baseBefore + baseNow;
  if (baseBefore * sign < 0n || baseNow * sign < 0n || baseAfter * sign > base * sign) {
    throw new RangeError('Refunds of a line must be between zero and its base.');
  }
  if (base === 0n) return { before: 0n, after: 0n };
  const dueAfter = (returned: bigint) => roundQuotient(tax * returned * sign, base * sign, roundingMode);
  if (refund.taxNow !== undefined) {
    const before = refund.taxBefore === undefined ? dueAfter(baseBefore) : toUnits(refund.taxBefore, minorUnit);
    return { before, after: before + toUnits(refund.taxNow, minorUnit) };
  }
  const after = dueAfter(baseAfter);
  if (refund.taxBefore === undefined) return { before: dueAfter(baseBefore), after };
  const before = toUnits(refund.taxBefore, minorUnit);
  // If earlier refunds returned too much, this refund returns nothing, and later ones return less.
  const isEnough = tax < 0n ? before <= after : before >= after;
  return { before, after: isEnough ? before : after };
}
