import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import type { Plugin } from 'vitest/config';

const ownFile = fileURLToPath(import.meta.url);
const root = resolve(ownFile, '../../..');
const source = join(root, 'src');
const cache = join(root, 'node_modules/.cache/tollgate');

/** Code for browsers and for the platforms of shops, which Node cannot load directly. */
const elsewhere = /^(?:web\/console|web\/pages\/browser|shops\/(?:vendure|medusa|saleor))\//;

/**
 * Lets tests import `src` as JavaScript that Node loads directly. All files are compiled together when one changes.
 * This takes 3 seconds of processor time, while Vite takes 30, and another 20 in each worker.
 */
export async function compiledSource(): Promise<Plugin> {
  const folder = await compile();
  return {
    name: 'compiled-source',
    enforce: 'pre',
    // Compiled tests, which Vitest keeps, refer to this folder in their imports.
    configureVitest: ({ experimental_defineCacheKeyGenerator }) => experimental_defineCacheKeyGenerator(() => folder),
    resolveId(id, importer) {
      const file = id.startsWith('.') && importer ? resolve(importer, '..', id) : id;
      const name = relative(source, file);
      const compiled = join(folder, name.replace(/\.ts$/, '.mjs'));
      return name.endsWith('.ts') && !name.startsWith('..') && existsSync(compiled) ? compiled : null;
    },
  };
}

async function compile(): Promise<string> {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.d)\.ts$/.test(name) && !elsewhere.test(name))
    .sort();
  const folder = join(cache, `source-${digestOf(files)}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  const made = await rolldown({
    input: Object.fromEntries(files.map((name) => [name.replace(/\.ts$/, ''), join(source, name)])),
    platform: 'node',
    treeshake: false,
    preserveEntrySignatures: 'strict',
    external: (id) => !/^[./]/.test(id) && id !== '@tollgate/client',
    resolve: { alias: { '@tollgate/client': join(source, 'shops/client/entrance.ts') } },
    plugins: [keepLocations],
  });
  await made.write({
    dir: draft,
    format: 'esm',
    sourcemap: true,
    preserveModules: true,
    preserveModulesRoot: source,
    entryFileNames: '[name].mjs',
  });
  await made.close();
  try {
    renameSync(draft, folder);
  } catch {
    rmSync(draft, { recursive: true }); // Another run was faster.
  }
  removeUnused();
  return folder;
}

/** Earlier states of the source, unless a run may still use them. */
function removeUnused(): void {
  const hourAgo = Date.now() - 3_600_000;
  for (const name of readdirSync(cache).filter((one) => one.startsWith('source-'))) {
    const folder = join(cache, name);
    if (statSync(folder).mtimeMs < hourAgo) rmSync(folder, { recursive: true, force: true });
  }
}

/** Modules that read files beside them find the files of the source. */
const keepLocations = {
  name: 'keep-locations',
  transform(code: string, file: string) {
    if (!code.includes('import.meta.url')) return null;
    return { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href)), map: null };
  },
};

function digestOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of [ownFile, join(root, 'package-lock.json')]) hash.update(readFileSync(file));
  for (const name of files) hash.update(`${name}\n`).update(readFileSync(join(source, name)));
  return hash.digest('hex').slice(0, 16);
}
