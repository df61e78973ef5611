import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { embeddedPostgresVersion, startEmbeddedEngine } from '../../src/stores/database/embedded-engine.ts';
import { applyMigrations } from '../../src/stores/database/migrate.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const cache = join(root, 'node_modules/.cache/tollgate');

/**
 * An embedded store as a dump: empty, or migrated and else empty. Making one takes seconds, loading it half of one; so
 * each is made once for every state of the migrations.
 */
export async function loadTemplate(state: 'empty' | 'migrated'): Promise<Blob> {
  const file = join(cache, `${state}-${digest()}.tar`);
  try {
    return new Blob([readFileSync(file)]);
  } catch {
    return writeTemplate(file, state);
  }
}

async function writeTemplate(file: string, state: 'empty' | 'migrated'): Promise<Blob> {
  const dump = await (state === 'empty' ? dumpEmpty() : dumpMigrated());
  mkdirSync(cache, { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, Buffer.from(await dump.arrayBuffer()));
  renameSync(draft, file); // Several test files may make it at the same time.
  return dump;
}

async function dumpEmpty(): Promise<Blob> {
  const engine = await startEmbeddedEngine({ kind: 'memory', dump: null });
  return engine.dump().finally(() => engine.close());
}

async function dumpMigrated(): Promise<Blob> {
  const engine = await startEmbeddedEngine({ kind: 'memory', dump: await loadTemplate('empty') });
  const connection = await engine.pool.connect();
  await applyMigrations(connection).finally(() => connection.release());
  return engine.dump().finally(() => engine.close());
}

function digest(): string {
  const hash = createHash('sha256')
    .update(embeddedPostgresVersion)
    .update(readFileSync(join(root, 'package.json')));
  const migrations = join(root, 'prisma/migrations');
  for (const name of readdirSync(migrations, { recursive: true, encoding: 'utf8' }).sort()) {
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(join(migrations, name)));
  }
  return hash.digest('hex');
}
