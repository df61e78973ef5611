import { allocate } from '../numbers/allocation.ts';
import { type Decimal, fromUnits, toUnits } from '../numbers/decimal.ts';
import { type RoundingMode, roundQuotient } from '../numbers/rounding.ts';

/** A line of a sale and how much of its base refunds return; all amounts carry the sign of the sale. */
export type LineRefund = {
  readonly originalTax: Decimal;
  readonly originalBase: Decimal;
  /** What earlier refunds of the line returned of its base. */
  readonly baseBefore: Decimal;
  /** The tax that they returned; if omitted, the tax due for that base. After a cancelled refund the two may differ. */
  readonly taxBefore?: Decimal;
  readonly baseNow: Decimal;
  /** The tax that is returned whatever its base is, if the tax alone is refunded. */
  readonly taxNow?: Decimal;
  readonly minorUnit: number;
  readonly roundingMode?: RoundingMode;
};

/**
 * The tax that a refund returns: what is due after it, less what was returned before. Rounding the tax so far instead of
 * each refund returns the tax of the whole line exactly, in however many parts.
 */
export function refundedTax(refund: LineRefund): Decimal {
  const { before, after } = taxSoFar(refund);
  return fromUnits(after - before, refund.minorUnit);
}

/**
 * The same for each jurisdiction's part of the original tax; the parts add up to `refundedTax`. Allocating the cents of
 * a growing total again can take one back from a jurisdiction, so a part may be a cent below zero. `returnedParts` is what
 * earlier refunds returned of each; after a cancelled refund it may differ from their share of the tax returned before.
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
    throw new RangeError('Refunds of a line lie between nothing and its base.');
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
  // If earlier refunds returned too much, this one returns nothing, and later ones less.
  const isEnough = tax < 0n ? before <= after : before >= after;
  return { before, after: isEnough ? before : after };
}
