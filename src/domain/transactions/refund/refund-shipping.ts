import { type Decimal, decimal, roundToUnit } from '../../../tax/numbers/decimal.ts';
import type { Issue } from '../../base/errors.ts';
import type { Transaction } from '../transaction.ts';
import type { TransactionInput } from '../transaction-input.ts';
import { isOfRest, type RefundableInvoice, sharedFee } from './refund-shares.ts';
import { hasOppositeSign } from './refunded-amounts.ts';

/** `base` is the refunded part of the invoice's shipping fee; null if the fee is not refunded. */
type ShippingRefund = { readonly base: Decimal | null; readonly issues: readonly Issue[] };

/**
 * A fee in the request is refunded as requested; without items, nothing else is refunded. A refund of the whole invoice
 * includes the fee; a refund of items does not.
 */
export function refundShipping(
  input: TransactionInput,
  refundable: RefundableInvoice,
  minorUnit: number,
): ShippingRefund {
  const { invoice, refunds, before } = refundable;
  if (input.shippingFee) return sentFee(input, invoice, minorUnit);
  if (input.items.length > 0 || invoice.shippingFee === null) return { base: null, issues: [] };
  const fee = decimal(invoice.shippingFee.calculatedTotal);
  if (isOfRest(input, refundable)) return { base: fee.minus(before.shippingFee), issues: [] };
  return { base: sharedFee(input, fee, refunds, minorUnit), issues: [] };
}

function sentFee(
  { shippingFee, refundFraction }: TransactionInput,
  invoice: Transaction,
  minorUnit: number,
): ShippingRefund {
  const sent = decimal(shippingFee?.totalPrice ?? '0');
  const base = roundToUnit(sent.times(decimal(refundFraction ?? '1')), minorUnit);
  if (invoice.shippingFee === null) return notOnInvoice('The invoice has no shipping fee. Omit shippingFee.');
  return hasOppositeSign(base, decimal(invoice.shippingFee.calculatedTotal))
    ? notOnInvoice('A refunded shipping fee must have the same sign as the fee on the invoice.')
    : { base, issues: [] };
}

function notOnInvoice(message: string): ShippingRefund {
  return { base: null, issues: [{ path: ['shippingFee'], code: 'NOT_ON_INVOICE', message }] };
}
