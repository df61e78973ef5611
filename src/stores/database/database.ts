import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { StoreWatch } from '../../ports/observation.ts';
import { PrismaClient } from '../generated/client.ts';
import {
  connectionSettings,
  openCheckPool,
  openPool,
  openPoolBehindPooler,
  type PoolUsage,
  usageOf,
} from './connection-pools.ts';
import { reportLimitMs } from './distribution/node-settings.ts';
import { type EmbeddedLocation, type StoreFiles, startEmbeddedEngine } from './embedded-engine.ts';
import { keepsSettings, sessionSettings } from './limits-per-unit.ts';
import { createStatementNames, type StatementNames, withoutNames } from './statement-names.ts';
import { createStatements, type Statements } from './statements.ts';
import { isChange, storeError, UnreachableError } from './store-errors.ts';
import { watchPool } from './watched-pool.ts';
import { checkDirectoryWrites, checkServerWrites, sharedCheck } from './write-check.ts';

export type DatabaseLocation = ({ readonly kind: 'embedded'; readonly place: EmbeddedLocation } | ServerLocation) & {
  readonly trailKey?: Uint8Array | undefined;
};

type ServerLocation = {
  readonly kind: 'server';
  readonly url: string;
  readonly poolSize: number;
  /** False for poolers that assign connections per transaction and do not support prepared statements. */
  readonly preparesStatements: boolean;
};

/** Prisma, with its errors translated to `AppError`. */
export type PrismaDatabase = ReturnType<typeof createPrisma>;

/** The single database behind all stores. */
export type Database = {
  readonly kind: DatabaseLocation['kind'];
  readonly prisma: PrismaDatabase;
  readonly statements: Statements;
  /**
   * Statements for long-running work. On a server, they usually have a longer time limit and a few separate
   * connections.
   */
  readonly reports: Statements;
  /**
   * Resolves if the store accepts writes. On a server, a separate connection is used, so that a busy pool does not look
   * like a failure.
   */
  checkWrites(): Promise<void>;
  /** The connections of all pools, and the number of requests waiting for a connection. */
  connections(): PoolUsage;
  /** Provides a connection without time limits, for long work such as migrations and archives. */
  withConnection<T>(work: (connection: pg.ClientBase) => Promise<T>): Promise<T>;
  /** False behind a pooler, where the next unit of work may run on another connection. */
  readonly hasSessions?: boolean;
  /** The files of an embedded store in a directory; null for other stores. */
  readonly files: StoreFiles | null;
  /** Warnings for the operator about the safety of the store. */
  readonly warnings: readonly string[];
  /** Key for signing the heads of audit trails. It is not in the database. */
  readonly trailKey?: Uint8Array | null;
  close(): Promise<void>;
};

/** Opens the store and checks that it responds. */
export async function openDatabase(at: DatabaseLocation, watches: readonly StoreWatch[] = []): Promise<Database> {
  const database = await (at.kind === 'embedded' ? openEmbedded(at.place, watches) : openServer(at, watches));
  return { ...database, trailKey: at.trailKey ?? null };
}

async function openEmbedded(place: EmbeddedLocation, watches: readonly StoreWatch[]): Promise<Database> {
  const engine = await startEmbeddedEngine(place);
  watchPool(engine.pool, watches);
  if (engine.privacy?.areKeysExposed) {
    await engine.pool.query(removeKeys);
    engine.privacy.keysReplaced();
  }
  const { prisma, statements } = sharePool(engine.pool, createStatementNames());
  return {
    kind: 'embedded',
    prisma,
    statements,
    reports: statements,
    checkWrites: sharedCheck(async () => {
      await engine.pool.query('SELECT 1');
      if (place.kind === 'directory') await checkDirectoryWrites(place.directory);
    }),
    connections: () => usageOf([engine.pool]),
    async withConnection(work) {
      const connection = await engine.pool.connect();
      try {
        return await work(connection);
      } finally {
        connection.release();
      }
    },
    files: place.kind === 'directory' ? { directory: place.directory, copyTo: engine.copyTo } : null,
    warnings: engine.privacy?.warnings ?? [],
    close: () => prisma.$disconnect().finally(() => engine.close()),
  };
}

/** Removes the signing keys. The next server start creates a new key. */
const removeKeys = `DO $$ BEGIN
  IF to_regclass('signing_keys') IS NOT NULL THEN DELETE FROM signing_keys; END IF;
END $$`;

/**
 * The share of the pool for reports. The rest is available to other requests, however many reports are running or
 * waiting.
 */
const reportShare = 0.2;

async function openServer(
  { url, poolSize, preparesStatements }: ServerLocation,
  watches: readonly StoreWatch[],
): Promise<Database> {
  const keeps = await keepsSettings(connectionSettings(url)).catch((error: unknown) => {
    throw new UnreachableError(url, error);
  });
  const connection = keeps ? connectionSettings(url) : { connectionString: url };
  const openOne = keeps ? openPool : openPoolBehindPooler;
  const reportConnections = Math.floor(poolSize * reportShare);
  const pool = openOne(connection, { max: poolSize - reportConnections, waitMs: 5_000, statementMs: 10_000 });
  const reportPool =
    reportConnections > 0
      ? openOne(connection, { max: reportConnections, waitMs: 30_000, statementMs: reportLimitMs })
      : pool;
  for (const watched of new Set([pool, reportPool])) watchPool(watched, watches);
  // Behind a pooler, the next statement may reach a connection that has not prepared it.
  const { prisma, statements } = sharePool(pool, preparesStatements && keeps ? createStatementNames() : withoutNames);
  const reports = createStatements(reportPool, withoutNames);
  const checkPool = openCheckPool(url, keeps);
  const close = async () => {
    await prisma.$disconnect().finally(() => pool.end());
    await Promise.all(
      [...new Set([reportPool, checkPool])].filter((other) => other !== pool).map((other) => other.end()),
    );
  };
  try {
    await pool.query('SELECT 1');
  } catch (error) {
    await close();
    throw new UnreachableError(url, error);
  }
  // The role may have its own limits, for example on the nodes of a distributed store.
  const unlimited = keeps ? connectionSettings(url, '-c lock_timeout=0 -c statement_timeout=0') : connection;
  const withConnection: Database['withConnection'] = (work) => withOwnConnection(unlimited, work, keeps);
  const checkWrites = sharedCheck(() => checkServerWrites(checkPool, pool));
  const connections = () => usageOf([...new Set([pool, reportPool])]);
  const warnings: string[] = [];
  return {
    kind: 'server',
    prisma,
    statements,
    reports,
    checkWrites,
    connections,
    withConnection,
    hasSessions: keeps,
    files: null,
    warnings,
    close,
  };
}

async function withOwnConnection<T>(
  settings: pg.ClientConfig,
  work: (connection: pg.ClientBase) => Promise<T>,
  keeps: boolean,
): Promise<T> {
  const client = new pg.Client({ ...settings, connectionTimeoutMillis: 5_000, keepAlive: true });
  client.on('error', () => {}); // The next statement fails. Without a listener, the process would end.
  await client.connect();
  try {
    if (!keeps) await client.query(sessionSettings);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Prisma and raw statements use the same connections, and therefore the same statement names. */
function sharePool(pool: pg.Pool, nameOf: StatementNames): Pick<Database, 'prisma' | 'statements'> {
  return { prisma: createPrisma(pool, nameOf), statements: createStatements(pool, nameOf) };
}

function createPrisma(pool: pg.Pool, nameOf: StatementNames) {
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: ({ sql }) => nameOf(sql) ?? '' }),
    // The embedded store runs one unit of work at a time, so some units wait longer than Prisma's default of two
    // seconds.
    transactionOptions: { maxWait: 10_000, timeout: 15_000 },
  });
  const extended = prisma.$extends({
    query: {
      async $allOperations({ operation, args, query }) {
        try {
          return await query(args);
        } catch (error) {
          throw storeError(error, /^(create|update|upsert|delete)/.test(operation) || isChange(rawText(args)));
        }
      },
    },
  });
  // The extension sees the statements of a unit of work, but not its BEGIN and COMMIT.
  const begin = extended.$transaction.bind(extended) as (...work: unknown[]) => Promise<unknown>;
  const translated = (...work: unknown[]) =>
    begin(...work).catch((error: unknown) => {
      throw storeError(error, true);
    });
  return new Proxy(extended, {
    get: (target, name) => (name === '$transaction' ? translated : Reflect.get(target, name, target)),
  });
}

/** The text of a raw statement, whose arguments are its pieces and values; empty for other operations. */
const rawText = (args: unknown) => (Array.isArray(args) ? [args[0]].flat().join('?') : '');
