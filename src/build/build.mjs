// npm run build: bundles the entry points of src into dist, and the packages for shops into dist/packages, unless dist
// is up to date. If the bundler is not installed, the existing build is used.
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { keepUpToDate } from './up-to-date.mjs';

/** Files read at run time: the rate book, the font of PDF documents, the examples for GraphiQL and the OpenAPI document, its introduction, and the guide to errors. */
const data = [
  'rates/book/data',
  'files/pdf/noto-sans',
  'graphql/graphiql/examples',
  'rest/openapi/examples',
  'rest/openapi/error-guide.md',
  'rest/openapi/introduction.md',
];
/** Packages that are part of the build but not bundled: the reference viewer, the console map and the font. */
const copied = ['src/web/pages/vendor/scalar', 'node_modules/us-atlas', 'src/files/pdf/noto-sans'];

if (existsSync('node_modules/rolldown')) {
  await import('./generate.mjs');
  await keepUpToDate({
    stamp: 'dist/.stamp',
    inputs: [
      'src',
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      'prisma/schema.prisma',
      'node_modules/.package-lock.json',
    ],
    except: ['src/stores/generated', 'src/web/console/generated'],
    make: build,
  });
} else if (!existsSync('dist/.stamp')) {
  console.error('The build and the bundler are missing. Run "npm ci && npm run build" first.');
  process.exit(1);
}

/** Builds beside dist and then replaces it, so that no file from an earlier build remains. */
async function build() {
  const fresh = `dist.${process.pid}`;
  process.once('exit', () => rmSync(fresh, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  console.log('Building the server …');
  const { bundle, unbundled } = await import('./bundle.mjs');
  await bundle('src', fresh, ['main', 'cli/tollgate']);
  console.log('Building the console …');
  const { buildConsole } = await import('./console.mjs');
  await buildConsole(`${fresh}/web/console`);
  console.log('Building the pages …');
  const { buildPages } = await import('./pages.mjs');
  await buildPages(`${fresh}/web/pages`);
  console.log('Building the packages for shops …');
  const { buildPackages } = await import('./packages.mjs');
  await buildPackages(`${fresh}/packages`);
  const { writeThirdParty } = await import('./third-party.mjs');
  writeThirdParty(fresh, [...unbundled.map((name) => `node_modules/${name}`), ...copied]);
  for (const path of data) cpSync(`src/${path}`, `${fresh}/${path}`, { recursive: true });
  rmSync('dist', { recursive: true, force: true });
  renameSync(fresh, 'dist');
}
