import { type Decimal, decimal, sum, zero } from '../../../tax/numbers/decimal.ts';
import { type DecimalText, toDecimalText } from '../../base/amount.ts';
import type { LineFigures, Transaction } from '../transaction.ts';
import { exceeds, refundedAmounts } from './refunded-amounts.ts';

/** What can still be refunded of a line. */
export type RefundableLine = {
  /** The price after discounts; it includes tax if prices do. */
  readonly amount: DecimalText;
  readonly taxAmount: DecimalText;
};
export type RefundableItem = RefundableLine & Pick<Transaction['items'][number], 'name' | 'taxCode'>;

/** What can still be refunded of an invoice. */
export type Refundable = RefundableLine & {
  /** All that the buyer can get back: prices with tax. State fees are not returned. */
  readonly totalAmount: DecimalText;
  /** In the order of the invoice. */
  readonly items: readonly RefundableItem[];
  readonly shippingFee: RefundableLine | null;
};

/** What the uncancelled refunds leave of an invoice; null for documents of other types, which cannot be refunded. */
export function refundableOf(invoice: Transaction, refunds: readonly Transaction[]): Refundable | null {
  if (invoice.transactionType !== 'INVOICE') return null;
  const isCancelled = invoice.transactionStatus === 'CANCELLED';
  const { items, shippingFee, taxes } = refundedAmounts(invoice, refunds);
  const leftOf = (line: LineFigures, refunded: Decimal, tax: Decimal): RefundableLine => ({
    amount: left(isCancelled ? zero : decimal(line.calculatedTotal), refunded),
    taxAmount: left(isCancelled ? zero : decimal(line.taxAmount), tax),
  });
  const itemsLeft = invoice.items.map((item, index) => ({
    name: item.name,
    taxCode: item.taxCode,
    ...leftOf(item, items[index]!, taxes.items[index]!),
  }));
  const feeLeft = invoice.shippingFee && leftOf(invoice.shippingFee, shippingFee, taxes.shippingFee);
  const lines = feeLeft ? [...itemsLeft, feeLeft] : itemsLeft;
  const amount = sum(lines.map((line) => decimal(line.amount)));
  const taxAmount = sum(lines.map((line) => decimal(line.taxAmount)));
  return {
    amount: toDecimalText(amount),
    taxAmount: toDecimalText(taxAmount),
    totalAmount: left(invoice.isTaxInclusive ? amount : amount.plus(taxAmount), unlinkedTotal(refunds)),
    items: itemsLeft,
    shippingFee: feeLeft,
  };
}

/** Refunds that belong to no line count against the invoice as a whole. */
function unlinkedTotal(refunds: readonly Transaction[]): Decimal {
  const unlinked = refunds.filter(({ refundOf }) => refundOf === null);
  return sum(unlinked.map(({ finalTransactionAmount }) => decimal(finalTransactionAmount)));
}

function left(whole: Decimal, refunded: Decimal): DecimalText {
  return toDecimalText(exceeds(refunded, whole) ? zero : whole.minus(refunded));
}
