import { z } from 'zod';
import { absentAsNull, boundedText, textFromNumber } from './fields.ts';
import { input } from './input.ts';
import { field, type RecordOf, record } from './record.ts';

const unlessSent = 'if not sent';

export const address = record('Address', 'An address as submitted.', {
  street: field.optional(field.text('Street and house number, on which some boundaries depend.'), unlessSent),
  city: field.optional(field.text('City or town, which determines local taxes.'), unlessSent),
  county: field.optional(
    field.text('US county, which distinguishes places that share a ZIP code.', { isNullInRest: true }),
    unlessSent,
  ),
  state: field.optional(field.text('State or province, as a code or a name.'), unlessSent),
  region: field.optional(field.text('Province or region outside the US.'), unlessSent),
  zip: field.optional(field.text('ZIP or postal code.'), unlessSent),
  country: field.optional(field.text('Country, as a code or an English name.'), unlessSent),
  isPartial: field.derived(
    field.flag('Whether the address may be incomplete; false if not sent.'),
    ({ isPartial }: { readonly isPartial: boolean | null }) => isPartial ?? false,
  ),
});
export type Address = RecordOf<typeof address>;

/** Checks only types and lengths; no field is required. Documents and lookups add further checks. */
export const addressInput = input(
  'AddressInput',
  'An address. In the US, a document requires city, state, street and ZIP code unless `isPartial` is true; elsewhere the country is enough.',
  {
    city: absentAsNull(boundedText(0, 100)).meta({ description: 'City, such as Minneapolis.' }),
    country: absentAsNull(boundedText(0, 50)).meta({
      description: 'Country, by ISO 3166-1 code or English name, such as US.',
    }),
    county: absentAsNull(boundedText(0, 100)).meta({ description: 'US county, such as Hennepin.' }),
    state: absentAsNull(boundedText(0, 100)).meta({ description: 'State or province, by code or name, such as MN.' }),
    street: absentAsNull(boundedText(0, 200)).meta({ description: 'House number and street, such as 350 S 5th St.' }),
    region: absentAsNull(boundedText(0, 20)).meta({
      description: 'Region or province outside the US, by code or name, such as QC.',
    }),
    zip: absentAsNull(textFromNumber(20)).meta({
      description: 'ZIP or postal code, such as 55415. ZIP+4 is accepted.',
    }),
    isPartial: absentAsNull(z.boolean()).meta({
      description: 'Whether the address may be incomplete. In the US, the state is then enough.',
    }),
  },
);
