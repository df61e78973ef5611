import { z } from 'zod';
import type { AddressMatch, AddressQuery } from '../places/address-match.ts';
import type { Issue } from './errors.ts';
import { addFault, orNull, text, textFromNumber } from './input.ts';

/** An address as it was sent; null where a field was not. */
export type Address = {
  readonly city: string | null;
  readonly country: string | null;
  readonly county: string | null;
  readonly state: string | null;
  readonly street: string | null;
  readonly region: string | null;
  readonly zip: string | null;
  readonly isPartial: boolean | null;
};

/** The lengths of the interface; nothing is required. For customers and billing. */
export const addressInput = z.object({
  city: orNull(text(0, 100)),
  country: orNull(text(0, 50)),
  county: orNull(text(0, 100)),
  state: orNull(text(0, 100)),
  street: orNull(text(0, 200)),
  region: orNull(text(0, 20)),
  zip: orNull(textFromNumber(20)),
  isPartial: orNull(z.boolean()),
});

/** Finds the place of an address; plugged in, so that an address that matches nothing is one of the faults of a body. */
export type AddressMatcher = {
  matchAddress(address: AddressQuery): AddressMatch;
  findCountry(text: string): string | null;
  findState(text: string): { readonly code: string; readonly name: string } | null;
};

/** An address that decides a tax: it must lead to a state or country. */
export function placeableAddressInput(matcher: () => AddressMatcher) {
  return addressInput.superRefine((address, ctx) => {
    for (const issue of addressIssues(address, matcher())) addFault(ctx, issue);
  });
}

const requiredInTheUs = ['city', 'state', 'street', 'zip'] as const;

function addressIssues(address: Address, matcher: AddressMatcher): Issue[] {
  const isPartial = address.isPartial ?? false;
  if (isBlank(address.country) && !isPartial) return [required('country', 'country is required.')];
  const country = isBlank(address.country) ? 'US' : matcher.findCountry(address.country!);
  const missing =
    country === 'US' && !isPartial
      ? requiredInTheUs
          .filter((field) => isBlank(address[field]))
          .map((field) => required(field, `${field} is required in the US, unless isPartial is true.`))
      : [];
  const match = matcher.matchAddress(addressQuery(address));
  if (match.kind === 'matched') return missing;
  const said = new Set(missing.map((issue) => issue.path[0]));
  return [
    ...missing,
    ...match.faults
      .filter((fault) => !said.has(fault.field))
      .map(({ code, message, field, given, expected, suggestions }) => ({
        path: [field],
        code,
        message,
        details: { field, given, expected, suggestions },
      })),
  ];
}

const required = (field: string, message: string): Issue => ({ path: [field], code: 'REQUIRED', message });

const isBlank = (value: string | null): boolean => value === null || value.trim() === '';

/** A partial address without a country is one in the US. */
export function addressQuery(address: Address): AddressQuery {
  const isPartial = address.isPartial ?? false;
  return {
    ...address,
    country: isBlank(address.country) && isPartial ? 'US' : address.country,
    isPartial,
  };
}
