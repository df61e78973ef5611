import pg from 'pg';
import { BoundedPool } from './bounded-pool.ts';
import { lockLimitMs, planning } from './distribution/node-settings.ts';
import { limitEachUnit } from './limits-per-unit.ts';

export type PoolUsage = { readonly used: number; readonly idle: number; readonly waiting: number };

type PoolLimits = { readonly max: number; readonly waitMs: number; readonly statementMs: number };

/** Queue limit: about as many statements as one connection runs in a tenth of a second. */
const mostWaitingPerConnection = 50;

export function openPool(connection: pg.ClientConfig, limits: PoolLimits): pg.Pool {
  return ignoringLosses(new BoundedPool(poolSettings(connection, limits), limits.max * mostWaitingPerConnection));
}

/** Opens a pool with the same limits, set in each unit of work. */
export function openPoolBehindPooler(connection: pg.ClientConfig, limits: PoolLimits): pg.Pool {
  const { lock_timeout, statement_timeout, idle_in_transaction_session_timeout, ...rest } = poolSettings(
    connection,
    limits,
  );
  const pool = ignoringLosses(new BoundedPool(rest, limits.max * mostWaitingPerConnection));
  limitEachUnit(pool, {
    lock_timeout: String(lock_timeout),
    statement_timeout: String(statement_timeout),
    idle_in_transaction_session_timeout: String(idle_in_transaction_session_timeout),
    ...planning,
  });
  return pool;
}

/**
 * Opens a separate connection for checks, because a busy pool must not look like a failure. A small memory limit forces
 * the check to use the disk.
 */
export function openCheckPool(url: string, keeps: boolean): pg.Pool {
  const limits = { max: 1, waitMs: 2_000, statementMs: 2_000 };
  // Renewed regularly: only a new connection notices that the database has become read-only.
  const lifetime = { maxLifetimeSeconds: 30 };
  if (keeps) {
    return ignoringLosses(
      new pg.Pool({ ...poolSettings(connectionSettings(url, '-c work_mem=64kB'), limits), ...lifetime }),
    );
  }
  const { max, waitMs, statementMs } = limits;
  const pool = ignoringLosses(
    new pg.Pool({ connectionString: url, max, connectionTimeoutMillis: waitMs, keepAlive: true, ...lifetime }),
  );
  limitEachUnit(pool, { statement_timeout: String(statementMs), work_mem: '64kB' });
  return pool;
}

/** No request waits forever for a connection, a lock or a response. The server times out before this process does. */
function poolSettings(connection: pg.ClientConfig, { max, waitMs, statementMs }: PoolLimits): pg.PoolConfig {
  return {
    ...connection,
    max,
    connectionTimeoutMillis: waitMs,
    lock_timeout: lockLimitMs,
    statement_timeout: statementMs,
    query_timeout: statementMs + 2_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
  };
}

/** If an idle connection is lost, the pool opens a new one on demand. */
function ignoringLosses(pool: pg.Pool): pg.Pool {
  pool.on('error', () => {});
  return pool;
}

/** The adapter drops the offset of timestamps, so every session must be in UTC, and dates must be ISO text. */
export function connectionSettings(url: string, further: string | null = null): pg.ClientConfig {
  const settings = new URL(url);
  const own = Object.entries({ TimeZone: 'UTC', DateStyle: 'ISO', ...planning })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
  const options = [settings.searchParams.get('options'), own, further].filter((option) => option !== null);
  settings.searchParams.set('options', options.join(' '));
  return { connectionString: settings.href };
}

/** The connections of all pools, and the number of requests waiting for a connection. */
export function usageOf(pools: readonly pg.Pool[]): PoolUsage {
  const sum = (countOf: (pool: pg.Pool) => number) => pools.reduce((total, pool) => total + countOf(pool), 0);
  return {
    used: sum(({ totalCount, idleCount }) => totalCount - idleCount),
    idle: sum(({ idleCount }) => idleCount),
    waiting: sum(({ waitingCount }) => waitingCount),
  };
}
