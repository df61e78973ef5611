import { type Address, addressInput } from '../base/address.ts';
import type { Issue } from '../base/errors.ts';
import { addIssue } from '../base/parse-input.ts';
import type { AddressMatch, AddressQuery } from './address-match.ts';

/**
 * Finds the place of an address. Injected, so that an unmatched address is reported along with the other issues of a
 * body.
 */
export type AddressMatcher = {
  matchAddress(address: AddressQuery): AddressMatch;
  findCountry(text: string): string | null;
  findState(text: string): { readonly code: string; readonly name: string } | null;
};

/** An address that determines a tax: it must match a state or country. */
export function placeableAddressInput(matcher: () => AddressMatcher) {
  return addressInput.superRefine((address, ctx) => {
    for (const issue of knownIssues(address, matcher())) addIssue(ctx, issue);
  });
}

/** Long documents repeat their addresses, and most of the time spent checking addresses goes into matching them. */
const mostKnown = 100;
const known = new WeakMap<AddressMatcher, Map<string, readonly Issue[]>>();

function knownIssues(address: Address, matcher: AddressMatcher): readonly Issue[] {
  const ofMatcher = known.get(matcher) ?? new Map<string, readonly Issue[]>();
  known.set(matcher, ofMatcher);
  const key = JSON.stringify(address);
  const issues = ofMatcher.get(key) ?? addressIssues(address, matcher);
  const [oldest] = ofMatcher.keys();
  if (oldest !== undefined && ofMatcher.size >= mostKnown) ofMatcher.delete(oldest);
  ofMatcher.set(key, issues);
  return issues;
}

/** An address to look up. It must be as complete as in a document, and is matched later. */
export function lookedUpAddressInput(matcher: () => Pick<AddressMatcher, 'findCountry'>) {
  return addressInput.superRefine((address, ctx) => {
    for (const issue of missingFields(address, matcher())) addIssue(ctx, issue);
  });
}

const requiredInTheUs = ['city', 'state', 'street', 'zip'] as const;

/** The missing fields of an address; empty if the address is marked as partial. */
export function missingFields(address: Address, matcher: Pick<AddressMatcher, 'findCountry'>): Issue[] {
  const isPartial = address.isPartial ?? false;
  if (isPartial) return [];
  if (isBlank(address.country)) return [required('country', 'country is required.')];
  if (matcher.findCountry(address.country!) !== 'US') return [];
  return requiredInTheUs
    .filter((field) => isBlank(address[field]))
    .map((field) => required(field, `${field} is required in the US, unless isPartial is true.`));
}

function addressIssues(address: Address, matcher: AddressMatcher): Issue[] {
  const missing = missingFields(address, matcher);
  if (missing.some(({ path }) => path[0] === 'country')) return missing;
  const match = matcher.matchAddress(addressQuery(address));
  // A known place may lack taxes in the rate book: whether they are needed depends on the sale.
  if (match.kind === 'matched' || match.uncovered) return missing;
  const said = new Set(missing.map((issue) => issue.path[0]));
  return [
    ...missing,
    ...match.issues
      .filter((issue) => !said.has(issue.field))
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

/** A partial address without a country is in the US. */
export function addressQuery(address: Address): AddressQuery {
  const isPartial = address.isPartial ?? false;
  return {
    ...address,
    country: isBlank(address.country) && isPartial ? 'US' : address.country,
    isPartial,
  };
}
