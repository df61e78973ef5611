import type { Address } from '../base/address.ts';
import { type EnumerationValue, enumeration } from '../base/record.ts';

export const deliveryMethod = enumeration('DeliveryMethod', 'How the goods reach the buyer.', {
  DELIVERED: 'The goods are shipped. The shipping address and its sourcing rules determine the tax.',
  COLLECTED:
    'The buyer collects the goods. They are taxed at the place of collection, without a delivery fee, and are neither an export nor a distance sale.',
});
export type DeliveryMethod = EnumerationValue<typeof deliveryMethod>;

type Shipped = { readonly shippingAddress: Address; readonly shipFromAddress: Address | null };

/** The default: goods need no delivery if they ship from their destination. */
export function defaultDeliveryMethod({ shippingAddress, shipFromAddress }: Shipped): DeliveryMethod {
  return shipFromAddress && isOneAddress(shipFromAddress, shippingAddress) ? 'COLLECTED' : 'DELIVERED';
}

/**
 * Places with the same city or ZIP code are not necessarily at one address: without a street, they may be miles apart.
 */
function isOneAddress(one: Address, other: Address): boolean {
  const isKnown = [one.country, one.street, one.city ?? one.zip].every((part) => folded(part) !== '');
  return isKnown && keyOf(one) === keyOf(other);
}

function keyOf({ country, state, region, city, street, zip }: Address): string {
  const code = folded(country) === 'us' ? zip?.slice(0, 5) : zip;
  return JSON.stringify([country, state, region, city, street, code].map(folded));
}

const folded = (text: string | null | undefined) => (text ?? '').trim().replace(/\s+/g, ' ').toLowerCase();
