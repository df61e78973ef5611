import { z } from 'zod';
import { input } from './input.ts';
import { isCalendarDay, parseTimestamp } from './timestamps.ts';
import { valueKinds } from './value-kinds.ts';

export const mostMarketplaceCharacters = 50;

/** Text without NUL or lone surrogates, which the store cannot save. The length is counted in characters. */
export function boundedText(min: number, max: number) {
  const checked = z.string().superRefine((value, ctx) => {
    const refuse = (code: string, message: string) => ctx.addIssue({ code: 'custom', params: { code }, message });
    if (value.includes('\0') || !isWellFormed(value)) {
      refuse('INVALID_CHARACTERS', 'Text must not contain NUL or an unpaired surrogate.');
    }
    const units = value.length; // One or two for each character.
    const isDecided = units > 2 * max || (units <= max && units > 2 * min);
    const length = isDecided ? units : [...value].length;
    if (length < min) refuse('TOO_SHORT', min === 1 ? 'Must not be empty.' : `Must have at least ${min} characters.`);
    if (length > max) refuse('TOO_LONG', `May have at most ${max} characters.`);
  });
  return checked.meta({ ...(min > 0 && { minLength: min }), maxLength: max });
}

const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

function isWellFormed(value: string): boolean {
  return !loneSurrogate.test(value);
}

/** An optional member that becomes null if absent. */
export function absentAsNull<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().transform((value): z.output<Schema> | null => value ?? null);
}

/** For fields that may be omitted, null or blank. */
export const blankAsAbsent = (value: unknown): unknown =>
  value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value;

/** Also accepts a JSON number, because ids in the older service were numbers. */
const numberAsText = (value: unknown): unknown =>
  typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;

const textOrNumber = { type: ['string', 'integer'] };

export const externalIdInput = z.preprocess(numberAsText, boundedText(1, 256)).meta(textOrNumber);

export const sourceInput = z
  .preprocess(numberAsText, z.string().regex(/^(10|[1-9])$/, 'Must be a digit from 1 to 9, or 10.'))
  .meta(textOrNumber);

const uuidInput = (message: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, message)
    .transform((value) => value.toLowerCase())
    .meta({ format: 'uuid' })
    .register(valueKinds, { kind: 'uuid' });

export const serviceIdInput = uuidInput('Must be a UUID.');
export const customerIdInput = uuidInput('Must be the serviceId of a customer (a UUID), not its externalId.');

export const textFromNumber = (max: number) => z.preprocess(numberAsText, boundedText(0, max)).meta(textOrNumber);

export const timestampInput = z
  .string()
  .max(40)
  .refine((value) => parseTimestamp(value) !== null, {
    params: { code: 'INVALID_FORMAT' },
    error: ({ input }) => {
      const day = /^\d{4}-\d{2}-\d{2}/.exec(String(input))?.[0];
      return day === undefined || isCalendarDay(day)
        ? 'Must be an ISO 8601 date (2026-07-01) or date-time (2026-07-01T10:00:00Z, 2026-07-01T10:00:00+02:00) from 1900 on.'
        : `Has a day that does not exist: ${day}.`;
    },
  });

/** A calendar day or a date-time. For a date-time, the calendar day as written by its sender counts. */
export const dayOfDateInput = timestampInput
  .transform((sent) => parseTimestamp(sent)!.on)
  .register(valueKinds, { kind: 'day' });

/** A country. GraphQL accepts codes only. */
export const countryInput = (min: number) => boundedText(min, 50).register(valueKinds, { kind: 'country' });

export const externalTimestampsInput = input(
  'ExternalTimestampsInput',
  'Dates of the record in your system, in ISO 8601: `2026-06-15`, or a date-time with or without a zone.',
  {
    createdDate: timestampInput.meta({
      description:
        'When the record was created in your system, in ISO 8601: a date, or a date-time with or without a zone. Its calendar day is the tax date of a document; for an instant in UTC (Z), the tax date is the day at the seller’s establishment.',
    }),
    updatedDate: timestampInput.meta({ description: 'When the record was last changed in your system, in ISO 8601.' }),
  },
);

/** A field that only the service sets. Clients may send it back with a record that they have read. */
export const readOnlyField = z.unknown().optional().meta({ description: 'Set by the service; ignored in a request.' });
export const readOnlyFields = { serviceId: readOnlyField, internalTimestamps: readOnlyField };

export const reasonInput = boundedText(1, 256).refine((reason) => reason === '' || reason.trim() !== '', {
  params: { code: 'TOO_SHORT' },
  message: 'Must not be blank.',
});
