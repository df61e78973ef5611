// Packs the packages in dist/packages as for npm, and installs the tarballs in a folder, as a shop would and as the
// tests import them. With --peers, the platforms are installed in the same step. Usage: node src/build/pack.mjs
// <folder> [package …] [--peers]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const [folder, ...rest] = process.argv.slice(2);
const named = rest.filter((name) => name !== '--peers');
const names = named.length > 0 ? named : readdirSync('dist/packages');
const tarballs = mkdtempSync(join(tmpdir(), 'tollgate-packages-'));
try {
  const packages = names.map((name) => resolve('dist/packages', name));
  npm(tarballs, 'pack', '--silent', ...packages);
  const files = readdirSync(tarballs).map((file) => join(tarballs, file));
  npm(
    folder,
    'install',
    '--no-save',
    '--no-package-lock',
    // Platforms are peer dependencies that a shop already has. They are large, and tests without a platform do not need
    // them.
    ...(rest.includes('--peers') ? [] : ['--legacy-peer-deps']),
    '--ignore-scripts',
    '--prefer-offline',
    ...files,
  );
} finally {
  rmSync(tarballs, { recursive: true, force: true });
}

function npm(cwd, ...args) {
  execFileSync('npm', args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}
