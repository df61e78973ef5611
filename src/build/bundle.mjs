import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path/posix';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { minifySync } from 'rolldown/experimental';
import { noteBundled } from './bundled-packages.mjs';
import { linesOnly } from './line-maps.mjs';
import { shareHiddenClasses } from './object-copies.mjs';

/** Packages that read their own files and therefore cannot be bundled. A built gateway needs only these. */
export const unbundled = ['@electric-sql/pglite', '@electric-sql/pglite-prepopulatedfs'];
const external = unbundled.map((name) => new RegExp(`^${name}(?:/|$)`));
const rootMark = '__ROOT_OF_THE_BUILD__';

/**
 * Bundles each entry point of `source` with everything it imports, packages included: loading hundreds of files took a third
 * of the start time. Shared and lazily loaded code goes to `chunks`.
 */
export async function bundle(source, folder, entrances) {
  const input = Object.fromEntries(entrances.map((name) => [name, join(source, `${name}.ts`)]));
  const made = await rolldown({
    input,
    platform: 'node',
    external,
    plugins: [keepLocations(source), minifyWorkers, withoutDebugLog, noteBundled, shareHiddenClasses],
  });
  const { output } = await made.write({
    dir: folder,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  });
  await made.close();
  for (const { fileName } of output) if (fileName.endsWith('.map')) await shorten(join(folder, fileName));
}

/**
 * Stack traces only need the line numbers: without source text, names and most columns, a process that has printed a
 * stack trace takes 30 MB less memory.
 */
async function shorten(file) {
  const { sourcesContent: _texts, mappings, ...map } = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...map, names: [], mappings: linesOnly(mappings) }));
}

/** GraphiQL's package contains its worker scripts as unminified text; minifying halves the download. */
const minifyWorkers = {
  name: 'minify-workers',
  async transform(_code, file) {
    if (!file.endsWith('/render-graphiql/esm/graphiql.js')) return null;
    const texts = Object.entries(await import(pathToFileURL(file).href));
    const exports = texts.map(([name, text]) => {
      const isWorker = /worker/i.test(name);
      return `export const ${name} = ${JSON.stringify(isWorker ? minifySync(`${name}.js`, text).code : text)};`;
    });
    return { code: exports.join('\n'), map: null };
  },
};

/**
 * Prisma's adapters log each statement for debugging. The log keeps the values of the last 100 statements, which can be
 * megabytes of documents, and matches each against a pattern.
 */
const withoutDebugLog = {
  name: 'without-debug-log',
  load(file) {
    if (!/\/@prisma\/debug\/dist\/index\.m?js$/.test(file)) return null;
    return 'export const Debug = () => () => {};';
  },
};

/** Modules that read files next to them still find those files. Lines do not move, so source maps remain correct. */
function keepLocations(source) {
  return {
    name: 'keep-locations',
    transform(code, file) {
      if (file.startsWith('\0') || file.includes('node_modules') || !code.includes('import.meta.url')) return null;
      const location = JSON.stringify(`${rootMark}/${relative(source, relative(process.cwd(), file))}`);
      return { code: code.replaceAll('import.meta.url', `new URL(${location}, import.meta.url)`), map: null };
    },
    renderChunk(code, { fileName }) {
      const root = relative(dirname(fileName), '.') || '.';
      return code.includes(rootMark) ? { code: code.replaceAll(rootMark, root), map: null } : null;
    },
  };
}
