import {
  type ExactLine,
  groupsRounded,
  isNetRounded,
  linesOfPart,
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
import { inCurrency, type Workings } from './workings.ts';

/**
 * Step 7: every amount before and after rounding, for the document and for each line. The steps of a line are created
 * on request.
 */
type RoundingSteps = {
  readonly ofDocument: readonly StepFacts[];
  readonly ofLine: (index: number) => readonly StepFacts[];
};

export function roundingSteps(workings: Workings): RoundingSteps {
  const { options, isTaxInclusive } = workings.document;
  const rounding = { ...options, isTaxInclusive };
  const { exact, rounded, lines } = workings;
  const { minorUnit } = workings.document;
  const level = options.roundingLevel;
  const areShared = exact.map(({ exactParts }) => exactParts === null);
  const shared = { taxes: rounded.map(({ tax }) => tax), minorUnit, isOf: (index: number) => areShared[index]! };
  const found = [byLevel(level, exact, rounding, shared), ...separateSteps(workings, rounding)];
  return {
    ofDocument: found.flatMap(({ ofDocument }) => ofDocument),
    ofLine: (index) => [
      ...strippedSteps(lines[index]!, workings.document),
      ...found.flatMap(({ ofLine }) => ofLine(index)),
    ],
  };
}

function separateSteps({ exact, rounded, lines, document }: Workings, rounding: Rounding): RoundingSteps[] {
  const most = exact.reduce((count, { exactParts }) => Math.max(count, exactParts?.length ?? 0), 0);
  return Array.from({ length: most }, (_, part) => {
    const isOf = (index: number) => exact[index]!.exactParts?.[part]?.isZero === false;
    const named = (step: StepFacts, index: number) =>
      ({ ...step, ofTax: lines[index]!.lineTax.split.shares[part]!.jurisdiction }) as StepFacts;
    const taxes = rounded.map(({ parts }) => parts?.[part] ?? 0n);
    const asked = { taxes, minorUnit: document.minorUnit, isOf };
    const { ofDocument, ofLine } = byLevel(document.options.roundingLevel, linesOfPart(exact, part), rounding, asked);
    const first = exact.findIndex((_line, index) => isOf(index));
    return {
      ofDocument: ofDocument.map((step) => named(step, first)),
      ofLine: (index) => ofLine(index).map((step) => named(step, index)),
    };
  });
}

/** The lines to show, with their rounded taxes. */
type AskedLines = {
  readonly taxes: readonly bigint[];
  readonly minorUnit: number;
  readonly isOf: (index: number) => boolean;
};

function byLevel(
  level: CalculationOptions['roundingLevel'],
  exact: readonly ExactLine[],
  rounding: Rounding,
  { taxes, minorUnit, isOf }: AskedLines,
): RoundingSteps {
  const groups = groupsRounded(exact, level)
    .map((indexes) => indexes.filter(isOf))
    .filter((indexes) => indexes.length > 0);
  const isPerRate = level !== 'DOCUMENT';
  const grouped = together(groups, exact, rounding, { taxes, minorUnit, isPerRate });
  const byItself = (index: number): StepFacts[] => {
    const [line, tax] = [exact[index]!, taxes[index]!];
    if (level === 'UNIT') return pieceSteps(line, tax, rounding, minorUnit);
    return [{ kind: 'TAX_ROUNDED', ...roundedOf(asSide(line), tax, rounding, minorUnit) }];
  };
  const isGrouped = new Set(groups.flat());
  return {
    ofDocument: grouped.ofDocument,
    ofLine: (index) => {
      if (isGrouped.has(index)) return grouped.ofLine(index);
      return isOf(index) ? byItself(index) : [];
    },
  };
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
    const { taxRate, roundingLaw } = lines[0]!;
    const rate = isPerRate ? taxRate : null;
    const source = rounding.roundingLevel === 'BY_LAW' ? roundingLaw?.source : undefined;
    const steps = sumSteps(lines, rate, rounding, minorUnit);
    ofDocument.push(...(source === undefined ? steps : steps.map((step) => ({ ...step, source }) as StepFacts)));
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
  return { ofDocument, ofLine: (index) => ofLines[index]! };
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

/** Each line receives its part of its side's tax. A line without tax is on neither side. */
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

/** Compares the taxes, because a part of a shipping fee also has a base that differs from the amounts of its line. */
function strippedSteps(
  taxed: Workings['lines'][number],
  document: Pick<DocumentToAssess, 'minorUnit' | 'place'>,
): StepFacts[] {
  const { minorUnit } = document;
  const isStripped = taxed.ordinaryTax !== taxed.lineTax;
  const embedded = isStripped ? taxed.amounts.base - taxed.base : 0n;
  if (embedded === 0n) return [];
  const { exactTax } = exactLineOf({ ...taxed, base: taxed.amounts.base, lineTax: taxed.ordinaryTax }, document);
  return [
    {
      kind: 'TAX_STRIPPED',
      from: inCurrency(exactTax, minorUnit),
      to: fromUnits(embedded, minorUnit),
      base: fromUnits(taxed.base, minorUnit),
    },
  ];
}
