// Bundles scripts for browsers into files named after their content.
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { noteBundled } from './bundled-packages.mjs';

/** Returns the written chunks. `source` has the tsconfig.json, and `output` further options of the written files. */
export async function bundleForBrowser(folder, { source, input, plugins = [], ...output }) {
  const made = await rolldown({
    input,
    platform: 'browser',
    tsconfig: join(source, 'tsconfig.json'),
    transform: { target: 'es2022' },
    plugins: [...plugins, noteBundled],
  });
  const written = await made.write({
    dir: folder,
    format: 'esm',
    minify: true,
    entryFileNames: '[name].[hash].js',
    chunkFileNames: '[name].[hash].js',
    ...output,
  });
  await made.close();
  return written.output;
}
