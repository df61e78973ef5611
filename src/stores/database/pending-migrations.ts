import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ClientBase } from 'pg';

/** The path is the same from `src/stores` and `dist/stores`. */
export const migrationsDirectory = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));

export type Migration = { readonly name: string; readonly sql: string; readonly checksum: string };
export type Applied = {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
  rolled_back_at: Date | null;
};

/** The names of the migrations that a start would apply. Nothing is changed. */
export async function findPendingMigrations(connection: ClientBase): Promise<string[]> {
  return (await readPending(connection, await readMigrations(migrationsDirectory))).map(({ name }) => name);
}

/** Reads the pending migrations without changing anything. */
export async function readPending(connection: ClientBase, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await connection.query(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS known`);
  const applied = rows[0]?.known ? await appliedMigrations(connection) : [];
  return findPending(migrations, applied, await readOldest(connection));
}

export async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(`${directory}/${name}/migration.sql`, 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

export async function appliedMigrations(connection: ClientBase): Promise<Applied[]> {
  const { rows } = await connection.query<Applied>(
    'SELECT migration_name, checksum, finished_at, rolled_back_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  return rows;
}

/** The last migration of the oldest release that may use the store; null if the store does not record it. */
export async function readOldest(connection: ClientBase): Promise<string | null> {
  const { rows } = await connection.query(`SELECT to_regclass('compatibility') IS NOT NULL AS known`);
  if (!rows[0]?.known) return null;
  const { rows: said } = await connection.query<{ oldest: string }>(
    'SELECT oldest_migration AS oldest FROM compatibility',
  );
  return said[0]?.oldest ?? null;
}

export function findPending(
  migrations: readonly Migration[],
  applied: readonly Applied[],
  oldest: string | null,
): Migration[] {
  const failed = applied.find((record) => record.finished_at === null);
  if (failed)
    throw new Error(`The migration ${failed.migration_name} failed earlier. Run npm run prisma -- migrate resolve.`);
  const checksums = new Map(applied.map((record) => [record.migration_name, record.checksum]));
  const edited = migrations.find(({ name, checksum }) => (checksums.get(name) ?? checksum) !== checksum);
  if (edited) throw new Error(`The migration ${edited.name} was edited after it was applied to this database.`);
  const last = migrations.at(-1)?.name ?? '';
  const mayGoOn = oldest !== null && oldest <= last;
  const isKnown = (applied: string) => migrations.some(({ name }) => name === applied) || (mayGoOn && applied > last);
  const unknown = applied.find((record) => !isKnown(record.migration_name));
  if (unknown) throw new Error(refusalOf(unknown.migration_name, migrations));
  return migrations.filter(({ name }) => !checksums.has(name));
}

/**
 * Explains why the store cannot be used: no migration leads from an older schema to the baseline, and this release does
 * not know migrations newer than its last one.
 */
function refusalOf(unknown: string, [first]: readonly Migration[]): string {
  if (first && unknown < first.name) {
    return `The store was created before the first release (migration ${unknown}) and cannot be upgraded. Use an empty store.`;
  }
  return (
    'The store was upgraded by a newer release (migration ' +
    `${unknown}), and this release could damage it. Start the newer release.`
  );
}
