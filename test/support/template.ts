import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { embeddedPostgresVersion, startEmbeddedEngine } from '../../src/stores/database/embedded-engine.ts';
import { applyMigrations } from '../../src/stores/database/migrate.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const cache = join(root, 'node_modules/.cache/tollgate');

/**
 * A dump of a migrated but otherwise empty embedded store. Creating one takes seconds, so it is cached for each set of
 * migrations, and one worker creates it while the others wait.
 */
export async function loadMigrated(): Promise<Blob> {
  const file = join(cache, `migrated-${migrationsDigest()}.tar`);
  const claim = `${file}.claim`;
  // A claim that a killed worker left is ignored after a minute.
  for (const until = Date.now() + 60_000; ; await setTimeout(50)) {
    if (existsSync(file)) return new Blob([readFileSync(file)]);
    if (isNew(claim) || Date.now() > until)
      return writeMigrated(file).finally(() => rmSync(claim, { recursive: true, force: true }));
  }
}

/** Creates a directory, unless it exists. */
function isNew(directory: string): boolean {
  return mkdirSync(directory, { recursive: true }) !== undefined;
}

async function writeMigrated(file: string): Promise<Blob> {
  const engine = await startEmbeddedEngine({ kind: 'memory', dump: null });
  const connection = await engine.pool.connect();
  await applyMigrations(connection).finally(() => connection.release());
  const dump = await engine.dump().finally(() => engine.close());
  writeCached(file, Buffer.from(await dump.arrayBuffer()));
  return dump;
}

let signingKey: string | undefined;

/** The PEM of a key for tokens. Creating one takes a third of a second, so it is cached. */
export function loadSigningKey(): string {
  signingKey ??= readSigningKey(join(cache, 'signing-key.pem'));
  return signingKey;
}

function readSigningKey(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    writeCached(file, pem);
    return pem;
  }
}

function writeCached(file: string, content: Buffer | string): void {
  mkdirSync(cache, { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, content);
  renameSync(draft, file); // Several test files may create it at the same time.
}

/** Changes with every migration. */
export function migrationsDigest(): string {
  const hash = createHash('sha256')
    .update(embeddedPostgresVersion)
    .update(readFileSync(join(root, 'package.json')));
  const migrations = join(root, 'prisma/migrations');
  for (const name of readdirSync(migrations, { recursive: true, encoding: 'utf8' }).sort()) {
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(join(migrations, name)));
  }
  return hash.digest('hex');
}
