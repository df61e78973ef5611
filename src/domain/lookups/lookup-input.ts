import { z } from 'zod';
import { type Address, addressInput } from '../base/address.ts';
import {
  absentAsNull,
  blankAsAbsent,
  boundedText,
  countryInput,
  dayOfDateInput,
  textFromNumber,
} from '../base/fields.ts';
import { input } from '../base/input.ts';
import { addIssue } from '../base/parse-input.ts';
import { withoutNulls } from '../base/plain-object.ts';
import { namesOf } from '../base/record.ts';
import { dayInput } from '../base/report-period.ts';
import { ownCoverageFields, requiredPrecision, requiredTaxCode } from '../coverage/coverage-requirement.ts';
import { type AddressMatcher, lookedUpAddressInput, missingFields } from '../places/placeable-address.ts';

/*
 * The inputs of lookups, for GraphQL and REST. A query string holds only text, so flags may be sent as text, and blank
 * text counts as absent.
 */

function required<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(blankAsAbsent, schema);
}

function optional<Schema extends z.ZodType>(schema: Schema) {
  return z
    .preprocess(blankAsAbsent, schema.optional())
    .optional()
    .transform((value): z.output<Schema> | null => value ?? null);
}

const flagWords: Readonly<Record<string, boolean>> = { true: true, false: false };

const flag = z.preprocess(
  (value) => (typeof value === 'string' ? (flagWords[value.toLowerCase()] ?? value) : value),
  z.boolean({ error: ({ input }) => (input === undefined ? undefined : 'Must be true or false.') }),
);

const place = {
  city: optional(boundedText(1, 100)).meta({ description: 'City, such as Austin.' }),
  county: optional(boundedText(1, 100)).meta({ description: 'County, such as Travis.' }),
  street: optional(boundedText(1, 200)).meta({ description: 'House number and street, such as 301 W 2nd St.' }),
};

const usPlace = {
  country: required(boundedText(1, 50)).meta({ description: 'Country: US, or a name of the United States.' }),
  state: required(boundedText(1, 100)).meta({ description: 'State, by code or name, such as TX.' }),
  zip: required(textFromNumber(20)).meta({ description: 'ZIP code, such as 78701. ZIP+4 is accepted.' }),
  ...place,
};

const rateQuestion = {
  asOf: optional(dayOfDateInput).meta({
    description:
      'Day of the rates, such as 2026-07-01. A date-time counts as the day written in it. Default: today in UTC.',
  }),
  taxCode: optional(boundedText(1, 256)).meta({
    description: 'Tax code for the rates, such as C1S2. Default: goods in general.',
  }),
};

/** A US address to find in the rate book, as sent to REST. */
export const addressLookupInput = z.object({
  country: optional(boundedText(1, 50)).meta({
    description: 'Country: US, or a name of the United States. Default: US.',
  }),
  state: optional(boundedText(1, 100)).meta({
    description: 'State, by code or name, such as TX. Optional with a ZIP code.',
  }),
  zip: optional(textFromNumber(20)).meta({
    description: 'ZIP code, such as 78701. ZIP+4 is accepted. Optional with a state.',
  }),
  ...place,
  region: optional(boundedText(1, 20)).meta({ description: 'Ignored for US addresses.' }),
  isPartial: optional(flag).meta({
    description:
      'Whether the address may be incomplete. Ignored: incomplete addresses are always accepted, and the places contain the missing parts.',
  }),
});

const requireTaxCode = {
  requireTaxCode: optional(z.enum(namesOf(requiredTaxCode))).meta({
    description: 'Accepted tax codes: any, or only codes in the catalog. Default: the account setting.',
  }),
};

/** The place, day and tax code for a US rate lookup, as sent to REST. */
export const salesTaxRatesInput = z.object({
  ...usPlace,
  isPartial: optional(flag).meta({ description: 'Whether the address may be incomplete.' }),
  requirePrecision: optional(z.enum(namesOf(requiredPrecision))).meta({
    description: ownCoverageFields.shape.precision.description,
  }),
  requireComplete: optional(flag).meta({ description: ownCoverageFields.shape.complete.description }),
  ...requireTaxCode,
  requireRatesAsOf: optional(dayInput).meta({ description: ownCoverageFields.shape.ratesAsOf.description }),
  ...rateQuestion,
});

/** The place, day and tax code for a VAT or GST lookup, as sent through GraphQL or REST. */
export const globalTaxRatesInput = input(
  'GlobalTaxRatesInput',
  'The country or region, the day and the tax code for a VAT or GST rate lookup. For the US, use `salesTaxRates`.',
  {
    country: required(countryInput(1)).meta({
      description: 'Country of the rates, by ISO 3166-1 code, such as DE, or in REST by English name.',
    }),
    state: optional(boundedText(1, 100)).meta({
      description: 'Region or province, by ISO 3166-2 code or name, such as QC.',
    }),
    ...rateQuestion,
  },
);

export const validatedAddressFields = input('ValidateAddressInput', 'The address to find.', {
  address: addressInput.meta({
    description:
      'A US address. It may be incomplete unless its `isPartial` is false: a ZIP code is enough, and the places contain the missing parts. Omitted fields do not lower the score.',
  }),
});

/** The input of `validateAddress` in GraphQL: an address may be incomplete unless it is marked as complete. */
export function validatedAddressInput(matcher: () => AddressMatcher) {
  const address = addressInput.superRefine((sent, ctx) => {
    if (sent.isPartial === false) for (const issue of missingFields(sent, matcher())) addIssue(ctx, issue);
  });
  return z.preprocess(withoutNulls, validatedAddressFields.extend({ address }));
}

export const salesTaxRatesFields = input('SalesTaxRatesInput', 'US address, day and tax code for a rate lookup.', {
  address: addressInput.meta({ description: 'A US address with the fields that a document requires.' }),
  require: absentAsNull(ownCoverageFields).meta({
    description: 'Required address precision and accepted tax codes. Default: the account setting.',
  }),
  ...rateQuestion,
});

/** The input of `salesTaxRates` in GraphQL. An omitted requirement defaults to the account setting. */
export function ratesOfAddressInput(matcher: () => AddressMatcher) {
  return z.preprocess(withoutNulls, salesTaxRatesFields.extend({ address: lookedUpAddressInput(matcher) }));
}

/**
 * Address, requirement, day and tax code, as sent through GraphQL or REST. A null requirement defaults to the account
 * setting.
 */
export type RatesOfAddress = {
  readonly address: Address;
  readonly require: z.output<typeof ownCoverageFields> | null;
  readonly asOf: string | null;
  readonly taxCode: string | null;
};

export type GlobalTaxRatesInput = z.output<typeof globalTaxRatesInput>;
