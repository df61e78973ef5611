import type { AssessedLine, Assessment, DocumentToAssess } from '../../src/tax/model/assessment.ts';

/**
 * Adds up an assessment with independent arithmetic, on integers read from the text of the figures. It shares no code
 * with the core, so errors in the core's sums cannot hide.
 */
export function wrongSums(document: DocumentToAssess, assessment: Assessment): string[] {
  const { items, shippingFee } = assessment;
  const lines = shippingFee ? [...items, shippingFee] : [...items];
  const covered = document.options.discountCoversShipping ? lines : items;
  const taxOfLines = total(lines, ({ taxAmount }) => taxAmount);
  const bases = total(lines, ({ calculatedTotal }) => calculatedTotal);
  const available = total(covered, positiveNet);
  const discount = roundHalfUp(integer(document.transactionLevelDiscount), document.minorUnit);
  const isRight: Readonly<Record<string, boolean>> = {
    'the taxes of the lines': taxOfLines === integer(assessment.taxAmount),
    'the shares of the discount':
      total(lines, ({ relativeTransactionDiscount }) => relativeTransactionDiscount) ===
      (discount < available ? discount : available),
    'the total of the document':
      integer(assessment.finalTransactionAmount) === (document.isTaxInclusive ? bases : bases + taxOfLines),
    'the total of the items': integer(assessment.totalItemsAmount) === total(items, ({ totalPrice }) => totalPrice),
    'the discounts of the lines': integer(assessment.totalDiscount) === total(items, ({ discount: own }) => own),
  };
  const ofDocument = Object.keys(isRight).filter((name) => !isRight[name]);
  return [...lines.flatMap((line, index) => wrongSumsOfLine(line, `line ${index}`)), ...ofDocument];
}

function wrongSumsOfLine(line: AssessedLine, name: string): string[] {
  const { netAmount, taxAmount, grossAmount, taxLines } = line;
  const isGross = integer(netAmount) + integer(taxAmount) === integer(grossAmount);
  const isSplit = total(taxLines, (taxLine) => taxLine.taxAmount) === integer(taxAmount);
  return [...(isGross ? [] : [`${name}: net and tax`]), ...(isSplit ? [] : [`${name}: tax lines`])];
}

type Figure = { toFixed(): string };

/** More decimal places than any amount has. */
const places = 30;

/** `12.5` as an integer in units of the last of those places. */
function integer(figure: Figure): bigint {
  const [whole = '', decimals = ''] = figure.toFixed().split('.');
  return BigInt(whole + decimals.padEnd(places, '0'));
}

function total<T>(members: readonly T[], figureOf: (member: T) => Figure | bigint): bigint {
  let result = 0n;
  for (const member of members) {
    const figure = figureOf(member);
    result += typeof figure === 'bigint' ? figure : integer(figure);
  }
  return result;
}

function positiveNet({ totalPrice, discount }: AssessedLine): bigint {
  const net = integer(totalPrice) - integer(discount);
  return net > 0n ? net : 0n;
}

/** For amounts of zero or more. */
function roundHalfUp(amount: bigint, minorUnit: number): bigint {
  const unit = 10n ** BigInt(places - minorUnit);
  return ((amount + unit / 2n) / unit) * unit;
}
