import { rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path/posix';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { minifySync } from 'rolldown/experimental';

/** What reads files of its own, which a bundle would lose: the only packages that a built gateway needs. */
const external = [/^@electric-sql\/pglite/];
const rootMark = '__ROOT_OF_THE_BUILD__';

/**
 * Replaces compiled entrances by files with all that they import, packages included: loading hundreds of files was a third
 * of the time to start. What both share, and what is loaded only when it is needed, is in `chunks`.
 */
export async function bundle(folder, entrances) {
  const input = Object.fromEntries(entrances.map((name) => [name, join(folder, `${name}.js`)]));
  const made = await rolldown({ input, platform: 'node', external, plugins: [keepLocations(folder), minifyWorkers] });
  await made.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].bundled',
    chunkFileNames: 'chunks/[name]-[hash].js',
  });
  await made.close();
  for (const name of entrances) {
    await rename(join(folder, `${name}.bundled`), join(folder, `${name}.js`));
    await rm(join(folder, `${name}.js.map`)); // Of the unbundled file.
  }
}

/** The package of GraphiQL has the scripts of its workers as texts that nobody minified: half of what a browser loads of them. */
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

/** Modules that read files beside them still find these. */
function keepLocations(folder) {
  return {
    name: 'keep-locations',
    transform(code, file) {
      if (file.startsWith('\0') || file.includes('node_modules') || !code.includes('import.meta.url')) return null;
      const location = JSON.stringify(`${rootMark}/${relative(folder, relative(process.cwd(), file))}`);
      return { code: code.replaceAll('import.meta.url', `new URL(${location}, import.meta.url)`), map: null };
    },
    renderChunk(code, { fileName }) {
      const root = relative(dirname(fileName), '.') || '.';
      return code.includes(rootMark) ? { code: code.replaceAll(rootMark, root), map: null } : null;
    },
  };
}
