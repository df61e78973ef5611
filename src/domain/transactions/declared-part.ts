import { lineTotal } from '../../tax/lines/line-amounts.ts';
import { minorUnitOf } from '../base/currency.ts';
import { sentBack } from './sent-back.ts';
import type { Item, ShippingFee, Transaction } from './transaction.ts';
import { pricedItem } from './transaction-amounts.ts';
import type { ItemInput, ShippingFeeInput, TransactionInput } from './transaction-input.ts';

/** What holds where nothing is declared. */
export type Usual = {
  readonly currency: string;
  /** Whether a tax code stands for tangible goods. */
  isTangible(taxCode: string): boolean;
};

/**
 * What the consumer itself declared of a stored document, to be changed or made into another one. Members that only echo
 * the calculation are left out: they would become declarations as soon as what they follow from is changed.
 */
export function declaredPartOf(transaction: Transaction, usual: Usual): TransactionInput {
  const { items, shippingFee, refundOf, currency } = transaction;
  const minorUnit = minorUnitOf(currency);
  const declared: TransactionInput = {
    ...sentBack(transaction),
    currency: currency === usual.currency ? null : currency,
    items: items.map((item) => declaredItem(item, minorUnit, usual)),
  };
  const fee = shippingFee && { ...shippingFee, ...declaredCategories(shippingFee, usual) };
  if (!refundOf) return { ...declared, shippingFee: fee };
  // A refund shows what it gives back, which may be a share of what was sent, or a whole invoice that was only named.
  const { sentItems, sentShippingPrice } = refundOf;
  if (sentItems === null) {
    const isFeeSent = fee && sentShippingPrice !== null;
    return { ...declared, items: [], shippingFee: isFeeSent ? { ...fee, totalPrice: sentShippingPrice } : null };
  }
  return {
    ...declared,
    items: declared.items.map((item, index) => ({ ...item, ...sentItems[index] })),
    shippingFee: fee && { ...fee, totalPrice: sentShippingPrice },
  };
}

function declaredItem(item: Item, minorUnit: number, usual: Usual): ItemInput {
  const totalPrice = isProduct(item, minorUnit) ? null : item.totalPrice;
  return { ...item, totalPrice, ...declaredCategories(item, usual) };
}

function declaredCategories(line: Item | ShippingFee, usual: Usual) {
  const tangibleCategory = usual.isTangible(line.taxCode) ? 'TANGIBLE' : 'INTANGIBLE';
  return {
    taxableCategory: line.isSentAsNotTaxable ? 'NOT_TAXABLE' : null,
    tangibleCategory: line.tangibleCategory === tangibleCategory ? null : line.tangibleCategory,
  } satisfies Pick<ShippingFeeInput, 'taxableCategory' | 'tangibleCategory'>;
}

/** A total that is the product of price and quantity was worked out, or might as well have been. */
function isProduct(item: Item, minorUnit: number): boolean {
  const priced = pricedItem(item);
  return (
    priced.unitPrice !== null && lineTotal({ ...priced, totalPrice: null }, minorUnit) === lineTotal(priced, minorUnit)
  );
}
