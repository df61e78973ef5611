import type { HonoRequest } from 'hono';
import { z } from 'zod';
import { AppError, type Issue, invalidInput } from '../../domain/base/errors.ts';
import { issuesOf } from '../../domain/base/parse-input.ts';
import { readReportPeriod, reportPeriodFields } from '../../domain/base/report-period.ts';
import { newestFirstCursor } from '../../domain/lists/cursor.ts';
import type { ParameterPlace } from '../../http/problem.ts';
import { prefers } from './preferences.ts';
import { inParameter } from './problem.ts';

export const addQueryIssue = (ctx: z.core.$RefinementCtx, code: string, message: string): never => {
  ctx.addIssue({ code: 'custom', params: { code }, message });
  return z.NEVER;
};

const pageSize = /^(?:[1-9]\d?|1\d\d|200)$/;

const limit = z
  .string()
  .transform((text, ctx) => {
    return pageSize.test(text)
      ? Number(text)
      : addQueryIssue(ctx, 'OUT_OF_RANGE', 'limit must be a whole number from 1 to 200.');
  })
  .meta({ type: 'integer', minimum: 1, maximum: 200 });

export const limitParameter = limit.optional().meta({
  description: 'Page size, 1 to 200. Without it, the whole list is streamed in one response.',
});

/** The requested page of a list; without `limit`, the whole list. */
export function pageParameters(list: string) {
  return pageParametersBy(newestFirstCursor(list));
}

/** The page parameters of a list with its own order, whose cursors this schema reads. */
export function pageParametersBy<Cursor extends z.ZodType>(cursor: Cursor) {
  return {
    limit: limitParameter,
    cursor: cursor
      .optional()
      .meta({ description: 'Opaque cursor from the Link header of the previous page. Keep the filters the same.' }),
  };
}

/** `true` or `false`, ignoring case. An empty value or `null` means the default. */
export function booleanParameter<Default extends boolean | null>(byDefault: Default) {
  return z
    .string()
    .default('')
    .transform((text, ctx): boolean | Default => {
      const value = text.toLowerCase();
      if (value === '' || value === 'null') return byDefault;
      if (value === 'true' || value === 'false') return value === 'true';
      return addQueryIssue(ctx, 'INVALID_TYPE', 'Must be true or false.');
    })
    .meta({ type: 'boolean', ...(byDefault === null ? {} : { default: byDefault }) });
}

/** One or more of the values, separated by commas or in repeated parameters: `state=DECLARED,REACHED`. */
export function commaSeparated<Value extends string>(values: readonly Value[]) {
  return z
    .string()
    .transform((text, ctx): readonly Value[] => {
      const named = text.split(',').map((one) => one.trim().toUpperCase());
      const known = values.filter((value) => named.includes(value));
      const isKnown = named.every((one) => values.some((value) => value === one));
      return isKnown ? known : addQueryIssue(ctx, 'UNKNOWN_VALUE', `Must be one or more of ${values.join(', ')}.`);
    })
    .meta({ type: 'array', items: { type: 'string', enum: [...values] } });
}

/** One or more names, separated by commas, for a schema that accepts a list. */
export function namesIn<Schema extends z.ZodType>(schema: Schema) {
  const split = (text: unknown) => (typeof text === 'string' ? text.split(',').map((one) => one.trim()) : text);
  return z.preprocess(split, schema).meta({ ...schema.meta(), type: 'array', items: { type: 'string' } });
}

/** Whether a parameter accepts several values. */
function isList(schema: unknown): boolean {
  if (!(schema instanceof z.ZodType)) return false;
  if (schema.meta()?.type === 'array') return true;
  const { innerType, in: from } = schema.def as { readonly innerType?: unknown; readonly in?: unknown };
  return isList(innerType) || isList(from);
}

/**
 * Reads the query and reports all of its issues together. Unknown parameters are refused, because a misspelled filter
 * would otherwise return everything. With `Prefer: handling=lenient` (RFC 7240, 4.4), unknown parameters are ignored.
 */
export function parseQuery<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  request: HonoRequest,
): z.output<z.ZodObject<Shape>> {
  const raw: Record<string, string> = {};
  const issues: Issue[] = [];
  for (const [name, value] of queryOf(request.url)) {
    if (!Object.hasOwn(schema.shape, name)) {
      if (!isLenient(request)) issues.push(unknownParameter(name, Object.keys(schema.shape)));
    } else if (!Object.hasOwn(raw, name)) raw[name] = value;
    else if (isList(schema.shape[name])) raw[name] = `${raw[name]},${value}`;
    else issues.push(repeatedParameter(name));
  }
  const parsed = schema.safeParse(raw);
  if (parsed.success && issues.length === 0) return parsed.data;
  const found = parsed.success ? [] : issuesOf(parsed.error);
  if (schema.shape.period === reportPeriodFields.period) found.push(...periodFaults(raw, [...issues, ...found]));
  throw invalidInput([...issues, ...found].map(inParameter('query')));
}

/** The issues of a report period as a whole, unless one of its parameters is invalid or possibly misspelled. */
function periodFaults(raw: Readonly<Record<string, string>>, known: readonly Issue[]): readonly Issue[] {
  const isKnown = ({ path, code }: Issue) => code === 'UNKNOWN_PARAMETER' || String(path[0]) in reportPeriodFields;
  if (known.some(isKnown)) return [];
  return readReportPeriod({ period: raw.period ?? null, from: raw.from ?? null, to: raw.to ?? null }).issues;
}

function isLenient(request: HonoRequest): boolean {
  return prefers(request, 'handling', 'lenient');
}

/**
 * Answers a lookup by query and attributes issues found during the lookup to the parameters. `member` is the input
 * member that the parameters form, or a map from members to parameters with other names.
 */
export async function answered<Answer>(
  question: () => Promise<Answer>,
  member?: string | Readonly<Record<string, string>>,
  place: ParameterPlace = 'query',
  bodyFields: object = {},
): Promise<Answer> {
  const renamed = typeof member === 'object' ? member : {};
  const pathOf = (path: Issue['path']) =>
    path[0] === member ? path.slice(1) : [renamed[String(path[0])] ?? path[0] ?? '', ...path.slice(1)];
  try {
    return await question();
  } catch (error) {
    if (!(error instanceof AppError) || error.issues.length === 0) throw error;
    const named = ({ path, ...issue }: Issue) => ({ ...issue, path: pathOf(path) });
    const issues = error.issues
      .map(named)
      .map((issue) => (String(issue.path[0]) in bodyFields ? issue : inParameter(place)(issue)));
    if (error.code === 'INSUFFICIENT_COVERAGE') throw new AppError(error.code, error.message, { issues });
    throw invalidInput(issues);
  }
}

export function queryOf(url: string): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1).split('#', 1)[0]);
}

function unknownParameter(name: string, known: readonly string[]): Issue {
  const others = known.length > 0 ? `Known: ${known.join(', ')}.` : 'This path has no parameters.';
  const message = `Unknown parameter ${JSON.stringify(name.slice(0, 50))}. ${others}`;
  return { path: [name], code: 'UNKNOWN_PARAMETER', message };
}

function repeatedParameter(name: string): Issue {
  return { path: [name], code: 'REPEATED_PARAMETER', message: `${name} may be given only once.` };
}

/** Answers a lookup by path and attributes issues to the path parameters, except issues with body fields. */
export function answeredAtPath<Answer>(question: () => Promise<Answer>, bodyFields?: object): Promise<Answer> {
  return answered(question, undefined, 'path', bodyFields);
}
