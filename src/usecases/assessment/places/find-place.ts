import { isHomeKnown, type TenantSettings } from '../../../domain/account/tenant.ts';
import type { Address } from '../../../domain/base/address.ts';
import { invalidInput } from '../../../domain/base/errors.ts';
import type { RatesOfPlace } from '../../../domain/coverage/freshness.ts';
import type { AddressMatch, AddressQuery, MatchedPlace } from '../../../domain/places/address-match.ts';
import type { PlaceFacts } from '../../../domain/places/place-law.ts';
import { addressQuery } from '../../../domain/places/placeable-address.ts';
import type { ReferenceData } from '../../../ports/reference-data.ts';
import type { TaxPlace } from '../../../tax/model/place.ts';

/**
 * The place of an address on a day: the best match of its fields, refined by imported boundaries if there are any. The
 * store is only read in that case.
 */
async function findPlace(reference: ReferenceData, address: AddressQuery, taxDate: string): Promise<AddressMatch> {
  const match = reference.matchAddress(address, taxDate);
  if (match.kind === 'unmatched') return match;
  return { kind: 'matched', place: await placeWithin(reference, match.place, { address, taxDate }) };
}

/** Refines the place of an address by the imported boundaries. */
export async function placeWithin(
  reference: ReferenceData,
  place: MatchedPlace,
  { address, taxDate }: { readonly address: AddressQuery; readonly taxDate: string },
): Promise<MatchedPlace> {
  const question = reference.boundaryQuestion(place, address);
  if (!question) return place;
  const rows = await reference.findBoundaries(question);
  return reference.placeWithin(place, { address, rows, taxDate });
}

type At = { readonly reference: ReferenceData; readonly taxDate: string };

/** Finds the place of a sale, even one whose taxes are missing from the rate book. */
export async function requirePlaceOfSale(address: Address, field: string, at: At): Promise<MatchedPlace> {
  const match = await findPlace(at.reference, addressQuery(address), at.taxDate);
  return (match.kind === 'unmatched' && match.uncovered) || placeOf(match, field);
}

/**
 * The place of an address in a request. Throws if the address matches no place; `field` is the name of the address in
 * the error.
 */
export async function requirePlace(address: Address, field: string, { reference, taxDate }: At): Promise<MatchedPlace> {
  return placeOf(await findPlace(reference, addressQuery(address), taxDate), field);
}

function placeOf(match: AddressMatch, field: string): MatchedPlace {
  if (match.kind === 'matched') return match.place;
  throw invalidInput(
    match.issues.map(({ code, message, ...issue }) => ({ path: [field, issue.field], code, message, details: issue })),
  );
}

/** The shipping origin or, by default, the seller's establishment; null if neither is known. */
export async function originOf(
  shipFrom: Address | null,
  settings: TenantSettings,
  { reference, taxDate }: At,
): Promise<MatchedPlace | null> {
  if (shipFrom) return requirePlaceOfSale(shipFrom, 'shipFromAddress', { reference, taxDate });
  if (!isHomeKnown(settings.homeAddress)) return null;
  const home = { ...settings.homeAddress, region: null, county: null, street: null, isPartial: true };
  const match = await findPlace(reference, home, taxDate);
  return match.kind === 'matched' ? match.place : null;
}

/** The rates that apply at a place, with their age. */
export function datedRatesAt(
  reference: Pick<ReferenceData, 'freshnessOf'>,
  { place, facts: { taxPlace, authority } }: { readonly place: MatchedPlace; readonly facts: PlaceFacts },
): RatesOfPlace & Pick<TaxPlace, 'rates'> {
  const { country, subdivision, taxDate, rates } = taxPlace;
  const freshness = reference.freshnessOf(country === 'US' ? `US-${subdivision}` : country);
  return { name: authority.name, freshness, hasLocalRates: place.localRates !== 'NOT_LEVIED', taxDate, rates };
}
