import type { Address } from '@tollgate/client';
import { minus, sum } from '../shared/amounts.ts';
import { addressInput, type CodedLine, codedLine } from '../shared/mapping.ts';
import { placeOf } from '../shared/place.ts';
import type { Container } from './container.ts';
import type { TollgateOptions } from './options.ts';

/** Medusa's amounts are in the major unit, such as 19.99 dollars, in several forms; `raw_…` is exact. */
export type Amount =
  | number
  | string
  | { readonly value: string | number }
  | { readonly numeric: number; readonly raw?: { readonly value: string | number } | null };

type Adjusted = {
  readonly adjustments?: readonly { readonly amount: Amount; readonly raw_amount?: Amount }[] | null;
  readonly is_tax_inclusive?: boolean | null;
};

export type BasketItem = Adjusted & {
  readonly id: string;
  readonly title?: string;
  readonly variant_sku?: string | null;
  readonly unit_price: Amount;
  readonly raw_unit_price?: Amount;
  readonly quantity: Amount;
  readonly raw_quantity?: Amount;
  readonly product_id?: string | null;
  readonly product_type_id?: string | null;
  readonly is_giftcard?: boolean | null;
};

export type BasketShipping = Adjusted & { readonly id: string; readonly amount: Amount; readonly raw_amount?: Amount };

/**
 * The facts that affect the tax. Medusa passes a provider only ids, prices and quantities, with items and shipping in
 * separate calls.
 */
export type Basket = {
  readonly items: readonly BasketItem[];
  readonly shipping_methods: readonly BasketShipping[];
  readonly billing_address?: MedusaAddress;
};

const basketFields = [
  ...['items.*', 'items.adjustments.*', 'shipping_methods.*', 'shipping_methods.adjustments.*', 'billing_address.*'],
];

const contextOf =
  (entity: 'cart' | 'order') =>
  async (id: string, container: Container): Promise<Record<string, unknown>> => {
    const { data } = await container.resolve('query').graph<Basket>({ entity, fields: basketFields, filters: { id } });
    const [found] = data;
    if (!found) return {};
    const items = (found.items ?? []).filter(Boolean);
    const methods = (found.shipping_methods ?? []).filter(Boolean);
    return { tollgate: { items, shipping_methods: methods, billing_address: found.billing_address } };
  };

/** For the `setTaxLineContext` hooks, which pass the whole cart or order to the provider. */
export const cartContext: (id: string, container: Container) => Promise<Record<string, unknown>> = contextOf('cart');
export const orderContext: (id: string, container: Container) => Promise<Record<string, unknown>> = contextOf('order');

/** The prices of a document either all include tax or all exclude it, so a mixed basket is refused. */
export function includesTax({ items, shipping_methods: methods }: Basket): boolean {
  const kinds = new Set([...items, ...methods].map((line) => line.is_tax_inclusive ?? false));
  if (kinds.size > 1) throw new Error('Some prices in the cart include tax and others do not. Use only one kind.');
  return kinds.has(true);
}

/** A product is identified by its SKU, or by its id if it has no SKU. */
export const codesOf = (
  { variant_sku: sku, product_id: id, product_type_id: kind }: BasketItem,
  options: TollgateOptions,
): CodedLine => codedLine({ kind, product: sku || id }, options);

/** The exact value, if Medusa provides it. */
export function textOf(value: Amount, raw?: Amount | null): string {
  const given = raw ?? value;
  if (typeof given !== 'object') return `${given}`;
  if ('value' in given) return `${given.value}`;
  return `${given.raw?.value ?? given.numeric}`;
}

export const discountOf = ({ adjustments }: Adjusted): string =>
  sum((adjustments ?? []).map(({ amount, raw_amount: raw }) => textOf(amount, raw)));

export const shippingPriceOf = ({ shipping_methods: methods }: Pick<Basket, 'shipping_methods'>): string =>
  sum(methods.map((method) => minus(textOf(method.amount, method.raw_amount), discountOf(method))));

export type MedusaAddress =
  | {
      readonly country_code?: string | null;
      readonly province_code?: string | null;
      readonly province?: string | null;
      readonly address_1?: string | null;
      readonly address_2?: string | null;
      readonly city?: string | null;
      readonly postal_code?: string | null;
    }
  | null
  | undefined;

/** The address that determines the tax. */
export const addressOf = (delivery: MedusaAddress, billing: MedusaAddress, options: TollgateOptions): Address =>
  placeOf({ delivery: inputOf(delivery), billing: inputOf(billing) }, options);

const inputOf = (address: MedusaAddress): Address =>
  addressInput({
    country: address?.country_code,
    // A province may be in ISO 3166-2 form, such as us-mn.
    state: (address?.province_code ?? address?.province)?.replace(/^[a-z]{2}-/i, '').toUpperCase(),
    city: address?.city,
    zip: address?.postal_code,
    street: [address?.address_1, address?.address_2],
  });
