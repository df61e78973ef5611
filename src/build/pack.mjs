// Packs each package of dist/packages as npm would publish it, and installs the tarballs in a folder: what a shop gets, and
// what the tests import. With --peers, the platforms come with them in one step. Usage: node src/build/pack.mjs <folder>
// [package …] [--peers]
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
    // Platforms are peers, which a shop has: they are large, and not needed for what is tested without them.
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
