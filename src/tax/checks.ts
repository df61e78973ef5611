import type { AssessedLine, Assessment, DocumentToAssess } from './assessment.ts';
import { type Decimal, roundToUnit, sum, zero } from './decimal.ts';

/** Two figures that have to be the same. */
export type SumCheck = {
  readonly name:
    | 'TAX_LINES_MAKE_LINE'
    | 'NET_AND_TAX_MAKE_GROSS'
    | 'LINES_MAKE_DOCUMENT'
    | 'SHARES_MAKE_DISCOUNT'
    | 'TOTAL';
  /** A JSON pointer into the document. */
  readonly pointer: string;
  readonly expected: Decimal;
  readonly actual: Decimal;
};

/** The sums of an assessment that do not hold; none, unless the core is wrong. */
export function brokenSums(document: DocumentToAssess, assessment: Assessment): SumCheck[] {
  const { items, shippingFee } = assessment;
  const ofItems = items.flatMap((line, index) => lineSums(line, `/items/${index}`));
  const ofFee = shippingFee ? lineSums(shippingFee, '/shippingFee') : [];
  const all = [...ofItems, ...ofFee, ...documentSums(document, assessment)];
  return all.filter(({ expected, actual }) => !expected.eq(actual));
}

export function lineSums(line: AssessedLine, pointer: string): SumCheck[] {
  return [netAndTaxMakeGross(line, pointer), taxLinesMakeLine(line, pointer)];
}

export function documentSums(document: DocumentToAssess, assessment: Assessment): SumCheck[] {
  return [linesMakeDocument(assessment), sharesMakeDiscount(document, assessment), totalIsMade(document, assessment)];
}

export function netAndTaxMakeGross({ netAmount, taxAmount, grossAmount }: AssessedLine, pointer: string): SumCheck {
  return { name: 'NET_AND_TAX_MAKE_GROSS', pointer, expected: grossAmount, actual: netAmount.plus(taxAmount) };
}

export function taxLinesMakeLine({ taxLines, taxAmount }: AssessedLine, pointer: string): SumCheck {
  const actual = sum(taxLines.map((part) => part.taxAmount));
  return { name: 'TAX_LINES_MAKE_LINE', pointer, expected: taxAmount, actual };
}

export function linesMakeDocument(assessment: Assessment): SumCheck {
  const actual = sum(linesOf(assessment).map((line) => line.taxAmount));
  return { name: 'LINES_MAKE_DOCUMENT', pointer: '', expected: assessment.taxAmount, actual };
}

/** The shares come to the discount, or to the positive line nets where those are less. */
export function sharesMakeDiscount(document: DocumentToAssess, assessment: Assessment): SumCheck {
  const covered = document.options.discountCoversShipping ? linesOf(assessment) : assessment.items;
  const nets = covered.map(({ totalPrice, discount }) => totalPrice.minus(discount));
  const most = sum(nets.filter((net) => net.gt(zero)));
  const discount = roundToUnit(document.transactionLevelDiscount, document.minorUnit);
  const expected = discount.lt(most) ? discount : most;
  const actual = sum(linesOf(assessment).map((line) => line.relativeTransactionDiscount));
  return { name: 'SHARES_MAKE_DISCOUNT', pointer: '/transactionLevelDiscount', expected, actual };
}

export function totalIsMade({ isTaxInclusive }: DocumentToAssess, assessment: Assessment): SumCheck {
  const bases = sum(linesOf(assessment).map((line) => line.calculatedTotal));
  const actual = isTaxInclusive ? bases : bases.plus(assessment.taxAmount);
  return { name: 'TOTAL', pointer: '/finalTransactionAmount', expected: assessment.finalTransactionAmount, actual };
}

function linesOf({ items, shippingFee }: Assessment): AssessedLine[] {
  return shippingFee ? [...items, shippingFee] : [...items];
}
