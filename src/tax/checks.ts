import type { AssessedLine, Assessment, CalculationOptions, DocumentToAssess, TaxLine } from './model/assessment.ts';
import { type Decimal, roundToUnit, sum, zero } from './numbers/decimal.ts';

/** Two figures that must be equal. */
export type SumCheck = {
  readonly name:
    | 'TAX_LINES_SUM_TO_LINE'
    | 'NET_PLUS_TAX_IS_GROSS'
    | 'LINES_SUM_TO_DOCUMENT'
    | 'SHARES_SUM_TO_DISCOUNT'
    | 'TOTAL_IS_SUM';
  /** A JSON pointer into the document. */
  readonly pointer: string;
  readonly expected: Decimal;
  readonly actual: Decimal;
};

export type CheckedLine = Omit<AssessedLine, 'taxRate' | 'taxableAmount' | 'reason' | 'taxLines'> & {
  readonly taxLines: readonly Pick<TaxLine, 'taxAmount'>[];
};
/** The figures to check: an assessment, or the stored figures. */
export type CheckedFigures = Pick<Assessment, 'taxAmount' | 'finalTransactionAmount'> & {
  readonly items: readonly CheckedLine[];
  readonly shippingFee: CheckedLine | null;
};
type CheckedDocument = Pick<DocumentToAssess, 'minorUnit' | 'isTaxInclusive' | 'transactionLevelDiscount'> & {
  readonly options: Pick<CalculationOptions, 'discountCoversShipping'>;
};

export function holds({ expected, actual }: SumCheck): boolean {
  return expected.eq(actual);
}

/** Every sum that must match in a document. A mismatch indicates a bug in the core. */
export function allSums(document: CheckedDocument, assessment: CheckedFigures): SumCheck[] {
  const { items, shippingFee } = assessment;
  const ofItems = items.flatMap((line, index) => lineSums(line, `/items/${index}`));
  const ofFee = shippingFee ? lineSums(shippingFee, '/shippingFee') : [];
  return [...ofItems, ...ofFee, ...documentSums(document, assessment)];
}

function lineSums(line: CheckedLine, pointer: string): SumCheck[] {
  return [netPlusTaxIsGross(line, pointer), taxLinesSumToLine(line, pointer)];
}

function documentSums(document: CheckedDocument, assessment: CheckedFigures): SumCheck[] {
  return [linesSumToDocument(assessment), sharesSumToDiscount(document, assessment), totalIsSum(document, assessment)];
}

function netPlusTaxIsGross({ netAmount, taxAmount, grossAmount }: CheckedLine, pointer: string): SumCheck {
  return { name: 'NET_PLUS_TAX_IS_GROSS', pointer, expected: grossAmount, actual: netAmount.plus(taxAmount) };
}

function taxLinesSumToLine({ taxLines, taxAmount }: CheckedLine, pointer: string): SumCheck {
  const actual = sum(taxLines.map((part) => part.taxAmount));
  return { name: 'TAX_LINES_SUM_TO_LINE', pointer, expected: taxAmount, actual };
}

function linesSumToDocument(assessment: CheckedFigures): SumCheck {
  const actual = sum(linesOf(assessment).map((line) => line.taxAmount));
  return { name: 'LINES_SUM_TO_DOCUMENT', pointer: '', expected: assessment.taxAmount, actual };
}

/** The shares add up to the discount, or to the sum of the positive nets of the lines if that sum is less. */
function sharesSumToDiscount(document: CheckedDocument, assessment: CheckedFigures): SumCheck {
  const covered = document.options.discountCoversShipping ? linesOf(assessment) : assessment.items;
  const nets = covered.map(({ totalPrice, discount }) => totalPrice.minus(discount));
  const most = sum(nets.filter((net) => net.gt(zero)));
  const discount = roundToUnit(document.transactionLevelDiscount, document.minorUnit);
  const expected = discount.lt(most) ? discount : most;
  const actual = sum(linesOf(assessment).map((line) => line.relativeTransactionDiscount));
  return { name: 'SHARES_SUM_TO_DISCOUNT', pointer: '/transactionLevelDiscount', expected, actual };
}

function totalIsSum({ isTaxInclusive }: CheckedDocument, assessment: CheckedFigures): SumCheck {
  const bases = sum(linesOf(assessment).map((line) => line.calculatedTotal));
  const actual = isTaxInclusive ? bases : bases.plus(assessment.taxAmount);
  return {
    name: 'TOTAL_IS_SUM',
    pointer: '/finalTransactionAmount',
    expected: assessment.finalTransactionAmount,
    actual,
  };
}

function linesOf({ items, shippingFee }: CheckedFigures): CheckedLine[] {
  return shippingFee ? [...items, shippingFee] : [...items];
}
