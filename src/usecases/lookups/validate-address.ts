import type { Address } from '../../domain/base/address.ts';
import type { AddressValidation } from '../../domain/lookups/rate-lookup.ts';
import type { MatchedPlace } from '../../domain/places/address-match.ts';
import { addressQuery } from '../../domain/places/placeable-address.ts';
import { authorize, type Context, todayOf } from '../../ports/context.ts';
import { placeWithin } from '../assessment/places/find-place.ts';
import { addressError, requireSalesTax } from './look-up-place.ts';

/**
 * The US places that an address may refer to, best first, each with what the address lacks; throws `ERR-ADDR-001` if there are
 * none.
 */
export async function validateAddress(ctx: Context, requestAddress: Address): Promise<AddressValidation> {
  authorize(ctx, 'tax:read');
  const sent = { ...requestAddress, isPartial: requestAddress.isPartial ?? true };
  requireSalesTax(ctx.reference, sent);
  const address = addressQuery(sent);
  const taxDate = todayOf(ctx);
  const match = ctx.reference.matchCandidates(address, taxDate);
  if (match.kind === 'matched') {
    const question = { address, taxDate };
    const places = await Promise.all(match.places.map((place) => placeWithin(ctx.reference, place, question)));
    return { matchedAddresses: withoutRepeats(places), requestAddress };
  }
  // Territories without rates in the rate book are no match either.
  throw addressError(match.issues.map((issue) => ({ ...issue, code: 'ERR-ADDR-001' })));
}

/** The boundaries may give several candidates the same place. */
function withoutRepeats(places: readonly MatchedPlace[]): MatchedPlace[] {
  const seen = new Set<string>();
  return places.filter(({ jurisdictionIds, matchedAddress }) => {
    const key = JSON.stringify([jurisdictionIds, matchedAddress]);
    return seen.size < seen.add(key).size;
  });
}
