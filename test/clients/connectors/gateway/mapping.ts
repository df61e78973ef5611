import type { AddressInput } from './operations.ts';

/** How the products of a shop become tax codes. */
export type TaxCodes = {
  /** Tax codes by id of what the platform sorts products with. */
  readonly taxCodes?: Readonly<Record<string, string>>;
  /** Of other products. Default: general goods. */
  readonly defaultTaxCode?: string;
  readonly shippingTaxCode?: string;
};

export const taxCodeOf = (
  kind: string | number | null | undefined,
  { taxCodes = {}, defaultTaxCode = 'C1S1' }: TaxCodes,
): string => taxCodes[kind ?? ''] ?? defaultTaxCode;

export const shippingTaxCodeOf = ({ shippingTaxCode = 'C6S1' }: TaxCodes): string => shippingTaxCode;

type Text = string | null | undefined;
type Address = {
  readonly country: Text;
  readonly state: Text;
  readonly city: Text;
  readonly zip: Text;
  readonly street: readonly Text[];
};

/** Platforms write what is unknown as null or empty; a cart may know no more than the country. */
export function addressInput({ country, state, city, zip, street: lines }: Address): AddressInput {
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
