import type { Address } from '../../domain/base/address.ts';
import type { AddressValidation } from '../../domain/lookups/rate-lookup.ts';
import type { AddressCandidates, AddressQuery, MatchedPlace } from '../../domain/places/address-match.ts';
import { addressQuery } from '../../domain/places/placeable-address.ts';
import { authorize, type Context, todayOf } from '../../ports/context.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { placeWithin } from '../assessment/places/find-place.ts';
import { addressError, requireSalesTax } from './look-up-place.ts';

/**
 * The US places that match an address, best first, each with the missing parts of the address. Throws `ERR-ADDR-001` if
 * no place matches.
 */
export async function validateAddress(ctx: Context, requestAddress: Address): Promise<AddressValidation> {
  authorize(ctx, 'tax:read');
  const sent = { ...requestAddress, isPartial: true };
  requireSalesTax(ctx.reference, sent);
  const address = addressQuery(sent);
  const taxDate = todayOf(ctx);
  const match = candidatesOf(ctx.reference, address, taxDate);
  if (match.kind === 'matched') {
    const question = { address, taxDate };
    const places = await Promise.all(match.places.map((place) => placeWithin(ctx.reference, place, question)));
    return { matchedAddresses: withoutRepeats(places), requestAddress };
  }
  // Territories without rates in the rate book do not match either.
  throw addressError(match.issues.map((issue) => ({ ...issue, code: 'ERR-ADDR-001' })));
}

/** A city name that is unique in the US needs no state. The state was not sent, so it is not reported as a match. */
function candidatesOf(reference: ReferenceData, address: AddressQuery, taxDate: string): AddressCandidates {
  const match = reference.matchCandidates(address, taxDate);
  const [issue] = match.kind === 'matched' ? [] : match.issues;
  const [state, ...others] = issue?.field === 'state' && issue.given === null ? issue.suggestions : [];
  if (state === undefined || others.length > 0) return match;
  const found = reference.matchCandidates({ ...address, state }, taxDate);
  return found.kind === 'matched' ? { ...found, places: found.places.map(withoutStateMatch) } : match;
}

function withoutStateMatch({ scoring, ...place }: MatchedPlace): MatchedPlace {
  return { ...place, scoring: { ...scoring, fieldScore: { ...scoring.fieldScore, stateMatch: 'NO_MATCH' } } };
}

/** Boundaries may assign the same place to several candidates. */
function withoutRepeats(places: readonly MatchedPlace[]): MatchedPlace[] {
  const seen = new Set<string>();
  return places.filter(({ jurisdictionIds, matchedAddress }) => {
    const key = JSON.stringify([jurisdictionIds, matchedAddress]);
    return seen.size < seen.add(key).size;
  });
}
