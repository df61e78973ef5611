import { allocate } from './allocation.ts';
import type { CalculationOptions } from './assessment.ts';
import { type Decimal, decimalText } from './decimal.ts';
import { Fraction, fractionOf, proportions, sumOfFractions, zeroFraction } from './fraction.ts';

/** A line whose tax is still exact. */
export type ExactLine = {
  /** Signed, in minor units; with tax inside when prices include it. */
  readonly base: bigint;
  readonly quantity: Decimal;
  /** With the sign of the base. */
  readonly exactTax: Fraction;
  readonly taxRate: Decimal;
};

export type Rounding = Pick<CalculationOptions, 'roundingLevel' | 'tieRule' | 'inclusiveRounding'> & {
  readonly isTaxInclusive: boolean;
};

/** Step 7: the tax of each line in minor units, rounded once where the tenant wants it rounded. */
export function roundTaxes(lines: readonly ExactLine[], rounding: Rounding): bigint[] {
  switch (rounding.roundingLevel) {
    case 'LINE':
      return lines.map((line) => roundTax(line.exactTax, line.base, rounding));
    case 'UNIT':
      return lines.map((line) => roundPerPiece(line, rounding));
    case 'DOCUMENT':
      return roundTogether(lines, rounding);
    case 'DOCUMENT_PER_RATE':
      return roundPerRate(lines, rounding);
  }
}

/** Rounding the net instead of the tax inside a price matters on ties only. */
function roundTax(exactTax: Fraction, base: bigint, { isTaxInclusive, inclusiveRounding, tieRule }: Rounding): bigint {
  if (!isTaxInclusive || inclusiveRounding === 'TAX') return exactTax.rounded(tieRule);
  return base - new Fraction(base).minus(exactTax).rounded(tieRule);
}

function roundPerPiece({ base, exactTax, ...line }: ExactLine, rounding: Rounding): bigint {
  const quantity = fractionOf(line.quantity);
  const basePerPiece = new Fraction(base).dividedBy(quantity);
  const taxPerPiece = exactTax.dividedBy(quantity);
  // A piece whose price is no whole number of minor units has no tie of net and tax to choose between.
  const isWholePrice = basePerPiece.numerator % basePerPiece.denominator === 0n;
  const rounded = isWholePrice
    ? roundTax(taxPerPiece, basePerPiece.numerator / basePerPiece.denominator, rounding)
    : taxPerPiece.rounded(rounding.tieRule);
  return new Fraction(rounded).times(quantity).rounded(rounding.tieRule);
}

function roundPerRate(lines: readonly ExactLine[], rounding: Rounding): bigint[] {
  const indexesByRate = new Map<string, number[]>();
  for (const [index, { taxRate }] of lines.entries()) {
    const rate = decimalText(taxRate);
    const indexes = indexesByRate.get(rate);
    if (indexes) indexes.push(index);
    else indexesByRate.set(rate, [index]);
  }
  const taxes: bigint[] = lines.map(() => 0n);
  for (const indexes of indexesByRate.values()) {
    const group = indexes.map((index) => lines[index]!);
    for (const [position, tax] of roundTogether(group, rounding).entries()) taxes[indexes[position]!] = tax;
  }
  return taxes;
}

/**
 * One rounded tax for all lines, split over them in proportion to their exact taxes. Lines above and below zero are
 * split apart, because a proportion of mixed signs means nothing; the side that prevails is rounded, the other takes
 * the rest, so that negating every line negates every tax.
 */
function roundTogether(lines: readonly ExactLine[], rounding: Rounding): bigint[] {
  const charged = sideOf(lines, (line) => line.exactTax.numerator > 0n);
  const returned = sideOf(lines, (line) => line.exactTax.numerator < 0n);
  const total = roundTax(charged.exactTax.plus(returned.exactTax), charged.base + returned.base, rounding);
  const [leading, following] =
    charged.exactTax.compare(returned.exactTax.negated()) >= 0 ? [charged, returned] : [returned, charged];
  const leadingTax = following.exactTax.isZero ? total : roundTax(leading.exactTax, leading.base, rounding);
  const leadingTaxes = allocate(leadingTax, leading.weights);
  const followingTaxes = allocate(total - leadingTax, following.weights);
  return lines.map((_, index) => leadingTaxes[index]! + followingTaxes[index]!);
}

type Side = { readonly base: bigint; readonly exactTax: Fraction; readonly weights: readonly bigint[] };

function sideOf(lines: readonly ExactLine[], isOfSide: (line: ExactLine) => boolean): Side {
  const members = lines.map((line) => (isOfSide(line) ? line.exactTax : zeroFraction));
  const base = lines.reduce((total, line) => (isOfSide(line) ? total + line.base : total), 0n);
  const magnitudes = proportions(members).map((weight) => (weight < 0n ? -weight : weight));
  return { base, exactTax: sumOfFractions(members), weights: magnitudes };
}
