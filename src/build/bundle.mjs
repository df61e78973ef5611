import { rename, rm } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { rolldown } from 'rolldown';

/** What the server loads only when it needs it. */
const external = [/^@electric-sql\/pglite/, /^@graphql-yoga\/render-graphiql/, /wasm-base64/];

/**
 * Replaces a compiled entrance by one file with all that it imports, packages included: loading hundreds of files was a
 * third of the time to start.
 */
export async function bundle(entrance) {
  const bundled = `${entrance}.bundled`;
  const plugins = [keepLocations(dirname(entrance))];
  const made = await rolldown({ input: entrance, platform: 'node', external, plugins });
  await made.write({ file: bundled, format: 'esm', codeSplitting: false });
  await made.close();
  await rename(bundled, entrance);
  await rm(`${entrance}.map`); // Of the unbundled file.
}

/** Modules that read files beside them still find these. */
function keepLocations(folder) {
  return {
    name: 'keep-locations',
    transform(code, file) {
      if (file.includes('node_modules') || !code.includes('import.meta.url')) return null;
      const location = JSON.stringify(`./${relative(folder, file)}`);
      return { code: code.replaceAll('import.meta.url', `new URL(${location}, import.meta.url)`), map: null };
    },
  };
}
