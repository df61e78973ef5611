import { access, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { isAtConnectionLimit } from './bounded-pool.ts';

/** Readiness requests need no token, so a successful check of the store is reused for this long. */
const validForMs = 1_000;

/**
 * Writes to the write-ahead log and to a temporary file, without storing anything. The statement fails where the next
 * document would fail, for example on a full disk. The sort exceeds its memory and therefore uses the disk. A read-only
 * database may still allow the statement.
 */
const writeStatement = `SELECT current_setting('transaction_read_only') AS is_read_only,
  pg_logical_emit_message(true, 'tollgate', 'ready'),
  (SELECT count(*) FROM (
     SELECT repeat(md5(n::text), 8) AS filler FROM generate_series(1, 500) AS n ORDER BY filler OFFSET 1) AS sorted)`;

/**
 * Uses a separate connection, so that a busy pool does not look like a failure. Its `work_mem` of 64 kB makes the sort
 * use the disk. If the server has no more connections, the check uses the pool for requests.
 */
export async function checkServerWrites(own: pg.Pool, ofRequests: pg.Pool): Promise<void> {
  const checked = own.query<{ is_read_only: string }>(writeStatement).catch((error: unknown) => {
    if (isAtConnectionLimit(error)) return ofRequests.query<{ is_read_only: string }>(writeStatement);
    throw error;
  });
  const [row] = (await checked).rows;
  if (row?.is_read_only === 'on') throw new Error('The database is read-only.');
}

const fileBytes = 65_536;

/** The engine keeps its files open, so it would not notice that they have been deleted. */
export async function checkDirectoryWrites(directory: string): Promise<void> {
  await access(join(directory, 'pg', 'PG_VERSION'));
  const file = join(directory, 'write-check');
  await writeFile(file, Buffer.alloc(fileBytes, 'x'));
  await rm(file);
}

/** Shares one check among all concurrent callers, and keeps a successful result for a second. */
export function sharedCheck(check: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let passedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - passedAt < validForMs) return Promise.resolve();
    running ??= check()
      .then(() => {
        passedAt = performance.now();
      })
      .finally(() => {
        running = null;
      });
    return running;
  };
}
