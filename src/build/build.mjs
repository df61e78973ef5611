// npm run build: compiles src to dist and bundles the server, unless dist is up to date.
import { cpSync, renameSync, rmSync } from 'node:fs';
import { bundle } from './bundle.mjs';
import './generate.mjs';
import { runQuietly } from './run.mjs';
import { keepUpToDate } from './up-to-date.mjs';

/** What the compiler does not copy: the rate book, and the example responses of the OpenAPI document. */
const data = ['reference/data', 'rest/openapi/examples'];

await keepUpToDate({
  stamp: 'dist/.stamp',
  inputs: ['src', 'tsconfig.json', 'tsconfig.build.json', 'prisma/schema.prisma', 'node_modules/.package-lock.json'],
  except: ['src/stores/generated'],
  make: build,
});

/** Builds beside dist and then replaces it, so that no file of an earlier build lives on. */
async function build() {
  const fresh = `dist.${process.pid}`;
  process.once('exit', () => rmSync(fresh, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  await runQuietly('Compiling …', 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', fresh);
  for (const path of data) cpSync(`src/${path}`, `${fresh}/${path}`, { recursive: true });
  await bundle(`${fresh}/main.js`);
  rmSync('dist', { recursive: true, force: true });
  renameSync(fresh, 'dist');
}
