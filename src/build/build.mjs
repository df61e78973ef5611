// npm run build: compiles src to dist and bundles the entrances, unless dist is up to date. What `npm ci --omit=dev` left
// without a compiler runs as it was built.
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { runQuietly } from './run.mjs';
import { keepUpToDate } from './up-to-date.mjs';

const compiler = 'node_modules/typescript/bin/tsc';

/** What the compiler does not copy: the rate book, and the example responses of the OpenAPI document. */
const data = ['reference/data', 'rest/openapi/examples'];

if (existsSync(compiler)) {
  await import('./generate.mjs');
  await keepUpToDate({
    stamp: 'dist/.stamp',
    inputs: ['src', 'tsconfig.json', 'tsconfig.build.json', 'prisma/schema.prisma', 'node_modules/.package-lock.json'],
    except: ['src/stores/generated'],
    make: build,
  });
} else if (!existsSync('dist/.stamp')) {
  console.error('There is no build yet, and no compiler. Run "npm ci && npm run build" before "npm ci --omit=dev".');
  process.exit(1);
}

/** Builds beside dist and then replaces it, so that no file of an earlier build lives on. */
async function build() {
  const fresh = `dist.${process.pid}`;
  process.once('exit', () => rmSync(fresh, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  await runQuietly('Compiling …', compiler, '-p', 'tsconfig.build.json', '--outDir', fresh);
  for (const path of data) cpSync(`src/${path}`, `${fresh}/${path}`, { recursive: true });
  const { bundle } = await import('./bundle.mjs');
  await bundle(fresh, ['main', 'cli/tollgate']);
  rmSync('dist', { recursive: true, force: true });
  renameSync(fresh, 'dist');
}
