import { decimal, zero } from '../../tax/numbers/decimal.ts';
import { type DecimalText, toDecimalText } from '../base/amount.ts';
import { field } from '../base/record.ts';
import type { Transaction } from './transaction.ts';

type Counted = Pick<Transaction, 'transactionType' | 'transactionStatus'>;

/**
 * The sign of a document in the liability report: refunds are subtracted; cancelled documents, estimates and orders
 * never count.
 */
export function signOf({ transactionType, transactionStatus }: Counted): 1 | 0 | -1 {
  if (transactionStatus === 'CANCELLED') return 0;
  if (transactionType === 'INVOICE') return 1;
  return transactionType === 'REFUND' || transactionType === 'TAXABLE_REFUND' ? -1 : 0;
}

/** An amount of a document, with its sign in the liability report. */
export function signedAmount(amount: DecimalText, document: Counted): DecimalText {
  const sign = signOf(document);
  if (sign === 1) return amount;
  return sign === 0 ? toDecimalText(zero) : toDecimalText(zero.minus(decimal(amount)));
}

/** Describes a signed amount in an export. */
export const asCounted =
  'Signed as in the liability report: negative for a refund; 0 for cancelled documents, estimates and orders, which never count.';

export const reportedOn = field.day(
  'Reporting day of the document: its tax date or, for a late document, the first day of the open period in which it is reported.',
);

export function reportingDay({ reportingPeriod, taxDate }: Pick<Transaction, 'reportingPeriod' | 'taxDate'>): string {
  return reportingPeriod?.from ?? taxDate;
}

export function withoutTax(price: DecimalText, tax: DecimalText, isTaxInclusive: boolean): DecimalText {
  return isTaxInclusive ? toDecimalText(decimal(price).minus(decimal(tax))) : price;
}
