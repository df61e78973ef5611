import { z } from 'zod';
import type { InTurns } from './enough-issues.ts';
import { type Issue, invalidInput } from './errors.ts';
import { missing, predicateOf, sentenceAbout } from './issue-sentences.ts';
import { gatewayLimits, itemsOfLongDocument } from './limits.ts';
import { isPlainObject } from './plain-object.ts';
import { noSuchMember } from './spelling.ts';

const { issues: listedIssues } = gatewayLimits;

// A zod issue contains neither the input nor the schema. Values needed in messages must be recorded during parsing.
z.config({
  customError: (issue) => {
    if (issue.code === 'unrecognized_keys') {
      if (issue.inst instanceof z.ZodObject) return namesOf(issue.inst);
      if (issue.inst instanceof z.ZodRecord && issue.inst.keyType instanceof z.ZodEnum)
        return keysOf(issue.inst.keyType);
    }
    return predicateOf(issue);
  },
});

const namesOf = ({ shape }: z.ZodObject): string => Object.keys(shape).join(', ');
const keysOf = ({ options }: z.ZodEnum): string => options.join(', ');

/** Parses an input with its schema; throws the error of `invalidInput` if there are issues. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.output<Schema> {
  return valid(schema.safeParse(raw));
}

/** Parses an input with documents. `serveOthers` is awaited between the items of a long document. */
export async function parseDocument<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
  serveOthers: () => Promise<void>,
): Promise<z.output<Schema>> {
  return valid(await parseInTurns(schema, raw, serveOthers));
}

export function parseInTurns<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
  afterEntry: () => Promise<void>,
): z.ZodSafeParseResult<z.output<Schema>> | Promise<z.ZodSafeParseResult<z.output<Schema>>> {
  if (!holdsLongDocument(raw)) return schema.safeParse(raw);
  const inTurns: InTurns = { afterEntry };
  return schema.safeParseAsync(raw, inTurns as z.core.ParseContext<z.core.$ZodIssue>);
}

/** A comparison has its document in `base.quote`. */
const deepestDocument = 2;

function holdsLongDocument(raw: unknown, depth = 0): boolean {
  if (!isPlainObject(raw)) return false;
  if (Array.isArray(raw.items) && raw.items.length >= itemsOfLongDocument) return true;
  return depth < deepestDocument && Object.values(raw).some((one) => holdsLongDocument(one, depth + 1));
}

function valid<Value>(parsed: z.ZodSafeParseResult<Value>): Value {
  if (!parsed.success) throw invalidInput(issuesOf({ issues: parsed.error.issues.slice(0, listedIssues + 1) }));
  return parsed.data;
}

/** The issues that a schema found, with the codes of the API. */
export function issuesOf(error: Pick<z.core.$ZodError, 'issues'>): Issue[] {
  return error.issues.flatMap((issue) => issuesOfOne(issue));
}

function issuesOfOne(issue: z.core.$ZodIssue): Issue[] {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  if (issue.code === 'custom') {
    const { code = 'INVALID_VALUE', details } = (issue.params ?? {}) as { code?: string; details?: Issue['details'] };
    return [{ path, code, message: sentenceAbout(nameOf(path), issue.message), ...(details && { details }) }];
  }
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, listedIssues + 1).map((key) => unknownField([...path, key], issue.message));
  }
  const code = issue.message === missing ? 'REQUIRED' : (codes[issue.code] ?? 'INVALID_VALUE');
  return [{ path, code, message: sentenceAbout(nameOf(path), issue.message) }];
}

function unknownField(path: Issue['path'], allowed: string): Issue {
  const sentence = noSuchMember(String(path.at(-1)), allowed.split(', '));
  const message = sentence.endsWith('?') ? sentence : `${sentence} Allowed: ${allowed}.`;
  return { path, code: 'UNKNOWN_FIELD', message };
}

/**
 * The members of an object that are not in its schema. Checked before nulls are dropped, so that a null does not hide a
 * misspelling.
 */
export function unknownFields(sent: unknown, schema: z.ZodObject): Issue[] {
  const unknown = isPlainObject(sent) ? Object.keys(sent).filter((name) => !Object.hasOwn(schema.shape, name)) : [];
  return unknown.map((name) => unknownField([name], namesOf(schema)));
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

/** Adds an issue that a schema's own checks do not find. */
export function addIssue(ctx: z.core.$RefinementCtx, issue: Issue): void {
  ctx.issues.push({
    code: 'custom',
    path: [...issue.path],
    params: { code: issue.code, details: issue.details },
    message: issue.message,
    input: undefined,
  });
}
