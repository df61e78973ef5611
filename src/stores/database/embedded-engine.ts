import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { lockDirectory } from './directory-lock.ts';
import { EmbeddedStream } from './embedded-stream.ts';

/** Where the embedded store lives: in a directory, or in memory, where it starts empty or from a dump. */
export type EmbeddedLocation =
  | { readonly kind: 'directory'; readonly directory: string }
  | { readonly kind: 'memory'; readonly dump: Blob | null };

export type EmbeddedEngine = {
  readonly pool: pg.Pool;
  /** A copy of the whole store, for `EmbeddedLocation.dump`. */
  dump(): Promise<Blob>;
  close(): Promise<void>;
};

/** The major version of PostgreSQL in the pinned release of PGlite, which opens only directories of this version. */
export const embeddedPostgresVersion = '18';

export async function startEmbeddedEngine(place: EmbeddedLocation): Promise<EmbeddedEngine> {
  if (place.kind === 'memory') return startEngine('memory://', place.dump);
  mkdirSync(place.directory, { recursive: true });
  const lock = await lockDirectory(place.directory);
  try {
    const dataDirectory = join(place.directory, 'pg');
    checkVersion(dataDirectory);
    const engine = await startEngine(dataDirectory, null);
    return { ...engine, close: () => engine.close().finally(() => lock.release()) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startEngine(dataDirectory: string, dump: Blob | null): Promise<EmbeddedEngine> {
  const { PGlite } = await import('@electric-sql/pglite'); // Large, and not needed when a server is used.
  const engine = await PGlite.create({ dataDir: dataDirectory, ...(dump && { loadDataDir: dump }) });
  const pool = new pg.Pool({
    stream: () => new EmbeddedStream(engine),
    user: 'postgres',
    database: 'postgres',
    max: 1, // The engine has one session.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 15_000,
  });
  return {
    pool,
    dump: () => engine.dumpDataDir('none'),
    close: () => pool.end().finally(() => engine.close()),
  };
}

function checkVersion(dataDirectory: string): void {
  const found = readVersion(join(dataDirectory, 'PG_VERSION'));
  if (found === null || found === embeddedPostgresVersion) return;
  throw new Error(
    `The store in ${dataDirectory} was created by PostgreSQL ${found}, but this release uses ${embeddedPostgresVersion}. ` +
      'Use the release that created it, or set DATA_DIR to an empty directory.',
  );
}

/** Null if there is no store yet, or its creation was interrupted. */
function readVersion(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim() || null;
  } catch {
    return null;
  }
}
