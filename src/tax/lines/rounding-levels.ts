import type { CalculationOptions, PlaceToAssess } from '../model/assessment.ts';
import { allocate } from '../numbers/allocation.ts';
import { type Decimal, decimalText } from '../numbers/decimal.ts';
import { Fraction, fractionOf, proportions, sumOfFractions, zeroFraction } from '../numbers/fraction.ts';

/** A line whose tax is still exact. */
export type ExactLine = {
  /** The place that taxes the line; undefined if it is the document's place. */
  readonly at: PlaceToAssess | undefined;
  /** Signed, in minor units; including tax if prices include it. */
  readonly base: bigint;
  readonly quantity: Decimal;
  /** Has the sign of the base. */
  readonly exactTax: Fraction;
  /** The exact tax of each jurisdiction if each levies a separate tax; null if one tax is rounded and allocated. */
  readonly exactParts: readonly Fraction[] | null;
  readonly taxRate: Decimal;
  /** Set if the law of the country prescribes one rounding per rate. */
  readonly roundingLaw?: { readonly country: string; readonly source: string } | undefined;
};

/** The rounded tax on a line, including each jurisdiction's tax if jurisdictions are rounded separately. */
export type RoundedTax = { readonly tax: bigint; readonly parts: readonly bigint[] | null };

export type Rounding = Pick<CalculationOptions, 'roundingLevel' | 'roundingMode' | 'inclusiveRounding'> & {
  readonly isTaxInclusive: boolean;
};

/**
 * Step 7: the tax on each line in minor units, rounded at the level chosen by the tenant. Separate taxes are rounded
 * separately.
 */
export function roundTaxes(lines: readonly ExactLine[], rounding: Rounding): RoundedTax[] {
  const shared = roundAtLevel(withoutParts(lines), rounding);
  const most = lines.reduce((count, { exactParts }) => Math.max(count, exactParts?.length ?? 0), 0);
  const apart = Array.from({ length: most }, (_, part) => roundAtLevel(linesOfPart(lines, part), rounding));
  return lines.map(({ exactParts }, index) => {
    if (exactParts === null) return { tax: shared[index]!, parts: null };
    const parts = exactParts.map((_, part) => apart[part]![index]!);
    return { tax: parts.reduce((sum, one) => sum + one, 0n), parts };
  });
}

function withoutParts(lines: readonly ExactLine[]): readonly ExactLine[] {
  if (lines.every(({ exactParts }) => exactParts === null)) return lines;
  return lines.map((line) => (line.exactParts ? { ...line, exactTax: zeroFraction } : line));
}

/** The lines with the exact tax of only one of several separate taxes. */
export function linesOfPart(lines: readonly ExactLine[], part: number): ExactLine[] {
  return lines.map((line) => ({ ...line, exactTax: line.exactParts?.[part] ?? zeroFraction, exactParts: null }));
}

function roundAtLevel(lines: readonly ExactLine[], rounding: Rounding): bigint[] {
  const taxes =
    rounding.roundingLevel === 'UNIT'
      ? lines.map((line) => roundPerPiece(line, rounding))
      : lines.map((line) => roundTax(line.exactTax, line.base, rounding));
  for (const indexes of groupsRounded(lines, rounding.roundingLevel)) {
    const group = indexes.map((index) => lines[index]!);
    for (const [position, tax] of roundTogether(group, rounding).entries()) taxes[indexes[position]!] = tax;
  }
  return taxes;
}

/** The indexes of the lines in each group whose tax is rounded together; other lines are rounded individually. */
export function groupsRounded(lines: readonly ExactLine[], level: Rounding['roundingLevel']): number[][] {
  switch (level) {
    case 'LINE':
    case 'UNIT':
      return [];
    case 'BY_LAW':
      return indexesByLaw(lines);
    case 'DOCUMENT':
      return indexesBy(lines, ({ at }) => at);
    case 'DOCUMENT_PER_RATE':
      return indexesByRate(lines);
  }
}

/**
 * Rounding the net amount instead of the included tax makes a difference for ties and, with the modes `UP` and `DOWN`,
 * for every fraction.
 */
function roundTax(exactTax: Fraction, base: bigint, rounding: Rounding): bigint {
  if (!isNetRounded(rounding)) return exactTax.rounded(rounding.roundingMode);
  return base - new Fraction(base).minus(exactTax).rounded(rounding.roundingMode);
}

export function isNetRounded({ isTaxInclusive, inclusiveRounding }: Rounding): boolean {
  return isTaxInclusive && inclusiveRounding === 'NET';
}

function roundPerPiece(line: ExactLine, rounding: Rounding): bigint {
  const { tax } = roundPiece(line, rounding);
  return new Fraction(tax).times(fractionOf(line.quantity)).rounded(rounding.roundingMode);
}

/** One piece of a line, with its exact price, exact tax and rounded tax. */
type RoundedPiece = {
  readonly price: Fraction;
  readonly exactTax: Fraction;
  readonly tax: bigint;
  readonly isNetRounded: boolean;
};

export function roundPiece({ base, exactTax, quantity }: ExactLine, rounding: Rounding): RoundedPiece {
  const pieces = fractionOf(quantity);
  const price = new Fraction(base).dividedBy(pieces);
  const taxOfPiece = exactTax.dividedBy(pieces);
  // If the unit price is not a whole number of minor units, net and tax cannot both be whole, so the tax is rounded.
  const isWholePrice = price.numerator % price.denominator === 0n;
  const tax = isWholePrice
    ? roundTax(taxOfPiece, price.numerator / price.denominator, rounding)
    : taxOfPiece.rounded(rounding.roundingMode);
  return { price, exactTax: taxOfPiece, tax, isNetRounded: isWholePrice && isNetRounded(rounding) };
}

/** Groups lines by place and rate; the tax of one place is due together. */
function indexesByRate(lines: readonly ExactLine[]): number[][] {
  const places = indexesBy(lines, ({ at }) => at);
  return places.flatMap((ofPlace) => indexesBy(lines, ({ taxRate }) => decimalText(taxRate), ofPlace));
}

/** Groups lines by rate in countries that prescribe one rounding per rate, across all places of the country. */
function indexesByLaw(lines: readonly ExactLine[]): number[][] {
  const prescribed = [...lines.keys()].filter((index) => lines[index]!.roundingLaw);
  return indexesBy(lines, ({ roundingLaw, taxRate }) => `${roundingLaw!.country} ${decimalText(taxRate)}`, prescribed);
}

/** Groups indexes by key, in order of first appearance of each key. */
function indexesBy(
  lines: readonly ExactLine[],
  keyOf: (line: ExactLine) => unknown,
  among: Iterable<number> = lines.keys(),
): number[][] {
  const groups = new Map<unknown, number[]>();
  for (const index of among) {
    const key = keyOf(lines[index]!);
    const indexes = groups.get(key);
    if (indexes) indexes.push(index);
    else groups.set(key, [index]);
  }
  return [...groups.values()];
}

/**
 * Rounds one tax for all lines and splits it in proportion to their exact taxes. Positive and negative lines are
 * allocated separately, because a proportion of mixed signs is meaningless. The larger side is rounded and the other
 * receives the remainder, so that negating every line negates every tax.
 */
function roundTogether(lines: readonly ExactLine[], rounding: Rounding): bigint[] {
  const { leading, following, total, leadingTax } = roundSum(lines, rounding);
  const leadingTaxes = allocate(leadingTax, leading.weights);
  const followingTaxes = allocate(total - leadingTax, following.weights);
  return lines.map((_, index) => leadingTaxes[index]! + followingTaxes[index]!);
}

/** The combined rounded tax on several lines, and the part of it for the larger side. */
type RoundedSum = {
  readonly leading: Side;
  readonly following: Side;
  readonly total: bigint;
  readonly leadingTax: bigint;
};

export function roundSum(lines: readonly ExactLine[], rounding: Rounding): RoundedSum {
  const charged = sideOf(lines, (line) => line.exactTax.numerator > 0n);
  const returned = sideOf(lines, (line) => line.exactTax.numerator < 0n);
  const total = roundTax(charged.exactTax.plus(returned.exactTax), charged.base + returned.base, rounding);
  const [leading, following] =
    charged.exactTax.compare(returned.exactTax.negated()) >= 0 ? [charged, returned] : [returned, charged];
  const leadingTax = following.exactTax.isZero ? total : roundTax(leading.exactTax, leading.base, rounding);
  return { leading, following, total, leadingTax };
}

export type Side = { readonly base: bigint; readonly exactTax: Fraction; readonly weights: readonly bigint[] };

function sideOf(lines: readonly ExactLine[], isOfSide: (line: ExactLine) => boolean): Side {
  const members = lines.map((line) => (isOfSide(line) ? line.exactTax : zeroFraction));
  const base = lines.reduce((total, line) => (isOfSide(line) ? total + line.base : total), 0n);
  const magnitudes = proportions(members).map((weight) => (weight < 0n ? -weight : weight));
  return { base, exactTax: sumOfFractions(members), weights: magnitudes };
}
