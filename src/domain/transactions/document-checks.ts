import { allSums, type CheckedFigures, type CheckedLine, holds, type SumCheck } from '../../tax/checks.ts';
import { decimal, roundToUnit, zero } from '../../tax/numbers/decimal.ts';
import { type DecimalText, toDecimalText } from '../base/amount.ts';
import { minorUnitOf } from '../base/currency.ts';
import { chargedFees } from './charged-fees.ts';
import type { LineFigures, TransactionDocument } from './transaction.ts';
import type { SnapshotLine, TransactionSnapshot } from './transaction-snapshot.ts';

/** Two stored figures that must be equal, and whether they are. */
export type DocumentCheck = Pick<SumCheck, 'pointer'> & {
  readonly name: SumCheck['name'] | 'REFUNDS_LEAVE_TAX';
  readonly expected: DecimalText;
  readonly actual: DecimalText;
  readonly holds: boolean;
};

/** The named sums of a document, added up from its stored figures. */
export function documentChecks(document: TransactionDocument, snapshot: TransactionSnapshot): DocumentCheck[] {
  const { isTaxInclusive } = document;
  const { refund } = snapshot;
  const discount = refund ? refund.discount : document.transactionLevelDiscount;
  const terms = {
    minorUnit: minorUnitOf(document.currency),
    isTaxInclusive,
    transactionLevelDiscount: decimal(discount ?? '0'),
    // A refund of an invoice's fee has no share of a discount of its own.
    options: { discountCoversShipping: refund === null && snapshot.options.discountCoversShipping },
  };
  return allSums(terms, storedFigures(document, snapshot)).map((check) => ({
    name: check.name,
    pointer: check.pointer,
    expected: toDecimalText(check.expected),
    actual: toDecimalText(check.actual),
    holds: holds(check),
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
    // The fees of states are no part of any line.
    finalTransactionAmount: decimal(finalTransactionAmount).minus(chargedFees(document.fees)),
  };
}

type StoredLine = LineFigures & {
  readonly discount: DecimalText | null;
  readonly relativeTransactionDiscount: DecimalText;
};

/** The net amount is what each jurisdiction taxes of the line and what it does not. */
function storedLine(line: StoredLine, { taxLines }: SnapshotLine, document: TransactionDocument): CheckedLine {
  const { isTaxInclusive, currency } = document;
  const calculatedTotal = decimal(line.calculatedTotal);
  const taxAmount = decimal(line.taxAmount);
  const [first] = taxLines;
  const netAmount = first
    ? decimal(first.taxableAmount).plus(decimal(first.exemptAmount))
    : calculatedTotal.minus(isTaxInclusive ? taxAmount : zero);
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
