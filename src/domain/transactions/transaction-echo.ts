import type { InvoiceRefund, Transaction } from './transaction.ts';
import type { ItemInput, TransactionInput } from './transaction-input.ts';

/**
 * An answer shows `taxableCategory` as the law has it. Sent back with a document that was read, it is no declaration of
 * the consumer: where the stored line shows the same outcome without having been declared so, it is taken as not sent.
 */
export function withoutEchoes(sent: TransactionInput, stored: Transaction): TransactionInput {
  const input = stored.refundOf ? withoutRefundEchoes(sent, stored, stored.refundOf) : sent;
  return {
    ...input,
    items: input.items.map((item, index) => {
      const before = stored.items[index];
      return before && before.name === item.name ? withoutEcho(item, before) : item;
    }),
    shippingFee:
      input.shippingFee && stored.shippingFee ? withoutEcho(input.shippingFee, stored.shippingFee) : input.shippingFee,
  };
}

/**
 * A refund shows what it gives back, which may be a share of what was sent. Where that comes back unchanged, it stands
 * for what was sent at first, so that no share of a share is taken.
 */
function withoutRefundEchoes(input: TransactionInput, stored: Transaction, refundOf: InvoiceRefund): TransactionInput {
  if (input.refundLinkedPercentage !== refundOf.linkedPercentage) return input;
  const isShown = (item: ItemInput, index: number): boolean => {
    const shown = stored.items[index];
    return (
      shown !== undefined &&
      item.name === shown.name &&
      item.taxCode === shown.taxCode &&
      item.unitPrice === shown.unitPrice &&
      (item.quantity ?? '1') === shown.quantity &&
      item.totalPrice === shown.totalPrice &&
      item.discount === shown.discount
    );
  };
  const shownFee = stored.shippingFee?.totalPrice ?? null;
  const isFeeShown = (input.shippingFee?.totalPrice ?? null) === shownFee;
  const fee =
    input.shippingFee && isFeeShown
      ? { ...input.shippingFee, totalPrice: refundOf.sentShippingPrice }
      : input.shippingFee;
  const { sentItems } = refundOf;
  if (sentItems === null) {
    const isWhole = isFeeShown && input.items.length === stored.items.length && input.items.every(isShown);
    return isWhole ? { ...input, items: [], shippingFee: refundOf.sentShippingPrice === null ? null : fee } : input;
  }
  const items = input.items.map((item, index) => (isShown(item, index) ? { ...item, ...sentItems[index] } : item));
  return { ...input, items, shippingFee: fee };
}

type SentLine = Pick<TransactionInput['items'][number], 'taxCode' | 'taxableCategory' | 'tangibleCategory'>;
type StoredLine = Pick<
  Transaction['items'][number],
  'taxCode' | 'taxableCategory' | 'tangibleCategory' | 'isSentAsNotTaxable'
>;

function withoutEcho<Line extends SentLine>(line: Line, before: StoredLine): Line {
  if (before.taxCode !== line.taxCode) return line;
  const isEcho =
    line.taxableCategory === 'NOT_TAXABLE' && before.taxableCategory === 'NOT_TAXABLE' && !before.isSentAsNotTaxable;
  return isEcho ? { ...line, taxableCategory: null } : line;
}
