import { decimal } from '../../../tax/numbers/decimal.ts';
import { type Fraction, fractionOf } from '../../../tax/numbers/fraction.ts';
import type { DecimalText } from '../../base/amount.ts';
import type { Item, Transaction } from '../transaction.ts';
import { refundedOfItem, type SharedRefund, shareOf } from './refunded-amounts.ts';

type SentShare = {
  readonly quantity?: DecimalText | null;
  readonly refundLinkedPercentage?: DecimalText | null;
};

/** The share of an invoice item that a refund asks for: by quantity, by percentage, or by both multiplied. */
export function shareOfItem(
  { quantity }: Pick<Item, 'quantity'>,
  sent: SentShare,
  ofDocument: DecimalText | null,
): Fraction {
  const byQuantity = fractionOf(decimal(sent.quantity ?? quantity)).dividedBy(fractionOf(decimal(quantity)));
  return byQuantity.times(shareOf(sent.refundLinkedPercentage)).times(shareOf(ofDocument));
}

/** What earlier refunds returned of an invoice item by shares, of it alone or of the whole invoice. */
export function earlierShares(invoice: Transaction, refunds: readonly Transaction[], line: number): SharedRefund[] {
  return refunds.flatMap((refund) => {
    const { refundOf, items } = refund;
    if (refundOf === null || refundOf.kind === 'TAX_ONLY') return [];
    const { sentItems, linkedPercentage, invoiceItems } = refundOf;
    if (sentItems === null) {
      return [{ share: shareOf(linkedPercentage), refunded: refundedOfItem(refund, line, 'calculatedTotal') }];
    }
    return items.flatMap((item, index): SharedRefund[] => {
      const isShare = item.unitPrice === null && sentItems[index]?.totalPrice === null;
      if (!isShare || invoiceItems[index] !== line) return [];
      const share = shareOfItem(invoice.items[line]!, sentItems[index]!, linkedPercentage);
      return [{ share, refunded: decimal(item.calculatedTotal) }];
    });
  });
}
