import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Downloads the package named in the `package.json` of a folder, checks its digest and passes the unpacked folder to
 * `use`.
 */
export function withPackage(folder, use) {
  const { name, version, integrity } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const download = mkdtempSync(join(tmpdir(), 'tollgate-vendored-'));
  try {
    const tarball = execFileSync('npm', ['pack', '--silent', '--pack-destination', download, `${name}@${version}`]);
    const file = join(download, `${tarball}`.trim());
    const found = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
    if (found !== integrity) throw new Error(`${name}@${version} has the digest ${found}, not ${integrity}.`);
    execFileSync('tar', ['-xzf', file, '-C', download]);
    use(join(download, 'package'));
  } finally {
    rmSync(download, { recursive: true, force: true });
  }
}
