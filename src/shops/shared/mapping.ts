import type { Address, ItemInput } from '@tollgate/client';
import type { ShopDocument } from './gateway.ts';

/** Who collects the tax on an order. */
export type Collection = Pick<ShopDocument, 'collectedBy' | 'collectedTaxAmount' | 'marketplace'>;

/** The tax codes of a shop's products. */
export type TaxCodes = {
  /** The channel of the documents, from 1 to 10. */
  readonly source: string;
  /** Source of the products in the gateway, from 1 to 10. Default: `source`. */
  readonly productSource?: string;
  /** Tax codes by the id of the platform's product category. They override the codes of products in the gateway. */
  readonly taxCodes?: Readonly<Record<string, string>>;
  /** The tax code of other products. Default: the code of the product in the gateway. */
  readonly defaultTaxCode?: string;
  readonly shippingTaxCode?: string;
};

type Text = string | null | undefined;

/** The fields of a line that determine its tax code. */
export type CodedLine = Pick<ItemInput, 'taxCode' | 'product' | 'productSource'>;

type Kind = string | number | null | undefined;

/** The tax code of an item in the shop, if any, and its product. An item with neither is taxed as general goods. */
export function codedLine(
  { kind, product }: { readonly kind: Kind; readonly product: Text },
  { taxCodes = {}, defaultTaxCode, source, productSource = source }: TaxCodes,
): CodedLine {
  const taxCode = taxCodes[kind ?? ''] ?? defaultTaxCode;
  return product ? { taxCode, product, productSource } : { taxCode: taxCode ?? 'C1S1' };
}

export const shippingTaxCodeOf = ({ shippingTaxCode = 'C6S1' }: Pick<TaxCodes, 'shippingTaxCode'>): string =>
  shippingTaxCode;

/**
 * Updates a refused document with the shop's current address and tax codes. Its amounts do not change, because refunds
 * refer to its lines. `kinds` contains the product categories of its items; undefined for items no longer in the order.
 */
export const corrected = (
  document: ShopDocument,
  now: { readonly shippingAddress: Address; readonly kinds: readonly Kind[]; readonly codes: TaxCodes },
): ShopDocument => ({
  ...document,
  shippingAddress: now.shippingAddress,
  items: document.items.map((item, index) => {
    const kind = now.kinds[index];
    return kind === undefined ? item : { ...item, ...codedLine({ kind, product: item.product }, now.codes) };
  }),
  shippingFee: document.shippingFee && { ...document.shippingFee, taxCode: shippingTaxCodeOf(now.codes) },
});

type PlatformAddress = {
  readonly country: Text;
  readonly state: Text;
  readonly city: Text;
  readonly zip: Text;
  readonly street: readonly Text[];
};

/** Platforms send unknown fields as null or empty; a cart may have only the country. */
export function addressInput({ country, state, city, zip, street: lines }: PlatformAddress): Address {
  const street = lines.filter(Boolean).join(', ');
  return {
    country: country?.toUpperCase(),
    state: state || undefined,
    city: city || undefined,
    zip: zip || undefined,
    street: street || undefined,
    isPartial: !(street && city && zip),
  };
}

/** The calendar day of an instant in the shop's time zone, such as 2026-07-01. */
export const dayAt = (instant: Date, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(instant);
