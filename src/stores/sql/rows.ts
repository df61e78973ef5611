import { parseTimestamp } from '../../domain/base/timestamps.ts';
import type { PrismaDatabase } from '../database/database.ts';
import { Prisma } from '../generated/client.ts';

/*
 * Rows are read as one JSON text because Prisma spends time on every cell it reads: a page of documents takes half as
 * long on the embedded store, and a quarter less of our CPU time with a server. In these rows timestamps and dates are
 * text, and a `numeric` must be cast to text because a JSON number would be parsed as a double.
 */

/** The rows of a `SELECT`, in its order. */
export async function readRows<Row>(prisma: PrismaDatabase, select: Prisma.Sql): Promise<Row[]> {
  return parseRows(await prisma.$queryRaw`SELECT ${asJson} FROM (${select}) AS found`);
}

/** The rows returned by a statement with `RETURNING`. */
export async function readWritten<Row>(prisma: PrismaDatabase, statement: Prisma.Sql): Promise<Row[]> {
  return parseRows(await prisma.$queryRaw`WITH found AS (${statement}) SELECT ${asJson} FROM found`);
}

const asJson = Prisma.sql`coalesce(json_agg(found), '[]')::text AS json`;

function parseRows<Row>([answer]: [{ json: string }?]): Row[] {
  return answer ? JSON.parse(answer.json) : [];
}

/** A value for a `json` column; null becomes SQL's NULL. */
export function jsonText(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** The instant of an external timestamp, for a `timestamptz` column. */
export function utcInstant(text: string): string {
  const timestamp = parseTimestamp(text);
  if (!timestamp) throw new Error(`Not a date: ${text}`);
  return timestamp.at.toISOString();
}
