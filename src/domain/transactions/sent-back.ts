import type { Transaction } from './transaction.ts';
import type { TransactionInput } from './transaction-input.ts';

/** A document as a consumer sends it that has read it and changes nothing. */
export function sentBack(transaction: Transaction): TransactionInput {
  const { refundOf, items, shippingFee, ...document } = transaction;
  return {
    ...document,
    items: items.map((item) => ({ ...item })),
    shippingFee: shippingFee && { ...shippingFee },
    refundLinkedPercentage: refundOf?.linkedPercentage ?? null,
  };
}
