import pg from 'pg';
import type { PostgresServer } from '../support/postgres-server.ts';

/** The total number of attempts for pending documents. */
export async function triesIn(database: string): Promise<number> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const sql = `SELECT coalesce(sum(attempts), 0)::int AS tries FROM tollgate_document WHERE state = 'WAITING'`;
  const { rows } = await client.query<{ tries: number }>(sql);
  await client.end();
  return rows[0]!.tries;
}

/** Runs a statement, as an import into the shop or a person with its database would. */
export async function runIn(database: string, statement: string, values: readonly unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query(statement, [...values]);
  await client.end();
}

/** The URL of a new database. */
export async function databaseOn({ url }: PostgresServer, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return url.replace(/\/postgres$/, `/${name}`);
}
