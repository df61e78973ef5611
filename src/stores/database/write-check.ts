import { access, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

/** Readiness can be requested without a token, so the store is checked at most once in this time. */
const validForMs = 1_000;

/**
 * Writes to the log and to a temporary file of the database, and keeps nothing. It fails wherever the next document would,
 * such as on a full disk or a read-only server. The sort exceeds its memory and so uses the disk.
 */
const writeStatement = `SELECT pg_logical_emit_message(true, 'tollgate', 'ready'),
  (SELECT count(*) FROM (
     SELECT repeat(md5(n::text), 8) AS filler FROM generate_series(1, 500) AS n ORDER BY filler OFFSET 1) AS sorted)`;

/** Connections of a pool that only this check uses, with `work_mem` of 64 kB. */
export async function checkServerWrites(pool: pg.Pool): Promise<void> {
  await pool.query(writeStatement);
}

const fileBytes = 65_536;

/** The engine keeps its files open and would not notice that they are gone. */
export async function checkDirectoryWrites(directory: string): Promise<void> {
  await access(join(directory, 'pg', 'PG_VERSION'));
  const file = join(directory, 'write-check');
  await writeFile(file, Buffer.alloc(fileBytes, 'x'));
  await rm(file);
}

/** Shares one check among all concurrent callers, and its success for a second. */
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
