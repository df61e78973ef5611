import type { Notice } from '../../tax/model/assessment.ts';
import type { Transaction } from './transaction.ts';
import type { TransactionInput } from './transaction-input.ts';

const code = 'SHIPPING_PRICE_MISSING';

/** Whether the 0 of a stored fee stands for a price that was never sent. */
export function wasSentWithoutPrice({ notices }: Pick<Transaction, 'notices'>): boolean {
  return notices.some((notice) => notice.code === code);
}

/** The notice of a shipping fee that was sent without its price. */
export function feePriceNotices({ shippingFee, transactionType }: TransactionInput): Notice[] {
  if (shippingFee === null || shippingFee.totalPrice !== null) return [];
  const what = transactionType === 'REFUND' ? 'nothing of it was refunded' : 'it was counted as 0';
  const message = `The shipping fee has no totalPrice, so ${what}: send totalPrice, or leave shippingFee out.`;
  return [{ code, pointer: '/shippingFee/totalPrice', message }];
}
