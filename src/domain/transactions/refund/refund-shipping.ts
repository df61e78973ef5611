import { type Decimal, decimal, roundToUnit } from '../../../tax/numbers/decimal.ts';
import type { Issue } from '../../base/errors.ts';
import type { Transaction } from '../transaction.ts';
import type { TransactionInput } from '../transaction-input.ts';
import { hasOppositeSign, sharedPart, shareOf } from './refunded-amounts.ts';

/** The part of the invoice's shipping fee that is refunded; null for none. */
export type ShippingRefund = { readonly base: Decimal | null; readonly issues: readonly Issue[] };

/**
 * A fee that was sent is refunded as sent, and without items it is all that is refunded. A refund of the whole invoice
 * includes the fee, one of items does not.
 */
export function refundShipping(
  input: TransactionInput,
  { invoice, refunds }: { readonly invoice: Transaction; readonly refunds: readonly Transaction[] },
  minorUnit: number,
): ShippingRefund {
  if (input.shippingFee) return sentFee(input, invoice, minorUnit);
  if (input.items.length > 0 || invoice.shippingFee === null) return { base: null, issues: [] };
  const fee = decimal(invoice.shippingFee.calculatedTotal);
  const earlier = input.refundKind === 'TAX_ONLY' ? [] : sharedFees(refunds);
  return { base: sharedPart(fee, shareOf(input.refundLinkedPercentage), earlier, minorUnit), issues: [] };
}

function sentFee(
  { shippingFee, refundLinkedPercentage }: TransactionInput,
  invoice: Transaction,
  minorUnit: number,
): ShippingRefund {
  const sent = decimal(shippingFee?.totalPrice ?? '0');
  const base = roundToUnit(sent.times(decimal(refundLinkedPercentage ?? '1')), minorUnit);
  if (invoice.shippingFee === null) return notOnInvoice('The invoice has no shipping fee.');
  return hasOppositeSign(base, decimal(invoice.shippingFee.calculatedTotal))
    ? notOnInvoice('A refunded shipping fee must have the same sign as the fee on the invoice.')
    : { base, issues: [] };
}

/** What earlier refunds of the whole invoice, or of a share of it, returned of the fee. */
function sharedFees(refunds: readonly Transaction[]) {
  return refunds
    .filter(({ refundOf }) => refundOf?.sentItems === null && refundOf.sentShippingPrice === null && !refundOf.kind)
    .map(({ refundOf, shippingFee }) => ({
      share: shareOf(refundOf?.linkedPercentage),
      refunded: decimal(shippingFee?.calculatedTotal ?? '0'),
    }));
}

function notOnInvoice(message: string): ShippingRefund {
  return { base: null, issues: [{ path: ['shippingFee'], code: 'NOT_ON_INVOICE', message }] };
}
