import { z } from 'zod';
import { AppError, type Issue, invalidInput } from './errors.ts';
import { parseTimestamp } from './timestamps.ts';

const missing = 'is required.';

// Zod does not keep the value it found at fault; whether it was there at all must be asked while it still knows.
z.config({ customError: (issue) => (issue.input === undefined ? missing : undefined) });

/** Reads an input with its schema; throws `INVALID_INPUT` with all of its faults. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.output<Schema> {
  const parsed = schema.safeParse(raw);
  if (!parsed.success) throw invalidInput(issuesOf(parsed.error));
  return parsed.data;
}

/** The faults that a schema found, in the terms of the registry. */
export function issuesOf(error: z.core.$ZodError): Issue[] {
  return error.issues.flatMap((issue) => issuesOfOne(issue));
}

function issuesOfOne(issue: z.core.$ZodIssue): Issue[] {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  if (issue.code === 'custom') {
    const { code = 'INVALID_VALUE', details } = (issue.params ?? {}) as { code?: string; details?: Issue['details'] };
    return [{ path, code, message: issue.message, ...(details && { details }) }];
  }
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...path, key],
      code: 'UNKNOWN_FIELD',
      message: `There is no field ${key} here, or it cannot be changed.`,
    }));
  }
  if (issue.message === missing) return [{ path, code: 'REQUIRED', message: `${nameOf(path)} ${missing}` }];
  return [{ path, code: codes[issue.code] ?? 'INVALID_VALUE', message: `${nameOf(path)}: ${issue.message}` }];
}

const codes: Partial<Record<z.core.$ZodIssue['code'], string>> = {
  invalid_type: 'INVALID_TYPE',
  too_big: 'TOO_LONG',
  too_small: 'TOO_SHORT',
  invalid_format: 'INVALID_FORMAT',
  invalid_value: 'UNKNOWN_VALUE',
  invalid_union: 'INVALID_TYPE',
};

function nameOf(path: readonly (string | number)[]): string {
  const name = path.findLast((part) => typeof part === 'string');
  return name === undefined ? 'The body' : String(name);
}

/** Adds a fault of our own to a schema's findings. */
export function addFault(ctx: z.core.$RefinementCtx, issue: Issue): void {
  ctx.issues.push({
    code: 'custom',
    path: [...issue.path],
    params: { code: issue.code, details: issue.details },
    message: issue.message,
    input: undefined,
  });
}

/** On PUT and POST a null member means that it is absent, at any depth. */
export function withoutNulls(raw: unknown): unknown {
  if (Array.isArray(raw)) return raw.map(withoutNulls);
  if (!isPlainObject(raw)) return raw;
  const kept: Record<string, unknown> = {};
  for (const key of Object.keys(raw)) {
    const value = raw[key];
    if (value !== null && value !== undefined && key !== '__proto__') kept[key] = withoutNulls(value);
  }
  return kept;
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Text that the store can keep: no NUL and no half of a surrogate pair; its length counted in characters. */
export function text(min: number, max: number) {
  const checked = z.string().superRefine((value, ctx) => {
    const fault = (code: string, message: string) => ctx.addIssue({ code: 'custom', params: { code }, message });
    if (value.includes('\0') || !isWellFormed(value)) {
      fault('INVALID_CHARACTERS', 'Text may hold neither NUL nor half of a surrogate pair.');
    }
    const length = value.length <= max && value.length > 2 * min ? value.length : [...value].length;
    if (length < min) fault('TOO_SHORT', min === 1 ? 'Must not be empty.' : `Must have at least ${min} characters.`);
    if (length > max) fault('TOO_LONG', `May have at most ${max} characters.`);
  });
  return checked.meta({ ...(min > 0 && { minLength: min }), maxLength: max });
}

const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

function isWellFormed(value: string): boolean {
  return !loneSurrogate.test(value);
}

/** An optional member whose absence is known: null. */
export function orNull<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().transform((value): z.output<Schema> | null => value ?? null);
}

/** A JSON number is taken for its text: ids of the older service were numbers. */
const numberAsText = (value: unknown): unknown =>
  typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;

const textOrNumber = { type: ['string', 'integer'] };

export const externalIdInput = z.preprocess(numberAsText, text(1, 256)).meta(textOrNumber);

export const sourceInput = z
  .preprocess(numberAsText, z.string().regex(/^(10|[1-9])$/, 'Must be a digit from 1 to 9, or 10.'))
  .meta(textOrNumber);

export const serviceIdInput = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, 'Must be a UUID.')
  .transform((value) => value.toLowerCase())
  .meta({ format: 'uuid' });

export const textFromNumber = (max: number) => z.preprocess(numberAsText, text(0, max)).meta(textOrNumber);

export const timestampInput = z
  .string()
  .max(40)
  .refine((value) => parseTimestamp(value) !== null, {
    params: { code: 'INVALID_FORMAT' },
    message:
      'Must be an ISO 8601 date (2026-07-01) or date-time (2026-07-01T10:00:00Z, 2026-07-01T10:00:00+02:00) from 1900 on.',
  });

export const externalTimestampsInput = z.object({
  createdDate: timestampInput.meta({
    description:
      'When the record was created, in ISO 8601: a date, or a date-time with or without a zone. Its calendar day, as written, is the tax date of a document.',
  }),
  updatedDate: timestampInput.meta({ description: 'When the record was last changed, in ISO 8601.' }),
});

const anything = z.unknown().optional();

/** What only the service sets. A record that was read may be sent back with it. */
export const readOnlyFields = {
  serviceId: anything.meta({ description: 'Set by the service; ignored in a request.' }),
  internalTimestamps: anything.meta({ description: 'Set by the service; ignored in a request.' }),
};

/** RFC 7396: what is absent stays, null clears, objects are merged, all else is replaced. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isPlainObject(patch)) return patch;
  const merged: Record<string, unknown> = isPlainObject(target) ? { ...target } : {};
  for (const key of Object.keys(patch)) {
    if (key === '__proto__') continue;
    if (patch[key] === null) delete merged[key];
    else merged[key] = mergePatch(merged[key], patch[key]);
  }
  return merged;
}

/** The body must name the record that the path names. */
export function requireSameKey(
  path: { source: string; externalId: string },
  body: { source: string; externalId: string },
): void {
  const issues = (['source', 'externalId'] as const)
    .filter((field) => path[field] !== body[field])
    .map((field) => ({
      path: [field],
      code: 'KEY_MISMATCH',
      message: `${field} is ${JSON.stringify(body[field])} in the body and ${JSON.stringify(path[field])} in the path.`,
    }));
  if (issues.length > 0) throw new AppError('KEY_MISMATCH', issues.map((issue) => issue.message).join(' '), { issues });
}
