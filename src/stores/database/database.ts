import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../generated/client.ts';
import { type EmbeddedLocation, startEmbeddedEngine } from './embedded-engine.ts';
import { storeError, unreachable } from './store-errors.ts';

export type DatabaseLocation =
  | { readonly kind: 'embedded'; readonly place: EmbeddedLocation }
  | { readonly kind: 'server'; readonly url: string; readonly poolSize: number };

/** Prisma, with its errors translated to `AppError`. */
export type PrismaDatabase = ReturnType<typeof createPrisma>;

/** The one database behind all stores. */
export type Database = {
  readonly kind: DatabaseLocation['kind'];
  readonly prisma: PrismaDatabase;
  /** Lends a connection without time limits, for migrations. */
  withConnection<T>(work: (connection: pg.ClientBase) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** Opens the store and checks that it responds. */
export async function openDatabase(at: DatabaseLocation): Promise<Database> {
  return at.kind === 'embedded' ? openEmbedded(at.place) : openServer(at.url, at.poolSize);
}

async function openEmbedded(place: EmbeddedLocation): Promise<Database> {
  const engine = await startEmbeddedEngine(place);
  const prisma = createPrisma(engine.pool, statementNames());
  return {
    kind: 'embedded',
    prisma,
    async withConnection(work) {
      const connection = await engine.pool.connect();
      try {
        return await work(connection);
      } finally {
        connection.release();
      }
    },
    close: () => prisma.$disconnect().finally(() => engine.close()),
  };
}

async function openServer(url: string, poolSize: number): Promise<Database> {
  const connection = connectionSettings(url);
  const pool = new pg.Pool({
    ...connection,
    max: poolSize,
    // No request waits forever for a connection, a lock or an answer. The server times out before this process does.
    connectionTimeoutMillis: 5_000,
    lock_timeout: 5_000,
    statement_timeout: 10_000,
    query_timeout: 12_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
  });
  pool.on('error', () => {}); // An idle connection was dropped; the pool opens a new one on demand.
  const prisma = createPrisma(pool);
  const close = () => prisma.$disconnect().finally(() => pool.end());
  try {
    await pool.query('SELECT 1');
  } catch (error) {
    await close();
    throw unreachable(url, error);
  }
  return { kind: 'server', prisma, withConnection: (work) => withOwnConnection(connection, work), close };
}

/**
 * The adapter drops the offset of timestamps, so every session must be in UTC. And with the default cost of random
 * reads, meant for spinning disks, a planner without statistics sorts whole tables instead of reading a page from an index.
 */
function connectionSettings(url: string): pg.ClientConfig {
  const settings = new URL(url);
  const own = '-c TimeZone=UTC -c random_page_cost=1.1';
  const options = [settings.searchParams.get('options'), own].filter((option) => option !== null);
  settings.searchParams.set('options', options.join(' '));
  return { connectionString: settings.href };
}

async function withOwnConnection<T>(
  settings: pg.ClientConfig,
  work: (connection: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...settings, connectionTimeoutMillis: 5_000, keepAlive: true });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

type StatementNames = NonNullable<ConstructorParameters<typeof PrismaPg>[1]>['statementNameGenerator'];

function createPrisma(pool: pg.Pool, statementNameGenerator?: StatementNames) {
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator }),
    // The embedded store runs one unit of work at a time, so some wait longer than Prisma's default of two seconds.
    transactionOptions: { maxWait: 10_000, timeout: 15_000 },
  });
  return prisma.$extends({
    query: {
      async $allOperations({ args, query }) {
        try {
          return await query(args);
        } catch (error) {
          throw storeError(error);
        }
      },
    },
  });
}

const maxStatementNames = 500;

/**
 * Prepared statements save the embedded engine a third of its work. They are not used with servers: they gain little
 * there, and proxies that pool connections per transaction do not support them.
 */
function statementNames(): StatementNames {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= maxStatementNames) return '';
    const name = `s${names.size}`;
    names.set(sql, name);
    return name;
  };
}
