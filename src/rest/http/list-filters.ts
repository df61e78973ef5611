import type { HonoRequest } from 'hono';
import { z } from 'zod';
import { AppError, type Issue, invalidInput } from '../../domain/base/errors.ts';
import { boundedText, timestampInput } from '../../domain/base/fields.ts';
import { periodIssues } from '../../domain/base/report-period.ts';
import { isCalendarDay, parseTimestamp } from '../../domain/base/timestamps.ts';
import { type FoundPlaces, readPlaces } from '../../domain/places/place-filter.ts';
import type { AddressMatcher } from '../../domain/places/placeable-address.ts';
import { inPeriod } from './dated-query.ts';
import { inParameter } from './problem.ts';
import { parseQuery, queryOf } from './query.ts';

/** Codes or names, in any usual spelling. */
export const placeParameters = {
  country: boundedText(1, 50)
    .optional()
    .meta({ description: 'Country, by ISO 3166-1 code or English name, such as US.' }),
  state: boundedText(1, 500)
    .meta({ type: 'array', items: { type: 'string' } })
    .optional()
    .meta({ description: 'One or more states or regions, by code or name, such as MN.' }),
};

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value) && isCalendarDay(value);

export const dayParameter = z.string().refine(isDay, {
  params: { code: 'INVALID_FORMAT' },
  message: 'Must be a calendar day, such as 2026-07-01.',
});

/** A day means midnight UTC at the start of that day. An unencoded plus sign arrives as a space. */
export const instantParameter = z
  .string()
  .transform((value) => value.replace(/ (?=\d{2}:?\d{2}$)/, '+'))
  .pipe(timestampInput)
  .transform((value) => parseTimestamp(value)!.at);

/**
 * The query of a list, with place codes resolved and its period converted to days. Issues with places and the period
 * are reported together with all other issues.
 */
export function parseListQuery<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  request: HonoRequest,
  reference: AddressMatcher,
): Omit<z.output<z.ZodObject<Shape>>, keyof FoundPlaces> & FoundPlaces {
  const raw = Object.fromEntries(queryOf(request.url));
  const hasPlaces = 'country' in schema.shape;
  const states = queryOf(request.url)
    .getAll('state')
    .flatMap((text) => named(text)?.split(',') ?? []);
  const { place, issues } = hasPlaces
    ? readPlaces(reference, { country: named(raw.country), states })
    : { place: {}, issues: [] };
  const found: Issue[] = [
    ...issues,
    ...periodIssues({ from: dayIn(raw.from), to: dayIn(raw.to) }),
    ...periodIssues({ from: dayIn(raw.expiresFrom), to: dayIn(raw.expiresTo) }, 'expiresTo'),
  ];
  try {
    const query = parseQuery(schema, request);
    if (found.length === 0) {
      return inPeriod({ ...query, country: undefined, state: undefined, states: undefined, ...place });
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const told = new Set(error.issues.map(({ path }) => path[0]));
    throw invalidInput([...error.issues, ...found.filter(({ path }) => !told.has(path[0])).map(inParameter('query'))]);
  }
  throw invalidInput(found.map(inParameter('query')));
}

function dayIn(value: string | undefined): string | undefined {
  return value !== undefined && isDay(value) ? value : undefined;
}

/** `parseQuery` reports empty values. */
function named(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
