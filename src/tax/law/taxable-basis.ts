import type { TaxReason } from '../model/reasons.ts';
import type { BasisRule } from '../model/rule.ts';
import type { Decimal } from '../numbers/decimal.ts';
import { type Fraction, fractionOf, oneFraction, zeroFraction } from '../numbers/fraction.ts';

/**
 * The taxable basis of a term as a linear function of the net amount: `fixed + slope * net`. Within a bracket every
 * basis has this form, so the net amount of a tax-inclusive price can be solved for exactly.
 */
export type Basis = { readonly fixed: Fraction; readonly slope: Fraction };

export const wholeBasis: Basis = { fixed: zeroFraction, slope: oneFraction };
export const noBasis: Basis = { fixed: zeroFraction, slope: zeroFraction };

/** The limits of a basis, lowest first, as amounts per unit. */
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
      return rule.toAmount === null ? [rule.fromAmount] : [rule.fromAmount, rule.toAmount];
  }
}

/** A limit for the whole line: the limit per unit, multiplied by the quantity. */
export type LineLimit = { readonly amount: Fraction; readonly side: LimitSide };

/** The side of a limit on which the net amount lies. */
export type LimitSide = 'below' | 'at' | 'above';

export function basisWithin(rule: BasisRule, [first, second]: readonly LineLimit[]): Basis {
  switch (rule.kind) {
    case 'full':
      return wholeBasis;
    case 'share':
      return { fixed: zeroFraction, slope: fractionOf(rule.share) };
    case 'exempt-below':
      return first!.side === 'below' ? noBasis : wholeBasis;
    case 'excess-above':
      return first!.side === 'above' ? { fixed: first!.amount.negated(), slope: oneFraction } : noBasis;
    case 'up-to':
      return first!.side === 'above' ? { fixed: first!.amount, slope: zeroFraction } : wholeBasis;
    case 'between':
      if (second?.side === 'above') return { fixed: second.amount.minus(first!.amount), slope: zeroFraction };
      return first!.side === 'above' ? { fixed: first!.amount.negated(), slope: oneFraction } : noBasis;
  }
}

/**
 * The result is never negative: where the tax jumps at a limit, the net amount can fall back below the limit, leaving
 * nothing above it.
 */
export function basisAmount(basis: Basis, net: Fraction): Fraction {
  if (basis === wholeBasis) return net;
  const amount = basis.fixed.plus(basis.slope.times(net));
  return amount.numerator < 0n ? zeroFraction : amount;
}

/** The reason that the basis implies; null if it implies none. */
export function basisReason(rule: BasisRule, basis: Basis, limits: readonly LineLimit[]): TaxReason | null {
  switch (rule.kind) {
    case 'full':
    case 'share':
      return null;
    case 'exempt-below':
    case 'excess-above':
      return basis === noBasis ? 'BELOW_THRESHOLD' : 'ABOVE_THRESHOLD';
    case 'up-to':
      return limits[0]!.side === 'above' ? 'CAP_REACHED' : null;
    case 'between':
      if (limits[1]?.side === 'above') return 'CAP_REACHED';
      return basis === noBasis ? 'BELOW_THRESHOLD' : 'ABOVE_THRESHOLD';
  }
}
