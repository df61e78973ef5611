import {
  type ExactLine,
  indexesByPlace,
  indexesByRate,
  isNetRounded,
  type Rounding,
  roundPiece,
  roundSum,
  type Side,
} from '../lines/rounding-levels.ts';
import { exactLineOf } from '../lines/taxed-lines.ts';
import type { CalculationOptions, DocumentToAssess } from '../model/assessment.ts';
import { type Decimal, fromUnits } from '../numbers/decimal.ts';
import { Fraction, fractionOf } from '../numbers/fraction.ts';
import type { Allocation, Rounded, StepFacts } from './trace.ts';
import { allocationsOf } from './trace-allocation.ts';
import { inCurrency, linesOf, type Workings } from './workings.ts';

/** Step 7: every rounded amount before and after, for the document and for each line. */
type RoundingSteps = { readonly ofDocument: StepFacts[]; readonly ofLines: StepFacts[][] };

export function roundingSteps(workings: Workings): RoundingSteps {
  const { options, isTaxInclusive } = workings.document;
  const rounding = { ...options, isTaxInclusive };
  const exact = workings.lines.map(exactLineOf);
  const stripped = linesOf(workings).map(({ taxed }) => strippedSteps(taxed, workings.document));
  const { ofDocument, ofLines } = byLevel(options.roundingLevel, exact, rounding, workings);
  return { ofDocument, ofLines: ofLines.map((steps, index) => [...stripped[index]!, ...steps]) };
}

function byLevel(
  level: CalculationOptions['roundingLevel'],
  exact: readonly ExactLine[],
  rounding: Rounding,
  { taxes, document: { minorUnit } }: Workings,
): RoundingSteps {
  switch (level) {
    case 'LINE':
      return {
        ofDocument: [],
        ofLines: exact.map((line, index) => [
          { kind: 'TAX_ROUNDED', ...roundedOf(asSide(line), taxes[index]!, rounding, minorUnit) },
        ]),
      };
    case 'UNIT':
      return {
        ofDocument: [],
        ofLines: exact.map((line, index) => pieceSteps(line, taxes[index]!, rounding, minorUnit)),
      };
    case 'DOCUMENT':
      return together(indexesByPlace(exact), exact, rounding, { taxes, minorUnit, isPerRate: false });
    case 'DOCUMENT_PER_RATE':
      return together(indexesByRate(exact), exact, rounding, { taxes, minorUnit, isPerRate: true });
  }
}

type Sum = Pick<Side, 'base' | 'exactTax'>;

const asSide = ({ base, exactTax }: ExactLine): Sum => ({ base, exactTax });

function roundedOf({ base, exactTax }: Sum, tax: bigint, rounding: Rounding, minorUnit: number): Rounded {
  const isNet = isNetRounded(rounding);
  const price = new Fraction(base);
  return {
    rounds: isNet ? 'NET' : 'TAX',
    price: inCurrency(price, minorUnit),
    from: inCurrency(isNet ? price.minus(exactTax) : exactTax, minorUnit),
    to: fromUnits(isNet ? base - tax : tax, minorUnit),
    tax: fromUnits(tax, minorUnit),
    roundingMode: rounding.roundingMode,
  };
}

function pieceSteps(line: ExactLine, tax: bigint, rounding: Rounding, minorUnit: number): StepFacts[] {
  const piece = roundPiece(line, rounding);
  const { price, exactTax, isNetRounded: isNet } = piece;
  const inMoney = (units: bigint) => fromUnits(units, minorUnit);
  const { roundingMode } = rounding;
  // A net amount is rounded only if the price of a piece is a whole number of minor units.
  const net = isNet ? price.numerator / price.denominator - piece.tax : 0n;
  const product = inCurrency(new Fraction(piece.tax).times(fractionOf(line.quantity)), minorUnit);
  const whole = inCurrency(new Fraction(line.base), minorUnit);
  return [
    {
      kind: 'UNIT_TAX_ROUNDED',
      quantity: line.quantity,
      rounds: isNet ? 'NET' : 'TAX',
      price: inCurrency(price, minorUnit),
      from: inCurrency(isNet ? price.minus(exactTax) : exactTax, minorUnit),
      to: inMoney(isNet ? net : piece.tax),
      tax: inMoney(piece.tax),
      roundingMode,
    },
    {
      kind: 'TAX_ROUNDED',
      rounds: 'TAX',
      price: whole,
      from: product,
      to: inMoney(tax),
      tax: inMoney(tax),
      roundingMode,
    },
  ];
}

type Groups = { readonly taxes: readonly bigint[]; readonly minorUnit: number; readonly isPerRate: boolean };

function together(
  groups: readonly (readonly number[])[],
  exact: readonly ExactLine[],
  rounding: Rounding,
  { taxes, minorUnit, isPerRate }: Groups,
): RoundingSteps {
  const ofLines: StepFacts[][] = exact.map(() => []);
  const ofDocument: StepFacts[] = [];
  for (const indexes of groups) {
    const lines = indexes.map((index) => exact[index]!);
    const rate = isPerRate ? lines[0]!.taxRate : null;
    ofDocument.push(...sumSteps(lines, rate, rounding, minorUnit));
    const allocations = sharesOf(
      lines,
      indexes.map((index) => taxes[index]!),
      rounding,
      minorUnit,
    );
    for (const [position, index] of indexes.entries()) {
      ofLines[index]!.push({ kind: 'TAX_SHARED', allocation: allocations[position]! });
    }
  }
  return { ofDocument, ofLines };
}

function sumSteps(
  lines: readonly ExactLine[],
  rate: Decimal | null,
  rounding: Rounding,
  minorUnit: number,
): StepFacts[] {
  const { leading, following, total, leadingTax } = roundSum(lines, rounding);
  const all = { base: leading.base + following.base, exactTax: leading.exactTax.plus(following.exactTax) };
  const whole = { ...roundedOf(all, total, rounding, minorUnit), rate };
  const steps: StepFacts[] = [{ kind: 'TAXES_ROUNDED_TOGETHER', side: 'ALL', ...whole }];
  if (following.exactTax.isZero) return steps;
  const side = leading.exactTax.numerator > 0n ? 'CHARGED' : 'RETURNED';
  const prevailing = { ...roundedOf(leading, leadingTax, rounding, minorUnit), rate };
  return [...steps, { kind: 'TAXES_ROUNDED_TOGETHER', side, ...prevailing }];
}

/** Each line gets its part of the tax of its side. A line without tax is on neither side. */
function sharesOf(
  lines: readonly ExactLine[],
  taxes: readonly bigint[],
  rounding: Rounding,
  minorUnit: number,
): Allocation[] {
  const { leading, following } = roundSum(lines, rounding);
  const ofSide = ({ weights }: Side) =>
    allocationsOf(
      taxes.map((tax, index) => (weights[index] === 0n ? 0n : tax)),
      weights,
      minorUnit,
    );
  const [led, followed] = [ofSide(leading), ofSide(following)];
  return lines.map((_, index) => (following.weights[index] === 0n ? led[index]! : followed[index]!));
}

function strippedSteps(
  taxed: Workings['lines'][number],
  { isTaxInclusive, minorUnit }: Pick<DocumentToAssess, 'isTaxInclusive' | 'minorUnit'>,
): StepFacts[] {
  const embedded = taxed.amounts.base - taxed.base;
  if (!isTaxInclusive || embedded === 0n) return [];
  const { exactTax } = exactLineOf({ ...taxed, base: taxed.amounts.base, lineTax: taxed.ordinaryTax });
  return [
    {
      kind: 'TAX_STRIPPED',
      from: inCurrency(exactTax, minorUnit),
      to: fromUnits(embedded, minorUnit),
      base: fromUnits(taxed.base, minorUnit),
    },
  ];
}
