import { type Address, addressQuery } from '../domain/address.ts';
import { invalidInput } from '../domain/errors.ts';
import type { TenantSettings } from '../domain/tenant.ts';
import type { MatchedPlace, ReferenceData } from '../reference/reference-data.ts';

/** The place of an address of a request; `field` names it for the error. */
export function placeOf(address: Address, field: string, reference: ReferenceData): MatchedPlace {
  const match = reference.matchAddress(addressQuery(address));
  if (match.kind === 'matched') return match.place;
  throw invalidInput(
    match.faults.map(({ code, message, ...fault }) => ({ path: [field, fault.field], code, message, details: fault })),
  );
}

/** Where the goods leave from, or the seller is established; null where neither is known. */
export function originOf(
  shipFrom: Address | null,
  settings: TenantSettings,
  reference: ReferenceData,
): MatchedPlace | null {
  if (shipFrom) return placeOf(shipFrom, 'shipFromAddress', reference);
  const { country, state, city, zip } = settings.homeAddress;
  if (country === 'US' && state === null) return null;
  const match = reference.matchAddress({
    country,
    state,
    city,
    zip,
    region: null,
    county: null,
    street: null,
    isPartial: true,
  });
  return match.kind === 'matched' ? match.place : null;
}
