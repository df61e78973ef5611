import { z } from 'zod';
import type { AddressMatch, AddressQuery } from '../places/address-match.ts';
import type { Issue } from './errors.ts';
import { absentAsNull, boundedText, textFromNumber } from './fields.ts';
import { addIssue } from './parse-input.ts';
import { field, type RecordOf, record } from './record.ts';

const unlessSent = 'if it was not sent';

export const address = record('Address', 'An address as sent.', {
  street: field.optional(
    field.text('Street and house number. They decide where boundaries are known by house.'),
    unlessSent,
  ),
  city: field.optional(field.text('City or town; it decides the local taxes.'), unlessSent),
  county: field.optional(
    field.text('US county; it distinguishes places that share a ZIP code.', { isNullInRest: true }),
    unlessSent,
  ),
  state: field.optional(field.text('State or province, as a code or a name.'), unlessSent),
  region: field.optional(field.text('Province or region outside the US.'), unlessSent),
  zip: field.optional(field.text('ZIP or postal code.'), unlessSent),
  country: field.optional(field.text('Country, as a code or an English name.'), unlessSent),
  isPartial: field.optional(
    field.flag('Whether state and ZIP code, or the state alone, are all that is known.'),
    unlessSent,
  ),
});
export type Address = RecordOf<typeof address>;

/** Checks lengths only; nothing is required. For customers and billing. */
export const addressInput = z.object({
  city: absentAsNull(boundedText(0, 100)).meta({ description: 'City, such as Minneapolis.' }),
  country: absentAsNull(boundedText(0, 50)).meta({
    description: 'Country, by ISO 3166-1 code or English name, such as US.',
  }),
  county: absentAsNull(boundedText(0, 100)).meta({ description: 'County, such as Hennepin.' }),
  state: absentAsNull(boundedText(0, 100)).meta({ description: 'State, by code or name, such as MN.' }),
  street: absentAsNull(boundedText(0, 200)).meta({ description: 'House number and street, such as 350 S 5th St.' }),
  region: absentAsNull(boundedText(0, 20)).meta({
    description: 'Region or province outside the US, by code or name, such as QC.',
  }),
  zip: absentAsNull(textFromNumber(20)).meta({ description: 'ZIP or postal code, such as 55415. ZIP+4 is accepted.' }),
  isPartial: absentAsNull(z.boolean()).meta({
    description: 'Whether the address may be incomplete. In the US, the state alone is then enough.',
  }),
});

/** Finds the place of an address. Plugged in, so that an unmatched address is reported along with the other issues of a body. */
export type AddressMatcher = {
  matchAddress(address: AddressQuery): AddressMatch;
  findCountry(text: string): string | null;
  findState(text: string): { readonly code: string; readonly name: string } | null;
};

/** An address that decides a tax: it must lead to a state or country. */
export function placeableAddressInput(matcher: () => AddressMatcher) {
  return addressInput.superRefine((address, ctx) => {
    for (const issue of addressIssues(address, matcher())) addIssue(ctx, issue);
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

/** A partial address without a country is one in the US. */
export function addressQuery(address: Address): AddressQuery {
  const isPartial = address.isPartial ?? false;
  return {
    ...address,
    country: isBlank(address.country) && isPartial ? 'US' : address.country,
    isPartial,
  };
}
