import { isPlainObject } from './input.ts';

/** The pair of values by which a consumer identifies its own record. */
export type NaturalKey = { readonly source: string; readonly externalId: string };

/** Identifies a record: by the id this service gave it or by its natural key. */
export type RecordName = { readonly serviceId: string } | { readonly key: NaturalKey };

/** The key of a row as far as it can be read, to name a row with errors. */
export function readableKey(row: unknown): { readonly source?: string; readonly externalId?: string } {
  const read = (member: string): string | undefined => {
    const value = isPlainObject(row) ? row[member] : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 256) : undefined;
  };
  return { source: read('source'), externalId: read('externalId') };
}
