import { fromMinorUnits, minus, sum } from '../gateway/amounts.ts';
import type { Buyer, Gateway } from '../gateway/gateway.ts';
import { addressInput, shippingTaxCodeOf, type TaxCodes, taxCodeOf } from '../gateway/mapping.ts';
import type { AddressInput, QuoteInput } from '../gateway/operations.ts';
import type { Order, OrderAddress, OrderLine, ShippingLine } from './types.ts';

/** Tax codes by id of the tax category. */
export type Options = TaxCodes & {
  readonly gateway: Gateway;
  /** Decimal places of amounts: `precision` of the MoneyStrategy. Default: 2. */
  readonly precision?: number;
};

/** The fields that a cart and an invoice of the order share. */
export function documentOf(order: Order, options: Options) {
  return {
    currency: order.currencyCode,
    isTaxInclusive: includesTax([...order.lines, ...order.shippingLines]),
    items: taxedLines(order).map((line) => ({
      name: nameOf(line),
      taxCode: taxCodeOf(line.taxCategoryId, options),
      unitPrice: fromMinorUnits(line.listPrice, options.precision ?? 2),
      quantity: `${line.quantity}`,
      discount: discountOf(line, options),
    })),
    shippingAddress: addressOf(order.shippingAddress),
  } satisfies QuoteInput;
}

/** Lines whose quantity was set to 0 stay in the order. */
export const taxedLines = ({ lines }: Order): readonly OrderLine[] => lines.filter(({ quantity }) => quantity > 0);

export function shippingFeeOf(lines: readonly ShippingLine[], options: Options) {
  const prices = lines.flatMap(({ listPrice, adjustments }) => [listPrice, ...adjustments.map(({ amount }) => amount)]);
  return { taxCode: shippingTaxCodeOf(options), totalPrice: fromMinorUnits(sum(prices), options.precision ?? 2) };
}

/** Prices include tax for the whole document or not at all, so a mixed order is refused. */
export function includesTax(lines: readonly { readonly listPriceIncludesTax: boolean }[]): boolean {
  const kinds = new Set(lines.map(({ listPriceIncludesTax }) => listPriceIncludesTax));
  if (kinds.size > 1) throw new Error('Some prices of the order include tax, others do not: use one kind of price.');
  return kinds.has(true);
}

export const nameOf = ({ productVariant: { name, sku } }: OrderLine): string => `${name} (${sku})`;

/** A guest is a new customer for each order. */
export const buyerOf = ({ code, customerId, customer }: Order): Buyer => ({
  id: `${customerId ?? code}`,
  email: customer?.emailAddress,
});

/** A line changed after the order was placed keeps only a share of its discounts. */
function discountOf({ quantity, orderPlacedQuantity, adjustments }: OrderLine, { precision = 2 }: Options): string {
  const discount = minus(0, sum(adjustments.map(({ amount }) => amount)));
  const most = Math.max(orderPlacedQuantity, quantity);
  return fromMinorUnits(discount, precision, { part: quantity, of: most });
}

function addressOf({ streetLine1, streetLine2, city, province, postalCode, countryCode }: OrderAddress): AddressInput {
  return addressInput({
    country: countryCode,
    state: province,
    city,
    zip: postalCode,
    street: [streetLine1, streetLine2],
  });
}
