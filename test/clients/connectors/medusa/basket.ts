import type {
  BigNumberInput,
  ItemTaxCalculationLine,
  ShippingTaxCalculationLine,
  TaxCalculationContext,
} from '@medusajs/types';
import { minus, sum } from '../gateway/amounts.ts';

type Adjusted = {
  readonly adjustments?: readonly { readonly amount: BigNumberInput }[];
  readonly is_tax_inclusive?: boolean;
};

/** The facts the tax depends on. Medusa gives a provider only ids, prices and quantities, with items and shipping in separate calls. */
export type Basket = {
  readonly items: readonly (Adjusted & {
    readonly id: string;
    readonly unit_price: BigNumberInput;
    readonly quantity: BigNumberInput;
    readonly product_type_id?: string | null;
  })[];
  readonly shipping_methods: readonly (Adjusted & { readonly id: string; readonly amount: BigNumberInput })[];
};

/** For the hook `setTaxLineContext`, which passes the whole cart or order to the provider. */
export function taxLineContext(cart: Basket): { readonly tollgate: Basket } {
  return { tollgate: { items: cart.items, shipping_methods: cart.shipping_methods } };
}

/** The whole basket if the hook is set; otherwise only the lines of this call, without discounts. */
export function basketOf(
  itemLines: readonly ItemTaxCalculationLine[],
  shippingLines: readonly ShippingTaxCalculationLine[],
  { additional_context: added }: TaxCalculationContext,
): Basket {
  if (added?.tollgate) return added.tollgate as Basket;
  return {
    items: itemLines.map(({ line_item: item }) => ({
      id: item.id,
      unit_price: item.unit_price ?? 0,
      quantity: item.quantity ?? 1,
      product_type_id: item.product_type_id,
    })),
    shipping_methods: shippingLines.map(({ shipping_line: method }) => ({
      id: method.id,
      amount: method.unit_price ?? 0,
    })),
  };
}

/** Prices include tax for the whole document or not at all, so a mixed basket is refused. */
export function includesTax({ items, shipping_methods: methods }: Basket): boolean {
  const kinds = new Set([...items, ...methods].map((line) => line.is_tax_inclusive ?? false));
  if (kinds.size > 1) throw new Error('Some prices of the basket include tax, others do not: use one kind of price.');
  return kinds.has(true);
}

/** Medusa's amounts are in the major unit, such as 19.99 dollars, in several forms. */
export function textOf(value: BigNumberInput): string {
  if (typeof value !== 'object') return `${value}`;
  if ('value' in value) return `${value.value}`;
  if ('numeric' in value) return `${value.raw?.value ?? value.numeric}`;
  return value.toFixed();
}

export const discountOf = ({ adjustments = [] }: Adjusted): string =>
  sum(adjustments.map(({ amount }) => textOf(amount)));

export const shippingPriceOf = ({ shipping_methods: methods }: Pick<Basket, 'shipping_methods'>): string =>
  sum(methods.map((method) => minus(textOf(method.amount), discountOf(method))));
