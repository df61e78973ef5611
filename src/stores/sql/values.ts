import { parseTimestamp } from '../../domain/base/timestamps.ts';
import { Prisma } from '../generated/client.ts';

/** A value for a `json` column; null becomes SQL's NULL. */
export function jsonText(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

export function timeOf(instant: Date | null): Prisma.Sql {
  return Prisma.sql`${instant?.toISOString() ?? null}::timestamptz`;
}

/** The instant of an external timestamp, for a `timestamptz` column. */
export function utcInstant(text: string): string {
  const timestamp = parseTimestamp(text);
  if (!timestamp) throw new Error(`Not a date: ${text}`);
  return timestamp.at.toISOString();
}
