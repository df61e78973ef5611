import { z } from 'zod';

/*
 * The kinds of members that answers have. Numbers are exact decimals of at most 15 significant digits; the unit is part of
 * what a member says of itself, so that a reader of the document need not look elsewhere.
 */

const said = (description: string) => ({ description });

export const text = (description: string, examples: readonly string[] = []) =>
  z.string().meta(examples.length > 0 ? { description, examples: [...examples] } : { description });
export const flag = (description: string) => z.boolean().meta(said(description));
export const count = (description: string) => z.int().meta(said(description));
/** Money. */
export const amount = (description: string, unit = 'In the currency of the document.') =>
  z.number().meta(said(`${description} ${unit} An exact decimal.`));
/** A fraction of one. */
export const rate = (description: string) =>
  z.number().meta({ description: `${description} A fraction of one: 0.0825 is 8.25 %. An exact decimal.` });
export const uuid = (description: string) => z.string().meta({ description, format: 'uuid' });
export const day = (description: string) => z.string().meta({ description, format: 'date' });
export const instant = (description: string) => z.string().meta({ description, format: 'date-time' });
export const choice = <const Values extends readonly [string, ...string[]]>(values: Values, description: string) =>
  z.enum(values).meta(said(description));
export const list = <Member extends z.ZodType>(member: Member, description: string) =>
  z.array(member).meta(said(description));

/** An object that the document names, and refers to. */
export const named = <Shape extends z.ZodRawShape>(id: string, description: string, shape: Shape) =>
  z.object(shape).meta({ id, description });
export const noticeAnswer = named('Notice', 'What the reader should know, without it being a fault.', {
  code: text('What it is, by a stable name.', ['CITY_NOT_AT_ZIP']),
  pointer: text('The member it is about, as a JSON pointer; empty for the whole.'),
  message: text('The same in words.'),
});
export const notices = (description: string) => list(noticeAnswer, description);

export const internalTimestampsAnswer = named('InternalTimestamps', 'When the record was stored and changed here.', {
  createdDate: instant('When it was first stored, in UTC.'),
  updatedDate: instant('When it last changed, in UTC; a request that changes nothing leaves it.'),
});
export const externalTimestampsAnswer = named('ExternalTimestamps', 'Dates of the consumer’s own system, as sent.', {
  createdDate: text('Its calendar day, as its sender wrote it, is the tax date.', ['2026-06-15T10:00:00-05:00']),
  updatedDate: text('When it last changed there.', ['2026-06-15']),
});

export const addressAnswer = named('Address', 'An address as it was sent.', {
  city: text('The city.').optional(),
  country: text('The country, by code or name.').optional(),
  county: text('The county; null when none was sent.').nullable(),
  state: text('The state, by code or name.').optional(),
  street: text('Street and house number.').optional(),
  region: text('The region or province, outside the US.').optional(),
  zip: text('The ZIP or postal code.').optional(),
  isPartial: flag('Whether less than a full address was meant to do.').optional(),
});
