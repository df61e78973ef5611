import type { AddressInput } from './operations.ts';

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

type Text = string | null | undefined;
type Address = {
  readonly country: Text;
  readonly state: Text;
  readonly city: Text;
  readonly zip: Text;
  readonly street: readonly Text[];
};

/** Platforms send unknown fields as null or empty; a cart may have only the country. */
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
