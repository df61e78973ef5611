import type { Notice } from '../../tax/model/assessment.ts';
import { productOf } from './item-product.ts';
import type { Transaction } from './transaction.ts';
import type { TransactionInput } from './transaction-input.ts';

const taxCodeAssumed = 'TAX_CODE_ASSUMED';
const pointerTo = (index: number) => `/items/${index}/taxCode`;

/** Whether an item in a stored document was sent without its tax code. */
export function wasSentWithoutTaxCode({ notices }: Pick<Transaction, 'notices'>, index: number): boolean {
  return notices.some((notice) => notice.code === taxCodeAssumed && notice.pointer === pointerTo(index));
}

/** The notices for items that use the account's default tax code. */
export function assumedTaxCodeNotices({ items }: TransactionInput): Notice[] {
  return items.flatMap(({ taxCode, isTaxCodeAssumed }, index) => {
    if (!isTaxCodeAssumed) return [];
    const message = `No tax code was sent: ${taxCode}, the defaultTaxCode of the account, was used.`;
    return [{ code: taxCodeAssumed, pointer: pointerTo(index), message }];
  });
}

/** Notices for items whose product has no tax code. */
export function unmappedProductNotices({ source, items }: TransactionInput): Notice[] {
  return items.flatMap((item, index) => {
    if (item.productMapping !== 'UNMAPPED') return [];
    const product = productOf(item, { source })!;
    const path = `/v1/products/source/${product.source}/externalId/${encodeURIComponent(product.externalId)}`;
    const message = `Product ${JSON.stringify(product.externalId)} of source ${product.source} has no tax code. Set a code for later sales with PUT ${path}.`;
    return [{ code: 'PRODUCT_UNMAPPED', pointer: `/items/${index}/product`, message }];
  });
}

const priceMissing = 'SHIPPING_PRICE_MISSING';

/** Whether the price 0 of a stored fee replaces a price that was not sent. */
export function wasSentWithoutPrice({ notices }: Pick<Transaction, 'notices'>): boolean {
  return notices.some((notice) => notice.code === priceMissing);
}

/** The notice for a shipping fee that was sent without its price. */
export function feePriceNotices({ shippingFee, transactionType }: TransactionInput): Notice[] {
  if (shippingFee === null || shippingFee.totalPrice !== null) return [];
  const what = transactionType === 'REFUND' ? 'none of it was refunded' : 'it was counted as 0';
  const message = `The shipping fee has no totalPrice, so ${what}: send totalPrice, or omit shippingFee.`;
  return [{ code: priceMissing, pointer: '/shippingFee/totalPrice', message }];
}

/** The notices for items whose quantity had too many decimal places. */
export function roundedQuantityNotices({ items }: Pick<TransactionInput, 'items'>): Notice[] {
  return items.flatMap(({ quantity, sentQuantity }, index) => {
    if (sentQuantity === undefined) return [];
    const message = `The quantity ${sentQuantity} was rounded to ${quantity}, because a quantity has at most 6 decimal places.`;
    return [{ code: 'QUANTITY_ROUNDED', pointer: `/items/${index}/quantity`, message }];
  });
}
