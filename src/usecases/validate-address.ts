import { authorize, type Context } from '../context.ts';
import { type Address, addressQuery } from '../domain/address.ts';
import type { AddressLookupInput } from '../domain/lookup-input.ts';
import type { AddressValidation } from '../domain/rate-lookup.ts';
import { addressFaults, requireUnitedStates } from './look-up-place.ts';

/** The places of the US that an address may be, best first; an address that is none is `ERR-ADDR-001`. */
export async function validateAddress(ctx: Context, input: AddressLookupInput): Promise<AddressValidation> {
  authorize(ctx, 'tax:read');
  const requestAddress: Address = input;
  requireUnitedStates(ctx.reference, input.country);
  const match = ctx.reference.matchCandidates(addressQuery(requestAddress));
  if (match.kind === 'matched') return { matchedAddresses: match.places, requestAddress };
  // Territories whose taxes the rate book lacks are no match either.
  throw addressFaults(match.faults.map((fault) => ({ ...fault, code: 'ERR-ADDR-001' })));
}
