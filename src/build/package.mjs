// npm run package [folder]: copies everything a gateway needs at run time to a folder, `production` by default.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unbundled } from './bundle.mjs';

const folder = process.argv[2] ?? 'production';
const {
  name,
  version,
  description,
  license,
  private: isPrivate,
  type,
  bin,
  engines,
  dependencies,
} = JSON.parse(readFileSync('package.json', 'utf8'));
const scripts = { start: 'node --enable-source-maps --max-semi-space-size=8 dist/main.js' };
const needed = Object.fromEntries(unbundled.map((dependency) => [dependency, dependencies[dependency]]));

rmSync(folder, { recursive: true, force: true });
const copied = [
  'dist',
  'prisma/migrations',
  'schema.graphql',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'ATTRIBUTION.md',
];
for (const path of [...copied, ...unbundled.map((dependency) => `node_modules/${dependency}`)]) {
  // Packages for shops are not part of a gateway.
  cpSync(path, join(folder, path), { recursive: true, filter: (file) => file !== join('dist', 'packages') });
}
const manifest = { name, version, description, private: isPrivate, license, type, bin, engines, scripts };
writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...manifest, dependencies: needed }, null, 2)}\n`);
console.log(
  `${folder} contains everything a gateway needs: node --enable-source-maps --max-semi-space-size=8 dist/main.js`,
);
