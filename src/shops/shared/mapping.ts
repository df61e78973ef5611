import type { Address } from '@tollgate/client';
import type { ShopDocument } from './gateway.ts';

/** Who collects the tax on an order. */
export type Collection = Pick<ShopDocument, 'collectedBy' | 'collectedTaxAmount' | 'marketplace'>;

/** The tax codes of a shop's products. */
export type TaxCodes = {
  /** Tax codes by the id of the platform's product category. */
  readonly taxCodes?: Readonly<Record<string, string>>;
  /** The tax code of other products. Default: general goods. */
  readonly defaultTaxCode?: string;
  readonly shippingTaxCode?: string;
};

export const taxCodeOf = (
  kind: string | number | null | undefined,
  { taxCodes = {}, defaultTaxCode = 'C1S1' }: TaxCodes,
): string => taxCodes[kind ?? ''] ?? defaultTaxCode;

export const shippingTaxCodeOf = ({ shippingTaxCode = 'C6S1' }: TaxCodes): string => shippingTaxCode;

/**
 * A refused document, updated with the shop's current address and tax codes. Its amounts stay those of the sale, since
 * refunds refer to its lines.
 */
export const corrected = (
  document: ShopDocument,
  now: { readonly shippingAddress: Address; readonly taxCodes: readonly string[]; readonly codes: TaxCodes },
): ShopDocument => ({
  ...document,
  shippingAddress: now.shippingAddress,
  items: document.items.map((item, index) => ({ ...item, taxCode: now.taxCodes[index] ?? item.taxCode })),
  shippingFee: document.shippingFee && { ...document.shippingFee, taxCode: shippingTaxCodeOf(now.codes) },
});

type Text = string | null | undefined;
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
