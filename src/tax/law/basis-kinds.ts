import type { TaxReason } from '../model/reasons.ts';
import type { BasisRule } from '../model/rule.ts';
import type { Decimal } from '../numbers/decimal.ts';
import { type Fraction, fractionOf, oneFraction, zeroFraction } from '../numbers/fraction.ts';

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
export type LineLimit = { readonly amount: Fraction; readonly net: Standing };

/** Where the net amount stands against a limit. */
export type Standing = 'below' | 'at' | 'above';

export function basisWithin(rule: BasisRule, [first, second]: readonly LineLimit[]): Basis {
  switch (rule.kind) {
    case 'full':
      return wholeBasis;
    case 'share':
      return { fixed: zeroFraction, slope: fractionOf(rule.share) };
    case 'exempt-below':
      return first!.net === 'below' ? noBasis : wholeBasis;
    case 'excess-above':
      return first!.net === 'above' ? { fixed: first!.amount.negated(), slope: oneFraction } : noBasis;
    case 'up-to':
      return first!.net === 'above' ? { fixed: first!.amount, slope: zeroFraction } : wholeBasis;
    case 'between':
      if (second!.net === 'above') return { fixed: second!.amount.minus(first!.amount), slope: zeroFraction };
      return first!.net === 'above' ? { fixed: first!.amount.negated(), slope: oneFraction } : noBasis;
  }
}

/** Never below zero: a net that a jump of the tax pushed back under a limit has nothing above that limit. */
export function basisAmount(basis: Basis, net: Fraction): Fraction {
  if (basis === wholeBasis) return net;
  const amount = basis.fixed.plus(basis.slope.times(net));
  return amount.numerator < 0n ? zeroFraction : amount;
}

/** Why a basis is more or less than the whole price; null where the kind of basis has nothing to say. */
export function basisReason(rule: BasisRule, basis: Basis, limits: readonly LineLimit[]): TaxReason | null {
  switch (rule.kind) {
    case 'full':
    case 'share':
      return null;
    case 'exempt-below':
    case 'excess-above':
      return basis === noBasis ? 'BELOW_THRESHOLD' : 'ABOVE_THRESHOLD';
    case 'up-to':
      return limits[0]!.net === 'above' ? 'CAP_REACHED' : null;
    case 'between':
      if (limits[1]!.net === 'above') return 'CAP_REACHED';
      return basis === noBasis ? 'BELOW_THRESHOLD' : 'ABOVE_THRESHOLD';
  }
}
