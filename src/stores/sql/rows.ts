import type { PrismaDatabase } from '../database/database.ts';
import { Prisma } from '../generated/client.ts';

/*
 * Rows come as one JSON text, because every cell that Prisma reads by itself has its price: a page of documents takes
 * half the time on the embedded store, and a quarter less of ours with a server. In these rows instants and days are
 * text, and a `numeric` must be cast to text, or it would pass through a double.
 */

/** The rows that a `SELECT` finds, in its order. */
export async function readRows<Row>(prisma: PrismaDatabase, select: Prisma.Sql): Promise<Row[]> {
  return parseRows(await prisma.$queryRaw`SELECT ${asJson} FROM (${select}) AS found`);
}

/** The rows that a statement with `RETURNING` wrote. */
export async function readWritten<Row>(prisma: PrismaDatabase, statement: Prisma.Sql): Promise<Row[]> {
  return parseRows(await prisma.$queryRaw`WITH found AS (${statement}) SELECT ${asJson} FROM found`);
}

const asJson = Prisma.sql`coalesce(json_agg(found), '[]')::text AS json`;

function parseRows<Row>([answer]: [{ json: string }?]): Row[] {
  return answer ? JSON.parse(answer.json) : [];
}
