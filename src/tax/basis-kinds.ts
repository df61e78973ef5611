import type { Decimal } from './decimal.ts';
import { type Fraction, fractionOf, oneFraction, zeroFraction } from './fraction.ts';
import type { TaxReason } from './reasons.ts';
import type { BasisRule } from './rule.ts';

/**
 * The taxable basis of a term as a straight line over the net amount: `fixed + slope * net`. Between two limits of a
 * rule every basis is one, which lets a tax-inclusive price be solved for its net amount exactly.
 */
export type Basis = { readonly fixed: Fraction; readonly slope: Fraction };

export const wholeBasis: Basis = { fixed: zeroFraction, slope: oneFraction };
export const noBasis: Basis = { fixed: zeroFraction, slope: zeroFraction };

/** The limits of a basis, lowest first, as amounts per piece. */
export function limitsOf(rule: BasisRule): readonly Decimal[] {
  switch (rule.kind) {
    case 'full':
    case 'share':
      return [];
    case 'exempt-below':
    case 'excess-above':
    case 'up-to':
      return [rule.amount];
    case 'between':
      return [rule.fromAmount, rule.toAmount];
  }
}

/** A limit of a basis, multiplied by the quantity instead of dividing the price: no piece is ever rounded. */
export type LineLimit = { readonly amount: Fraction; readonly isReached: boolean };

export function basisWithin(rule: BasisRule, [first, second]: readonly LineLimit[]): Basis {
  switch (rule.kind) {
    case 'full':
      return wholeBasis;
    case 'share':
      return { fixed: zeroFraction, slope: fractionOf(rule.share) };
    case 'exempt-below':
      return first!.isReached ? wholeBasis : noBasis;
    case 'excess-above':
      return first!.isReached ? { fixed: first!.amount.negated(), slope: oneFraction } : noBasis;
    case 'up-to':
      return first!.isReached ? { fixed: first!.amount, slope: zeroFraction } : wholeBasis;
    case 'between':
      if (second!.isReached) return { fixed: second!.amount.minus(first!.amount), slope: zeroFraction };
      return first!.isReached ? { fixed: first!.amount.negated(), slope: oneFraction } : noBasis;
  }
}

export function basisAmount(basis: Basis, net: Fraction): Fraction {
  if (basis === wholeBasis) return net;
  return basis.fixed.plus(basis.slope.times(net));
}

/** Why a basis is more or less than the whole price; null where the kind of basis has nothing to say. */
export function basisReason(
  rule: BasisRule,
  amount: Fraction,
  net: Fraction,
  limits: readonly LineLimit[],
): TaxReason | null {
  switch (rule.kind) {
    case 'full':
    case 'share':
      return null;
    case 'exempt-below':
    case 'excess-above':
      return amount.isZero ? 'BELOW_THRESHOLD' : 'ABOVE_THRESHOLD';
    case 'up-to':
      return amount.compare(net) < 0 ? 'CAP_REACHED' : null;
    case 'between':
      if (amount.isZero) return 'BELOW_THRESHOLD';
      return net.compare(limits[1]!.amount) > 0 ? 'CAP_REACHED' : 'ABOVE_THRESHOLD';
  }
}
