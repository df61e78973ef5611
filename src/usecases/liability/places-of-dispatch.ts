import type { TenantSettings } from '../../domain/account/tenant.ts';
import type { Address } from '../../domain/base/address.ts';
import { northernIreland } from '../../domain/places/eu-code.ts';
import { addressQuery } from '../../domain/places/placeable-address.ts';
import type { DispatchPlace, ShopSeller } from '../../domain/returns/one-stop-shop/shop-supplies.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';

export type DispatchBook = Pick<ReferenceData, 'countryFacts' | 'findCountry' | 'matchAddress' | 'placeFacts'>;

/**
 * The place from which goods are dispatched: the territory of the shipping origin on the day. If the shipping origin
 * has no country, the seller's home address is used: the recorded one or, if none is, that of today.
 */
export function placesOfDispatch(
  book: DispatchBook,
  homeToday: TenantSettings['homeAddress'],
): ShopSeller['placeOfDispatch'] {
  const found = new Map<string, DispatchPlace>();
  return (address, day, home = homeToday) => {
    const given = address?.country ? address : { ...home, region: null, county: null, street: null, isPartial: true };
    const key = JSON.stringify([given, day]);
    const known = found.get(key) ?? placeOf(book, given, day);
    found.set(key, known);
    return known;
  };
}

function placeOf(book: DispatchBook, address: Address, day: string): DispatchPlace {
  const match = book.matchAddress(addressQuery(address), day);
  const place = match.kind === 'matched' ? match.place : match.uncovered;
  if (!place) {
    const country = book.findCountry(address.country!) ?? address.country!;
    return { country, isInUnion: book.countryFacts(country)?.isInEu === true };
  }
  const { isInEuForGoods, taxTerritories, country } = book.placeFacts(place, day).territory;
  const { code } = northernIreland;
  return { country: taxTerritories.includes(code) ? code : country, isInUnion: isInEuForGoods };
}
