import type { Address, DocumentInput, ItemInput } from '@tollgate/client';
import type { Order, OrderLine, ShippingLine } from '@vendure/core';
import { fromMinorUnits, minus, sum } from '../shared/amounts.ts';
import type { Buyer } from '../shared/gateway.ts';
import { addressInput, type CodedLine, codedLine, dayAt, shippingTaxCodeOf } from '../shared/mapping.ts';
import { placeOf } from '../shared/place.ts';
import type { TollgateOptions } from './options.ts';

type Priced = { readonly listPriceIncludesTax: boolean };

type Content = Pick<DocumentInput, 'currency' | 'isTaxInclusive' | 'items' | 'shippingAddress'>;

/** The fields shared by a cart and an invoice of the order. */
export function documentOf(order: Order, shippingLines: readonly Priced[], options: TollgateOptions): Content {
  return {
    currency: order.currencyCode,
    isTaxInclusive: includesTax([...order.lines, ...shippingLines]),
    items: taxedLines(order).map((line) => ({
      name: nameOf(line),
      ...codesOf(line, options),
      unitPrice: fromMinorUnits(line.listPrice, options.precision ?? 2),
      quantity: `${line.quantity}`,
      discount: discountOf(line, options),
    })),
    shippingAddress: addressOf(order, options),
  };
}

/** Vendure adds surcharges to the subtotal. They may be negative, and each has its own way to include tax. */
export const surchargeItems = (order: Order, isTaxInclusive: boolean, options: TollgateOptions): ItemInput[] =>
  order.surcharges.map(({ sku, description, price, priceWithTax }) => ({
    name: sku || description,
    ...codedLine({ kind: null, product: sku }, options),
    unitPrice: fromMinorUnits(isTaxInclusive ? priceWithTax : price, options.precision ?? 2),
    quantity: '1',
  }));

/** Lines whose quantity was set to 0 remain in the order, but are not taxed. */
export const taxedLines = ({ lines }: Order): readonly OrderLine[] => lines.filter(({ quantity }) => quantity > 0);

export function shippingFeeOf(
  lines: readonly Pick<ShippingLine, 'listPrice' | 'adjustments'>[],
  options: TollgateOptions,
): { taxCode: string; totalPrice: string } {
  const prices = lines.flatMap(({ listPrice, adjustments }) => [listPrice, ...adjustments.map(({ amount }) => amount)]);
  return { taxCode: shippingTaxCodeOf(options), totalPrice: fromMinorUnits(sum(prices), options.precision ?? 2) };
}

/** The prices of a document either all include tax or all exclude it, so a mixed order is refused. */
export function includesTax(lines: readonly Priced[]): boolean {
  const kinds = new Set(lines.map(({ listPriceIncludesTax }) => listPriceIncludesTax));
  if (kinds.size > 1) throw new Error('Some prices in the order include tax and others do not. Use only one kind.');
  return kinds.has(true);
}

/**
 * The SKU, because it is available even if the variant names are not loaded: a line has the same name in all its
 * documents.
 */
const nameOf = ({ productVariant: { sku } }: OrderLine): string => sku;

/** The SKU is also the external id of the product. */
const codesOf = (line: OrderLine, options: TollgateOptions): CodedLine =>
  codedLine({ kind: line.taxCategoryId, product: nameOf(line) }, options);

/** The buyer of a cart; null until the cart has a customer. */
export const buyerOf = ({ customerId, customer }: Order): Buyer | null => {
  const id = customerId ?? customer?.id;
  return id === undefined || id === null ? null : { id: `${id}` };
};

/** A line changed after the order was placed keeps only a share of its discounts. */
function discountOf(
  { quantity, orderPlacedQuantity, adjustments }: OrderLine,
  { precision = 2 }: TollgateOptions,
): string {
  const discount = minus(0, sum(adjustments.map(({ amount }) => amount)));
  const most = Math.max(orderPlacedQuantity, quantity);
  return fromMinorUnits(discount, precision, { part: quantity, of: most });
}

/** The address that determines the tax on the order. */
export const addressOf = ({ shippingAddress, billingAddress }: Order, options: TollgateOptions): Address =>
  placeOf({ delivery: inputOf(shippingAddress), billing: inputOf(billingAddress) }, options);

function inputOf(address: Order['shippingAddress'] | undefined): Address {
  const { streetLine1, streetLine2, city, province, postalCode, countryCode } = address ?? {};
  return addressInput({
    country: countryCode,
    state: province,
    city,
    zip: postalCode,
    street: [streetLine1, streetLine2],
  });
}

/** The tax date of a cart, which is taxed as if it were ordered now. */
export const today = ({ timeZone }: TollgateOptions): string => dayAt(new Date(), timeZone);
