import type { ClientBase } from 'pg';
import { onlyIndexes, plainStatement } from './concurrent-indexes.ts';
import type { Database } from './database.ts';
import { splitStatements } from './distribution/sql-statements.ts';
import { type Migration, migrationsDirectory, readMigrations, readPending } from './pending-migrations.ts';
import { type LockMode, type LockWork, lockModes, locksOf, madeBy, type TableLock } from './statement-locks.ts';

/** A range of likely durations, in seconds. */
export type Span = { readonly from: number; readonly to: number };

/** Null if the statement kind is unknown, or if the statement does not show its effect on the rows. */
type KnownSpan = Span | null;

export type PlannedLock = {
  readonly table: string;
  readonly rows: number;
  readonly mode: LockMode;
  readonly blocks: 'nothing' | 'changes to the same rows' | 'writes' | 'reads and writes';
  /** Time until the migration is committed or, for a concurrent index build, until the index is built. */
  readonly held: KnownSpan;
};

export type PlannedStep = {
  readonly statement: string;
  /** Locks on tables in the store. Null if the statement kind is unknown. */
  readonly locks: readonly PlannedLock[] | null;
  readonly takes: KnownSpan;
};

export type PlannedMigration = { readonly name: string; readonly steps: readonly PlannedStep[] };

/**
 * Seconds per million rows. `from` is the processor time; `to` is the time on a machine with four times the load.
 * Scaled from 110,000 documents on PostgreSQL 15.
 */
const secondsPerMillion: Readonly<Record<Exclude<LockWork, 'unknown'>, Span>> = {
  nothing: { from: 0, to: 0 },
  index: { from: 1, to: 10 },
  'partial index': { from: 1, to: 5 },
  scan: { from: 1, to: 3 },
  // For updates of documents, including their triggers. `to` applies if all rows match.
  change: { from: 0, to: 200 },
};

/** The steps of the pending migrations. Nothing is changed. */
export function planMigrations(database: Database, directory = migrationsDirectory): Promise<PlannedMigration[]> {
  const isServer = database.kind === 'server';
  const buildsBeside = isServer && database.hasSessions !== false;
  return database.withConnection(async (connection) => {
    const store = readStore(connection, isServer);
    const pending = await readPending(connection, await readMigrations(directory));
    const planned: PlannedMigration[] = [];
    for (const migration of pending) planned.push(await planOne(migration, store, buildsBeside));
    return planned;
  });
}

type Store = ReturnType<typeof readStore>;

async function planOne({ name, sql }: Migration, store: Store, buildsBeside: boolean): Promise<PlannedMigration> {
  const statements = splitStatements(sql);
  const isConcurrent = buildsBeside && onlyIndexes(sql) !== null;
  const steps: Step[] = [];
  for (const statement of statements) {
    store.note(madeBy(statement));
    steps.push(await readStep(statement, store, isConcurrent));
  }
  return {
    name,
    steps: steps.map(({ statement, locks, takes }, at) => {
      const held = isConcurrent ? takes : sum(steps.slice(at).map((step) => step.takes));
      return {
        statement,
        locks: locks?.map(({ table, rows, mode }) => ({ table, rows, mode, blocks: blockedBy(mode), held })) ?? null,
        takes,
      };
    }),
  };
}

type Step = {
  readonly statement: string;
  readonly locks: readonly Pick<PlannedLock, 'table' | 'rows' | 'mode'>[] | null;
  readonly takes: KnownSpan;
};

const unknown = (statement: string): Step => ({ statement, locks: null, takes: null });

async function readStep(text: string, store: Store, isConcurrent: boolean): Promise<Step> {
  const statement = plainStatement(text);
  const found = locksOf(text);
  if (found === null) return unknown(statement);
  const taken = new Map<string, { rows: number; mode: LockMode }>();
  const takes: KnownSpan[] = [];
  for (const lock of found) {
    const table = await store.tableOf(lock);
    const rows = table === null ? null : await store.rowsOf(table);
    if (table === null || rows === null) continue;
    takes.push(lock.work === 'unknown' ? null : spanOf(lock.work, rows));
    const mode = isConcurrent && lock.mode === 'SHARE' && rows > 0 ? 'SHARE UPDATE EXCLUSIVE' : lock.mode;
    taken.set(table, { rows, mode: stronger(taken.get(table)?.mode, mode) });
  }
  return { statement, locks: [...taken].map(([table, lock]) => ({ table, ...lock })), takes: sum(takes) };
}

/** Reads the size of each table once. A table created by a pending migration has no rows, and nobody waits for it. */
function readStore(connection: ClientBase, isServer: boolean) {
  const rows = new Map<string, Promise<number | null>>();
  const made = new Set<string>();

  async function countRows(table: string): Promise<number | null> {
    const { rows: found } = await connection.query<{ estimate: number }>(
      'SELECT reltuples::float8 AS estimate FROM pg_class WHERE oid = to_regclass($1)',
      [`"${table}"`],
    );
    const estimate = found[0]?.estimate;
    if (estimate === undefined) return null;
    // An embedded store does not update its estimates, and a distributed table has no estimates.
    if (isServer && estimate > 0) return estimate;
    const { rows: counted } = await connection.query<{ count: number }>(
      `SELECT count(*)::float8 AS count FROM "${table}"`,
    );
    return counted[0]?.count ?? 0;
  }

  return {
    note(table: string | null): void {
      if (table !== null) made.add(table);
    },
    /** Null if the table does not exist, or if a pending migration creates it. */
    rowsOf(table: string): Promise<number | null> {
      if (made.has(table)) return Promise.resolve(null);
      const known = rows.get(table) ?? countRows(table);
      rows.set(table, known);
      return known;
    },
    async tableOf(lock: TableLock | { readonly index: string }): Promise<string | null> {
      if ('table' in lock) return lock.table;
      const { rows: found } = await connection.query<{ table: string }>(
        `SELECT relname::text AS table FROM pg_index JOIN pg_class ON oid = indrelid WHERE indexrelid = to_regclass($1)`,
        [`"${lock.index}"`],
      );
      return found[0]?.table ?? null;
    },
  };
}

function blockedBy(mode: LockMode): PlannedLock['blocks'] {
  if (mode === 'ACCESS EXCLUSIVE') return 'reads and writes';
  if (mode === 'ROW EXCLUSIVE') return 'changes to the same rows';
  return lockModes.indexOf(mode) < lockModes.indexOf('SHARE') ? 'nothing' : 'writes';
}

function stronger(one: LockMode | undefined, other: LockMode): LockMode {
  return one !== undefined && lockModes.indexOf(one) > lockModes.indexOf(other) ? one : other;
}

function spanOf(work: Exclude<LockWork, 'unknown'>, rows: number): Span {
  const { from, to } = secondsPerMillion[work];
  return { from: (from * rows) / 1e6, to: (to * rows) / 1e6 };
}

function sum(spans: readonly KnownSpan[]): KnownSpan {
  let from = 0;
  let to = 0;
  for (const span of spans) {
    if (span === null) return null;
    from += span.from;
    to += span.to;
  }
  return { from, to };
}
