import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { AppError } from '../../domain/base/errors.ts';
import { Prisma } from '../generated/client.ts';
import { buildConcurrently, indexIn, onlyIndexes, unlessBuilt } from './concurrent-indexes.ts';
import type { Database } from './database.ts';
import { isDistributed } from './distribution/catalog.ts';
import { beginUpgrade, distributeAdded } from './distribution/distribute.ts';
import { liftLimitsInUnit, withoutNodeLimits } from './distribution/node-settings.ts';
import { movingUnits } from './distribution/plan.ts';
import { splitStatements } from './distribution/sql-statements.ts';
import {
  type Applied,
  appliedMigrations,
  findPending,
  type Migration,
  migrationsDirectory,
  readMigrations,
  readOldest,
  readPending,
} from './pending-migrations.ts';

/** The advisory lock of Prisma's own engine: `prisma migrate deploy` and this runner wait for each other. */
const lockKey = 72707369;
const lockRetryMs = 200;

/**
 * Applies the pending migrations in prisma/migrations in order and returns their names. Each is recorded in Prisma's
 * own table, in the same unit of work; only indexes may be built before it. If several replicas start at once, one
 * migrates and the others wait. Also adjusts the unit-of-work numbers in a store that was restored on another server.
 * `onNext` is called before each migration with its number and the total.
 */
export async function migrate(database: Database, onNext: OnNext = () => {}): Promise<string[]> {
  const hasSessions = database.hasSessions !== false;
  // Excludes stores behind a pooler, where another replica could drop an index that is being built.
  const isServer = database.kind === 'server' && hasSessions;
  return database.withConnection((connection) => {
    const work = () => makeCurrent(connection, onNext, isServer);
    return hasSessions ? alone(connection, work) : work();
  });
}

type OnNext = (number: number, of: number) => void;

/** Lets a single replica do all the work. Behind a pooler, where this lock would be lost, replicas may take turns. */
async function alone<T>(connection: ClientBase, work: () => Promise<T>): Promise<T> {
  // A statement that waits for the lock would block a concurrent index build, which waits for older statements.
  while (!(await tryLock(connection))) await wait(lockRetryMs);
  try {
    return await work();
  } finally {
    await connection.query('SELECT pg_advisory_unlock($1)', [lockKey]).catch(() => {}); // The connection may be lost, and the lock with it.
  }
}

async function tryLock(connection: ClientBase): Promise<boolean> {
  const { rows } = await connection.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [lockKey]);
  return rows[0]?.locked ?? false;
}

async function makeCurrent(connection: ClientBase, onNext: OnNext, isServer: boolean): Promise<string[]> {
  const applied = await applyMigrations(connection, migrationsDirectory, onNext, isServer);
  await inTurn(connection, () => lowerRestoredNumbers(connection));
  return applied;
}

export async function applyMigrations(
  connection: ClientBase,
  directory = migrationsDirectory,
  onNext: OnNext = () => {},
  isServer = false,
): Promise<string[]> {
  const migrations = await readMigrations(directory);
  const applied: string[] = [];
  const onPending = (count: number) => onNext(applied.length + 1, applied.length + count);
  for (;;) {
    if (isServer) await buildIndexesOfNext(connection, migrations, onPending);
    const name = await inTurn(connection, () => applyNext(connection, migrations, onPending));
    if (name === null) break;
    applied.push(name);
  }
  if (applied.length > 0) await distributeAdded(connection);
  return applied;
}

async function buildIndexesOfNext(
  connection: ClientBase,
  migrations: readonly Migration[],
  onPending: (count: number) => void,
): Promise<void> {
  const pending = await readPending(connection, migrations);
  const indexes = pending[0] ? onlyIndexes(pending[0].sql) : null;
  if (indexes === null) return;
  onPending(pending.length);
  await beginUpgrade(connection);
  try {
    await withoutNodeLimits(connection, () => buildConcurrently(connection, indexes));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The migration ${pending[0]?.name} could not build its indexes: ${reason}`, { cause: error });
  }
}

/**
 * Runs the work in a single unit of work that holds a lock, so other replicas wait. Behind a pooler, a session lock
 * would be lost.
 */
async function inTurn<T>(connection: ClientBase, work: () => Promise<T>): Promise<T> {
  await connection.query('BEGIN');
  try {
    await connection.query('SELECT pg_advisory_xact_lock($1)', [lockKey]);
    const result = await work();
    await connection.query('COMMIT');
    return result;
  } catch (error) {
    await connection.query('ROLLBACK').catch(() => {}); // The connection may be lost, and the unit of work with it.
    throw error;
  }
}

/** Applies the next migration and returns its name; null if no migration is pending. */
async function applyNext(
  connection: ClientBase,
  migrations: readonly Migration[],
  onPending: (count: number) => void,
): Promise<string | null> {
  const pending = findPending(migrations, await readApplied(connection), await readOldest(connection));
  const [next] = pending;
  if (!next) return null;
  onPending(pending.length);
  await beginUpgrade(connection);
  await liftLimitsInUnit(connection);
  await apply(connection, next);
  return next.name;
}

/** Throws if a newer release has changed the store in a way that this release does not support. */
export async function requireCompatibleStore({ statements }: Pick<Database, 'statements'>): Promise<void> {
  const last = (await readMigrations(migrationsDirectory)).at(-1)?.name ?? '';
  const [row] = await statements.rows<{ oldest: string }>(
    Prisma.sql`SELECT oldest_migration AS oldest FROM compatibility`,
  );
  if (row && row.oldest <= last) return;
  const message = 'A newer release has upgraded the store. Stop this replica, and start the newer release.';
  throw new AppError('NOT_READY', message, { retryAfter: 30 });
}

async function readApplied(connection: ClientBase): Promise<Applied[]> {
  await connection.query(`CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0)`);
  return appliedMigrations(connection);
}

async function apply(connection: ClientBase, { name, sql, checksum }: Migration): Promise<void> {
  try {
    // Run individually, because statements on distributed tables must not be combined.
    const builds = onlyIndexes(sql) !== null;
    for (const statement of splitStatements(sql)) {
      const index = builds ? indexIn(statement) : null;
      await connection.query(index ? unlessBuilt(index) : statement);
    }
    await connection.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The migration ${name} failed and was rolled back: ${reason}`, { cause: error });
  }
}

/**
 * A dump restored on another server has the unit-of-work numbers of the original server. For a long time, these numbers
 * may be higher than all numbers of this server. That would hide new changes from webhooks and break the seals, so the
 * restored numbers are made lower than all numbers of this server. Nodes of a distributed database are prepared
 * individually: `distribute --before-moves`.
 */
async function lowerRestoredNumbers(connection: ClientBase): Promise<void> {
  if (await isDistributed(connection)) return;
  const { rows } = await connection.query<{ is_foreign: boolean }>(`
    SELECT EXISTS (SELECT FROM tenants WHERE pg_snapshot_xmax(pg_current_snapshot())::text::bigint < greatest(
      (SELECT xid FROM changes WHERE tenant_id = tenants.tenant_id ORDER BY xid DESC LIMIT 1),
      (SELECT below_xid FROM change_seals WHERE tenant_id = tenants.tenant_id ORDER BY number DESC LIMIT 1)
    )) AS is_foreign`);
  if (rows[0]?.is_foreign) await connection.query(movingUnits(null));
}
