import type { Address, TollgateError } from '@tollgate/client';

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

/** Whether a quote was refused because the buyer has not given the whole address yet, as with a country alone. */
export const isForWantOfAddress = ({ kind, issues }: TollgateError, address: Address): boolean =>
  kind === 'InvalidInput' &&
  !(address.state && address.zip && address.city) &&
  issues.length > 0 &&
  issues.every(({ path: [member, field] }) => {
    if (member !== 'shippingAddress') return false;
    // A field that was sent is wrong, not missing.
    return field === undefined || address[field as keyof Address] === undefined || field === 'country';
  });

/** A country alone: what a cart has before its buyer wrote an address, so nobody waits for its tax yet. */
export const isCountryAlone = ({ state, zip, city, street }: Address): boolean => !(state || zip || city || street);

/** The calendar day of an instant where the shop is, such as 2026-07-01. */
export const dayAt = (instant: Date, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(instant);
