// Writes the REST reference viewer to src/web/pages/vendor/scalar, from the package named in that folder's
// package.json. To upgrade, change version and integrity there (`npm view @scalar/api-reference@VERSION
// dist.integrity`) and run this file.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const folder = 'src/web/pages/vendor/scalar';
const { name, version, integrity } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const download = mkdtempSync(join(tmpdir(), 'tollgate-reference-'));
try {
  const tarball = execFileSync('npm', ['pack', '--silent', '--pack-destination', download, `${name}@${version}`]);
  const file = join(download, `${tarball}`.trim());
  const found = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
  if (found !== integrity) throw new Error(`${name}@${version} has the digest ${found}, not ${integrity}.`);
  execFileSync('tar', ['-xzf', file, '-C', download]);
  write(join(download, 'package/dist/browser'));
} finally {
  rmSync(download, { recursive: true, force: true });
}

/** The modules without their source maps, which take up four fifths of the package. */
function write(source) {
  rmSync(join(folder, 'chunks'), { recursive: true, force: true });
  const chunks = readdirSync(join(source, 'chunks')).map((chunk) => `chunks/${chunk}`);
  for (const path of ['standalone.esm.js', ...chunks.filter((chunk) => chunk.endsWith('.js'))]) {
    const text = readFileSync(join(source, path), 'utf8').replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n');
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
