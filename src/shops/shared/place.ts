import type { Address, TollgateError } from '@tollgate/client';

/** Settings for orders without a delivery address. */
export type PlaceSettings = {
  /**
   * REFUSE: the order cannot be paid. SHOP_ADDRESS: the shop's address, for goods collected by buyers. BILLING_ADDRESS:
   * the billing address, for digital goods. Default: REFUSE.
   */
  readonly paymentWithoutPlace?: 'REFUSE' | 'SHOP_ADDRESS' | 'BILLING_ADDRESS';
  /** The address of the shop. Required for SHOP_ADDRESS. */
  readonly shopAddress?: Omit<Address, 'isPartial'>;
};

/** An invalid setting must fail at startup, not at the first order. */
export function checkPlaceSettings({ paymentWithoutPlace = 'REFUSE', shopAddress }: PlaceSettings): void {
  if (!['REFUSE', 'SHOP_ADDRESS', 'BILLING_ADDRESS'].includes(paymentWithoutPlace))
    throw new Error(`paymentWithoutPlace is ${paymentWithoutPlace}: use REFUSE, SHOP_ADDRESS or BILLING_ADDRESS.`);
  if (paymentWithoutPlace === 'SHOP_ADDRESS' && !shopAddress?.country)
    throw new Error('paymentWithoutPlace is SHOP_ADDRESS: set shopAddress, with its country.');
}

/**
 * The address that determines the tax: the delivery address, or its replacement if the buyer gave only a country or
 * nothing.
 */
export function placeOf(
  { delivery, billing }: { readonly delivery: Address; readonly billing: Address },
  { paymentWithoutPlace = 'REFUSE', shopAddress }: PlaceSettings,
): Address {
  if (!isCountryAlone(delivery)) return delivery;
  if (paymentWithoutPlace === 'SHOP_ADDRESS' && shopAddress)
    return { ...shopAddress, isPartial: !(shopAddress.street && shopAddress.city && shopAddress.zip) };
  return paymentWithoutPlace === 'BILLING_ADDRESS' && billing.country ? billing : delivery;
}

/** The reason for refusing payment of an order without a place. */
export const placeMissing = 'The tax on this order depends on its address. Complete the address before payment.';

/**
 * Whether a quote was refused because the buyer's address is still incomplete, for example because it contains only a
 * country.
 */
export const isForWantOfAddress = ({ kind, issues }: TollgateError, address: Address): boolean =>
  kind === 'InvalidInput' &&
  !(address.state && address.zip && address.city) &&
  issues.length > 0 &&
  issues.every(({ path: [member, field] }) => {
    if (member !== 'shippingAddress') return false;
    // A field that was sent is wrong, not missing.
    return field === undefined || address[field as keyof Address] === undefined || field === 'country';
  });

/**
 * Whether the address has at most a country, as in the cart of a buyer who has not entered an address and expects no
 * tax yet.
 */
export const isCountryAlone = ({ state, zip, city, street }: Address): boolean => !(state || zip || city || street);
