import { AppError } from './errors.ts';
import { isPlainObject } from './plain-object.ts';

/** The pair of values by which a client identifies its own record. */
export type NaturalKey = { readonly source: string; readonly externalId: string };

/** Identifies a record by its id in this service or by its natural key. */
export type RecordName = { readonly serviceId: string } | { readonly key: NaturalKey };

/** The readable part of a row's key, used to identify a row with errors. */
export function readableKey(row: unknown): { readonly source?: string; readonly externalId?: string } {
  const read = (member: string): string | undefined => {
    const value = isPlainObject(row) ? row[member] : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 256) : undefined;
  };
  return { source: read('source'), externalId: read('externalId') };
}

/** Checks that the body and the path identify the same record. */
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
