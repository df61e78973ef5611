import { type Decimal, powerOfTen } from '../numbers/decimal.ts';
import { Fraction, fractionOf, sumOfFractions, zeroFraction } from '../numbers/fraction.ts';
import { type Relief, type ReliefFactors, reliefFactors } from './exemptions.ts';
import type { RuleAtPlace, TermAtPlace } from './rule-at-place.ts';
import { type Basis, basisWithin, type LimitSide, type LineLimit, limitsOf, noBasis } from './taxable-basis.ts';

/** The amounts of a line that a rule depends on. */
export type LineToTax = {
  /** The absolute base of the line, in minor units; including tax if prices include it. */
  readonly magnitude: bigint;
  readonly isTaxInclusive: boolean;
  readonly quantity: Decimal;
  readonly minorUnit: number;
  readonly relief: Relief | null;
  /** The share of a shipping fee that relates to taxable goods; one for an item. */
  readonly goodsShare: Fraction;
};

/**
 * The bracket of a rule between two of its price limits. Within a bracket the tax is linear in the net amount:
 * `fixedTax + slope * net`. Each jurisdiction may have its own taxable basis.
 */
export type Bracket = {
  readonly terms: readonly BracketTerm[];
  readonly factors: ReliefFactors;
  readonly isRelieved: boolean;
  readonly fixedTax: Fraction;
  readonly slope: Fraction;
};

export type BracketTerm = {
  readonly term: TermAtPlace;
  readonly limits: readonly LineLimit[];
  /** The basis before any relief. */
  readonly basis: Basis;
};

/** The bracket of a net amount, given its side of each limit. */
export function bracketOf(rule: RuleAtPlace, line: LineToTax, sideAt: (limit: Fraction) => LimitSide): Bracket {
  const terms = rule.terms.map((term) => bracketTerm(term, line, sideAt));
  const taxing = terms.filter(({ basis }) => basis !== noBasis);
  const relief = reliefFactors(line.relief, sumOfFractions(taxing.map(({ term }) => term.rate)));
  const factors = { rate: relief.rate, basis: relief.basis.times(line.goodsShare) };
  const factor = factors.rate.times(factors.basis);
  let [fixedTax, slope] = [zeroFraction, zeroFraction];
  for (const { term, basis } of taxing) {
    const rate = term.rate.times(factor);
    fixedTax = fixedTax.plus(rate.times(basis.fixed)).plus(fixedAmounts(term, line));
    slope = slope.plus(rate.times(basis.slope));
  }
  return { terms, factors, isRelieved: !relief.rate.isOne || !relief.basis.isOne, fixedTax, slope };
}

export function taxIn({ fixedTax, slope }: Bracket, net: Fraction): Fraction {
  return fixedTax.plus(slope.times(net));
}

/** Every limit of a rule as an amount for the whole line, lowest first. */
export function limitsOfLine(rule: RuleAtPlace, line: LineToTax): Fraction[] {
  const limits = rule.terms.flatMap(({ basis }) => limitsOf(basis));
  return limits.map((limit) => onWholeLine(fractionOf(limit), line)).sort((a, b) => a.compare(b));
}

/** An amount per unit, multiplied by the quantity of a line, in minor units. */
export function onWholeLine(amountPerPiece: Fraction, { quantity, minorUnit }: LineToTax): Fraction {
  return amountPerPiece.times(fractionOf(quantity)).times(new Fraction(powerOfTen(minorUnit)));
}

/** An amount per unit is due on every unit with a price. No relief lowers it, and free units are not charged. */
export function fixedAmount(amountPerPiece: Fraction, line: LineToTax): Fraction {
  return line.magnitude === 0n ? zeroFraction : onWholeLine(amountPerPiece, line);
}

function fixedAmounts({ components }: TermAtPlace, line: LineToTax): Fraction {
  return sumOfFractions(components.map(({ amountPerPiece }) => fixedAmount(amountPerPiece, line)));
}

function bracketTerm(term: TermAtPlace, line: LineToTax, sideAt: (limit: Fraction) => LimitSide): BracketTerm {
  const limits = limitsOf(term.basis).map((limit) => {
    const amount = onWholeLine(fractionOf(limit), line);
    return { amount, side: sideAt(amount) };
  });
  return { term, limits, basis: basisWithin(term.basis, limits) };
}

/** Returns a function that compares the amount with a limit. */
export function limitSideOf(amount: Fraction): (limit: Fraction) => LimitSide {
  return (limit) => {
    const comparison = amount.compare(limit);
    return comparison < 0 ? 'below' : comparison === 0 ? 'at' : 'above';
  };
}
