import type { Notice } from '../../tax/model/assessment.ts';
import type { TransactionInput } from './transaction-input.ts';

/** The notice of a shipping fee that was sent without its price. */
export function feePriceNotices({ shippingFee, transactionType }: TransactionInput): Notice[] {
  if (shippingFee === null || shippingFee.totalPrice !== null) return [];
  const what = transactionType === 'REFUND' ? 'nothing of it was refunded' : 'it was counted as 0';
  const message = `The shipping fee has no totalPrice, so ${what}: send totalPrice, or leave shippingFee out.`;
  return [{ code: 'SHIPPING_PRICE_MISSING', pointer: '/shippingFee/totalPrice', message }];
}
