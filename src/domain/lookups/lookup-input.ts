import { z } from 'zod';
import { text, textFromNumber, timestampInput } from '../base/input.ts';
import { parseTimestamp } from '../base/timestamps.ts';

/*
 * The questions of the look-ups, for both doors. A query string has only texts, so flags are taken as text too, and an
 * empty text is one that was not sent.
 */

const blankAsAbsent = (value: unknown): unknown =>
  value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value;

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

/** A calendar day, or a date-time whose day counts as its sender wrote it. */
const day = timestampInput.transform((value) => parseTimestamp(value)!.on);

const place = {
  city: optional(text(1, 100)),
  county: optional(text(1, 100)),
  street: optional(text(1, 200)),
};

const usPlace = {
  country: required(text(1, 50)),
  state: required(text(1, 100)),
  zip: required(textFromNumber(20)),
  ...place,
};

/** An address of the US to be found in the rate book. */
export const addressLookupInput = z.object({
  ...usPlace,
  region: optional(text(1, 20)),
  isPartial: required(flag),
});

/** Where, on which day and for what the US rates are asked. */
export const salesTaxRatesInput = z.object({
  ...usPlace,
  isPartial: optional(flag),
  date: optional(day),
  taxCode: optional(text(1, 256)),
});

/** The same for VAT and GST. */
export const globalTaxRatesInput = z.object({
  country: required(text(1, 50)),
  region: optional(text(1, 100)),
  date: optional(day),
  taxCode: optional(text(1, 256)),
});

export type AddressLookupInput = z.output<typeof addressLookupInput>;
export type SalesTaxRatesInput = z.output<typeof salesTaxRatesInput>;
export type GlobalTaxRatesInput = z.output<typeof globalTaxRatesInput>;
