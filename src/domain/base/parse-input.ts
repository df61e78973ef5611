import { z } from 'zod';
import { type Issue, invalidInput } from './errors.ts';

const missing = 'is required.';

// A zod issue does not keep the input, so whether the value was missing must be noted while it is parsed.
z.config({ customError: (issue) => (issue.input === undefined ? missing : undefined) });

/** Parses an input with its schema; throws `INVALID_INPUT` with all issues found. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.output<Schema> {
  const parsed = schema.safeParse(raw);
  if (!parsed.success) throw invalidInput(issuesOf(parsed.error));
  return parsed.data;
}

/** The issues that a schema found, with the codes of the interface. */
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
