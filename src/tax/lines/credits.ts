import { allocate } from '../numbers/allocation.ts';
import { type Decimal, fromUnits, toUnits } from '../numbers/decimal.ts';
import { roundQuotient, type TieRule } from '../numbers/rounding.ts';

/** A line of a sale and how much of its base credits return; all amounts carry the sign of the sale. */
export type Credit = {
  readonly originalTax: Decimal;
  readonly originalBase: Decimal;
  /** What earlier credits of the line returned of its base. */
  readonly baseBefore: Decimal;
  /** What they returned of its tax; left out, what was due for that base. After a cancelled credit the two may differ. */
  readonly taxBefore?: Decimal;
  readonly baseNow: Decimal;
  readonly minorUnit: number;
  readonly tieRule?: TieRule;
};

/**
 * The tax that a credit returns: what is due after it, less what was returned before. Rounding the tax so far instead of
 * each credit returns the tax of the whole line exactly, in however many parts.
 */
export function creditedTax(credit: Credit): Decimal {
  const { before, after } = taxSoFar(credit);
  return fromUnits(after - before, credit.minorUnit);
}

/**
 * The same for the parts that the jurisdictions had of the original tax; they add up to `creditedTax`. Handing out the
 * cents of a growing whole anew can take one back from a jurisdiction, so that a part may be a cent below zero.
 */
export function creditedParts(credit: Credit, originalParts: readonly Decimal[]): Decimal[] {
  const { before, after } = taxSoFar(credit);
  const weights = originalParts.map((part) => {
    const units = toUnits(part, credit.minorUnit);
    return units < 0n ? -units : units;
  });
  const partsBefore = allocate(before, weights);
  return allocate(after, weights).map((part, index) => fromUnits(part - partsBefore[index]!, credit.minorUnit));
}

function taxSoFar(credit: Credit): { before: bigint; after: bigint } {
  const { minorUnit, tieRule } = credit;
  const [tax, base, baseBefore, baseNow] = [
    toUnits(credit.originalTax, minorUnit),
    toUnits(credit.originalBase, minorUnit),
    toUnits(credit.baseBefore, minorUnit),
    toUnits(credit.baseNow, minorUnit),
  ];
  const sign = base < 0n ? -1n : 1n;
  const baseAfter = baseBefore + baseNow;
  if (baseBefore * sign < 0n || baseNow * sign < 0n || baseAfter * sign > base * sign) {
    throw new RangeError('Credits of a line lie between nothing and its base.');
  }
  if (base === 0n) return { before: 0n, after: 0n };
  const dueAfter = (returned: bigint) => roundQuotient(tax * returned * sign, base * sign, tieRule);
  const after = dueAfter(baseAfter);
  if (credit.taxBefore === undefined) return { before: dueAfter(baseBefore), after };
  const before = toUnits(credit.taxBefore, minorUnit);
  // No credit takes back what an earlier one gave too much: it returns nothing, and a later one less.
  const isEnough = tax < 0n ? before <= after : before >= after;
  return { before, after: isEnough ? before : after };
}
