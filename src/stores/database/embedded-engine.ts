import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { lockDirectory } from './directory-lock.ts';
import { EmbeddedStream } from './embedded-stream.ts';
import { closeFiles, makePrivate, type PrivateDirectory, requireOwnStore } from './private-directory.ts';

/** Location of the embedded store: in a directory, or in memory, where it starts empty or from a dump. */
export type EmbeddedLocation =
  | { readonly kind: 'directory'; readonly directory: string }
  | { readonly kind: 'memory'; readonly dump: Blob | null };

export type StoreFiles = {
  readonly directory: string;
  /** Copies the files to another directory while no statement runs, so the copy is consistent. */
  copyTo(directory: string): Promise<void>;
};

type EmbeddedEngine = {
  readonly pool: pg.Pool;
  /** A copy of the whole store, for `EmbeddedLocation.dump`. */
  dump(): Promise<Blob>;
  copyTo: StoreFiles['copyTo'];
  /** Null for a store in memory. */
  readonly privacy: PrivateDirectory | null;
  close(): Promise<void>;
};

/** The major version of PostgreSQL in the pinned release of PGlite; it opens only directories of this version. */
export const embeddedPostgresVersion = '18';

export async function startEmbeddedEngine(place: EmbeddedLocation): Promise<EmbeddedEngine> {
  if (place.kind === 'memory') return startEngine('memory://', place.dump ?? (await newStore()));
  requireOwnStore(place.directory);
  const privacy = makePrivate(place.directory);
  const lock = await lockDirectory(place.directory);
  try {
    const engine = await startInDirectory(place.directory);
    closeFiles(place.directory);
    return { ...engine, privacy, close: () => engine.close().finally(() => lock.release()) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** PostgreSQL's default of 128 MB would be allocated at every start, whether used or not. */
const sharedBuffers = '32MB';

const dataIn = (directory: string) => join(directory, 'pg');

/** Whether a store exists in the directory; otherwise, a start would create a new store. */
export function hasStore(place: EmbeddedLocation): boolean {
  return place.kind === 'directory' && existsSync(dataIn(place.directory));
}

async function startInDirectory(directory: string): Promise<EmbeddedEngine> {
  const dataDirectory = dataIn(directory);
  // No write is acknowledged before the new store is complete, so an interrupted creation can be repeated.
  const unfinished = join(directory, 'pg-unfinished');
  if (existsSync(unfinished)) rmSync(dataDirectory, { recursive: true, force: true });
  checkVersion(dataDirectory);
  if (existsSync(join(dataDirectory, 'PG_VERSION'))) return startEngine(dataDirectory, null);
  writeFileSync(unfinished, '');
  const engine = await startEngine(dataDirectory, await newStore());
  rmSync(unfinished);
  return engine;
}

/** An empty store prepared by the authors of the engine, because initdb takes up most of the first start. */
async function newStore(): Promise<Blob> {
  const { dataDir } = await import('@electric-sql/pglite-prepopulatedfs');
  return dataDir();
}

async function startEngine(dataDirectory: string, dump: Blob | null): Promise<EmbeddedEngine> {
  const { PGlite } = await import('@electric-sql/pglite'); // Large, and only needed for an embedded store.
  const startParams = [...PGlite.defaultStartParams, '-c', `shared_buffers=${sharedBuffers}`];
  const engine = await PGlite.create({ dataDir: dataDirectory, startParams, ...(dump && { loadDataDir: dump }) });
  const pool = new pg.Pool({
    stream: () => new EmbeddedStream(engine),
    user: 'postgres',
    database: 'postgres',
    max: 1, // The engine has only one session.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 15_000,
  });
  return {
    pool,
    privacy: null,
    dump: () => engine.dumpDataDir('none'),
    copyTo: (directory) => engine.runExclusive(() => cp(dataDirectory, dataIn(directory), { recursive: true })),
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

/** Null if the store does not exist yet, or if its creation was interrupted. */
function readVersion(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim() || null;
  } catch {
    return null;
  }
}
