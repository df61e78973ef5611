import { type Decimal, decimal, sum, zero } from '../../../tax/numbers/decimal.ts';
import { type DecimalText, toDecimalText } from '../../base/amount.ts';
import { field, type RecordOf, record } from '../../base/record.ts';
import type { LineFigures } from '../document-line.ts';
import type { Transaction } from '../transaction.ts';
import { exceeds, refundedAmounts } from './refunded-amounts.ts';

const leftFields = {
  amount: field.amount('Remaining refundable price after discounts. It includes tax if prices do.'),
  taxAmount: field.amount('Remaining refundable tax.'),
};
const refundableLine = record('RefundableLine', 'Remaining refundable amounts of a line.', leftFields);
type RefundableLine = RecordOf<typeof refundableLine>;

const refundableItem = record('RefundableItem', 'Remaining refundable amounts of an item.', {
  name: field.text('Name of the item, as on the invoice.'),
  taxCode: field.text('Tax code of the item, as on the invoice.'),
  ...leftFields,
});

export const refundable = record(
  'Refundable',
  'Remaining refundable amounts of an invoice, in its currency. Cancelled refunds do not count.',
  {
    amount: field.amount('Sum of the amounts of all lines.'),
    taxAmount: field.amount('Sum of the taxes on all lines.'),
    totalAmount: field.amount(
      'Total that can still be refunded to the buyer: prices with tax, without state fees, which are not refunded.',
    ),
    items: field.list(refundableItem, 5, 'Remaining amounts of each item, in the order of the invoice.'),
    shippingFee: field.optional(
      field.part(refundableLine, 'Remaining amounts of the shipping fee.'),
      'if the invoice has no shipping fee',
    ),
  },
);
export type Refundable = RecordOf<typeof refundable>;

/**
 * The amounts left after uncancelled refunds of an invoice; null for documents of other types, which cannot be
 * refunded.
 */
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

/** Refunds that are not linked to a line count against the whole invoice. */
function unlinkedTotal(refunds: readonly Transaction[]): Decimal {
  const unlinked = refunds.filter(({ refundOf }) => refundOf === null);
  return sum(unlinked.map(({ finalTransactionAmount }) => decimal(finalTransactionAmount)));
}

function left(whole: Decimal, refunded: Decimal): DecimalText {
  return toDecimalText(exceeds(refunded, whole) ? zero : whole.minus(refunded));
}
