import { allSums, type CheckedFigures, type CheckedLine, holds, type SumCheck } from '../../tax/checks.ts';
import { decimal, roundToUnit, zero } from '../../tax/numbers/decimal.ts';
import { type DecimalText, toDecimalText } from '../base/amount.ts';
import { minorUnitOf } from '../base/currency.ts';
import { enumeration, field, type RecordOf, record } from '../base/record.ts';
import { chargedFees } from './charged-fees.ts';
import type { LineFigures } from './document-line.ts';
import { netOfLine } from './parts-of-line.ts';
import type { TransactionDocument } from './transaction.ts';
import type { SnapshotLine, TransactionSnapshot } from './transaction-snapshot.ts';

const checkName = enumeration('CheckName', 'A check that two figures are equal.', {
  TAX_LINES_SUM_TO_LINE: 'The tax on a line equals the sum of the taxes levied by its jurisdictions.',
  NET_PLUS_TAX_IS_GROSS: 'The gross amount of a line equals the sum of its net amount and its tax.',
  LINES_SUM_TO_DOCUMENT: 'The tax on the document equals the sum of the taxes on its lines.',
  SHARES_SUM_TO_DISCOUNT: 'The shares allocated to the lines add up to the used part of the transaction discount.',
  TOTAL_IS_SUM: 'The total equals the sum of the lines, plus the tax if prices do not include it.',
  REFUNDS_LEAVE_TAX:
    'On an invoice: the tax left on a line after refunds equals the tax on what remains taxable. Otherwise, recalculate the refunds, oldest first.',
} satisfies Record<SumCheck['name'] | 'REFUNDS_LEAVE_TAX', string>);

export const documentCheck = record('SumCheck', 'Two figures in a document that must be equal.', {
  name: field.choice(checkName, 'Compared figures.'),
  pointer: field.text(
    'JSON pointer to the figure: `/items/0`, `/finalTransactionAmount`, or empty for the whole document.',
  ),
  expected: field.amount('Figure in the document.'),
  actual: field.amount('Sum of its parts.'),
  passed: field.flag('Whether both figures are equal.'),
});
export type DocumentCheck = RecordOf<typeof documentCheck>;

/** The arithmetic checks of a document, computed from its stored figures. */
export function documentChecks(document: TransactionDocument, snapshot: TransactionSnapshot): DocumentCheck[] {
  const { isTaxInclusive } = document;
  const { refund } = snapshot;
  const discount = refund ? refund.discount : document.transactionLevelDiscount;
  const terms = {
    minorUnit: minorUnitOf(document.currency),
    isTaxInclusive,
    transactionLevelDiscount: decimal(discount ?? '0'),
    // A refund of an invoice's shipping fee has no share of the discount.
    options: { discountCoversShipping: refund === null && snapshot.options.discountCoversShipping },
  };
  return allSums(terms, storedFigures(document, snapshot)).map((check) => ({
    name: check.name,
    pointer: check.pointer,
    expected: toDecimalText(check.expected),
    actual: toDecimalText(check.actual),
    passed: holds(check),
  }));
}

function storedFigures(document: TransactionDocument, snapshot: TransactionSnapshot): CheckedFigures {
  const { items, shippingFee, salesTax, finalTransactionAmount } = document;
  const frozenFee = snapshot.shippingFee;
  return {
    items: items.map((item, index) => storedLine(item, snapshot.items[index]!, document)),
    shippingFee:
      shippingFee && frozenFee && storedLine({ discount: null, ...frozenFee, ...shippingFee }, frozenFee, document),
    taxAmount: decimal(salesTax.amount),
    // State fees are not part of any line.
    finalTransactionAmount: decimal(finalTransactionAmount).minus(chargedFees(document.fees)),
  };
}

type StoredLine = LineFigures & {
  readonly discount: DecimalText | null;
  readonly relativeTransactionDiscount: DecimalText;
};

/** For each jurisdiction, the net amount of a line equals its taxed amount plus its untaxed amount. */
function storedLine(line: StoredLine, { taxLines }: SnapshotLine, document: TransactionDocument): CheckedLine {
  const { isTaxInclusive, currency } = document;
  const calculatedTotal = decimal(line.calculatedTotal);
  const taxAmount = decimal(line.taxAmount);
  const netAmount =
    taxLines.length > 0 ? netOfLine(taxLines) : calculatedTotal.minus(isTaxInclusive ? taxAmount : zero);
  return {
    totalPrice: decimal(line.totalPrice),
    discount: roundToUnit(decimal(line.discount ?? '0'), minorUnitOf(currency)),
    relativeTransactionDiscount: decimal(line.relativeTransactionDiscount),
    calculatedTotal,
    taxAmount,
    netAmount,
    grossAmount: isTaxInclusive ? calculatedTotal : calculatedTotal.plus(taxAmount),
    taxLines: taxLines.map((part) => ({ taxAmount: decimal(part.taxAmount) })),
  };
}
