import pg from 'pg';
import type { PostgresServer } from '../support/postgres-server.ts';

/** The address of a new database. */
export async function databaseOn({ url }: PostgresServer, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return url.replace(/\/postgres$/, `/${name}`);
}
