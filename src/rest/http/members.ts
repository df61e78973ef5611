import { z } from 'zod';
import { ofAnswer, withUnit } from '../../domain/base/record.ts';

/*
 * Types of response members. Numbers are exact decimals of at most 15 significant digits; the description of a member
 * includes its unit.
 */

/** A description, or the input field with the same description. */
type Described = string | { readonly description?: string | undefined };

const said = (words: Described) => ({
  description: typeof words === 'string' ? words : ofAnswer(words.description ?? ''),
});

export const text = (words: Described, examples: readonly string[] = []) =>
  z.string().meta({ ...said(words), ...(examples.length > 0 && { examples: [...examples] }) });
export const flag = (words: Described) => z.boolean().meta(said(words));
export const count = (words: Described) => z.int().meta(said(words));
export const amount = (words: Described, unit = 'In the currency of the document.') =>
  z.number().meta({ description: withUnit(said(words).description, unit) });
export const exactNumber = (description: string) => z.number().meta({ description });
/** A rate as a fraction, not as a percentage. */
export const rate = (words: Described) =>
  z.number().meta({
    description: typeof words === 'string' ? `${words} As a fraction: 0.0825 is 8.25 %.` : words.description,
  });
export const uuid = (words: Described) => z.string().meta({ ...said(words), format: 'uuid' });
export const day = (words: Described) => z.string().meta({ ...said(words), format: 'date' });
export const instant = (description: string) => z.string().meta({ description, format: 'date-time' });
export const list = <Member extends z.ZodType>(member: Member, words: Described) => z.array(member).meta(said(words));

/** A secret that only the first response contains; see `withSecret`. */
export const secretText = (description: string) =>
  text(
    `${description} Absent in the response to a repeated request with the same Idempotency-Key: rotate the secret if it is lost.`,
  ).optional();

/** One of the known values. Later releases may add values. */
export const oneOfMany = (known: readonly string[], description?: string) =>
  z.string().meta({ ...(description !== undefined && { description }), 'x-extensible-enum': [...known] });

/** A named schema of the OpenAPI document. */
export const named = <Shape extends z.ZodRawShape>(id: string, description: string, shape: Shape) =>
  z.object(shape).meta({ id, description });
/** The values of a choice with their meanings, as one text. */
export const inWords = (meanings: Readonly<Record<string, string>>) =>
  Object.entries(meanings)
    .map(([name, meaning]) => `${name}: ${meaning}`)
    .join(' ');
