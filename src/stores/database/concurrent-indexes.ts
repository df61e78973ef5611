import type { ClientBase } from 'pg';
import { splitStatements } from './distribution/sql-statements.ts';

export type Index = { readonly name: string; readonly table: string; readonly statement: string };

const creating = /^CREATE (?:UNIQUE )?INDEX (?:CONCURRENTLY )?"?(?<name>\w+)"? ON (?:ONLY )?"?(?<table>\w+)"?/i;
const declaring = /^UPDATE "compatibility"/;

/** A migration statement without comments, on one line. */
export function plainStatement(statement: string): string {
  return statement
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

export function indexIn(statement: string): Index | null {
  const plain = plainStatement(statement);
  const { name, table } = creating.exec(plain)?.groups ?? {};
  return name === undefined || table === undefined ? null : { name, table, statement: plain };
}

/** The indexes of a migration that only builds indexes; null for other migrations. */
export function onlyIndexes(sql: string): readonly Index[] | null {
  const statements = splitStatements(sql).filter((one) => !declaring.test(plainStatement(one)));
  const indexes = statements.flatMap((one) => indexIn(one) ?? []);
  return indexes.length > 0 && indexes.length === statements.length ? indexes : null;
}

/**
 * Builds each index outside any unit of work, while other requests write. An invalid index, left over from a failed
 * build, is rebuilt. Empty tables are skipped, because their migration builds the index immediately.
 */
export async function buildConcurrently(connection: ClientBase, indexes: readonly Index[]): Promise<void> {
  for (const { name, table, statement } of indexes) {
    if (!(await hasRows(connection, table))) continue;
    const isValid = await findValidity(connection, name);
    if (isValid === true) continue;
    if (isValid === false) await connection.query(`DROP INDEX CONCURRENTLY "${name}"`);
    await connection.query(statement.replace(/ INDEX (?:CONCURRENTLY )?/i, ' INDEX CONCURRENTLY '));
  }
}

/** The statement, changed to have no effect if the index was already built. */
export const unlessBuilt = ({ statement }: Index) =>
  statement.replace(/ INDEX (?:CONCURRENTLY )?/i, ' INDEX IF NOT EXISTS ');

async function hasRows(connection: ClientBase, table: string): Promise<boolean> {
  // Selects a column: a distributed database refuses a subquery without columns.
  const { rowCount } = await connection.query(`SELECT 1 FROM "${table}" LIMIT 1`);
  return rowCount !== 0;
}

/** Null if the index does not exist. */
async function findValidity(connection: ClientBase, name: string): Promise<boolean | null> {
  const { rows } = await connection.query<{ valid: boolean }>(
    'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [name],
  );
  return rows[0]?.valid ?? null;
}
