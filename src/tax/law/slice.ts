import { type Decimal, powerOfTen } from '../numbers/decimal.ts';
import { Fraction, fractionOf, sumOfFractions, zeroFraction } from '../numbers/fraction.ts';
import { type Basis, basisWithin, type LineLimit, limitsOf, noBasis, type Standing } from './basis-kinds.ts';
import { type Relief, type ReliefFactors, reliefFactors } from './exemptions.ts';
import type { RuleAtPlace, TermAtPlace } from './rule-at-place.ts';

/** What a rule has to know of a line to tax it. */
export type LineToTax = {
  /** The base of the line without its sign, in minor units; with tax inside when prices include it. */
  readonly magnitude: bigint;
  readonly isTaxInclusive: boolean;
  readonly quantity: Decimal;
  readonly minorUnit: number;
  readonly relief: Relief | null;
  /** The share of a shipping fee that carries taxable goods; one for an item. */
  readonly goodsShare: Fraction;
};

/**
 * A rule between two of its limits. There the tax is a straight line over the net amount, `fixedTax + slope * net`;
 * the bases of different jurisdictions may differ.
 */
export type Slice = {
  readonly terms: readonly TermInSlice[];
  readonly factors: ReliefFactors;
  readonly isRelieved: boolean;
  readonly fixedTax: Fraction;
  readonly slope: Fraction;
};

export type TermInSlice = {
  readonly term: TermAtPlace;
  readonly limits: readonly LineLimit[];
  /** Before any relief. */
  readonly basis: Basis;
};

/** The slice that a net amount lies in, told by where it stands against each limit. */
export function sliceOf(rule: RuleAtPlace, line: LineToTax, standingAt: (limit: Fraction) => Standing): Slice {
  const terms = rule.terms.map((term) => termInSlice(term, line, standingAt));
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

export function taxIn({ fixedTax, slope }: Slice, net: Fraction): Fraction {
  return fixedTax.plus(slope.times(net));
}

/** Every limit of a rule as an amount of the whole line, lowest first. */
export function limitsOfLine(rule: RuleAtPlace, line: LineToTax): Fraction[] {
  const limits = rule.terms.flatMap(({ basis }) => limitsOf(basis));
  return limits.map((limit) => onWholeLine(fractionOf(limit), line)).sort((a, b) => a.compare(b));
}

/** What an amount of money per piece comes to on all pieces of a line, in minor units. */
export function onWholeLine(amountPerPiece: Fraction, { quantity, minorUnit }: LineToTax): Fraction {
  return amountPerPiece.times(fractionOf(quantity)).times(new Fraction(powerOfTen(minorUnit)));
}

/** An amount per piece is due on pieces that cost something: no relief lowers it, and a free piece does not bear it. */
export function fixedAmount(amountPerPiece: Fraction, line: LineToTax): Fraction {
  return line.magnitude === 0n ? zeroFraction : onWholeLine(amountPerPiece, line);
}

function fixedAmounts({ levies }: TermAtPlace, line: LineToTax): Fraction {
  return sumOfFractions(levies.map(({ amountPerPiece }) => fixedAmount(amountPerPiece, line)));
}

function termInSlice(term: TermAtPlace, line: LineToTax, standingAt: (limit: Fraction) => Standing): TermInSlice {
  const limits = limitsOf(term.basis).map((limit) => {
    const amount = onWholeLine(fractionOf(limit), line);
    return { amount, net: standingAt(amount) };
  });
  return { term, limits, basis: basisWithin(term.basis, limits) };
}

/** Tells where one amount stands against others. */
export function standingOf(amount: Fraction): (limit: Fraction) => Standing {
  return (limit) => {
    const comparison = amount.compare(limit);
    return comparison < 0 ? 'below' : comparison === 0 ? 'at' : 'above';
  };
}
