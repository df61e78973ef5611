// Writes the REST reference viewer to src/web/pages/vendor/scalar, from the package named in that folder's
// package.json. To upgrade, change version and integrity there (`npm view @scalar/api-reference@VERSION
// dist.integrity`) and run this file.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withPackage } from './vendored-package.mjs';

const folder = 'src/web/pages/vendor/scalar';

/** The modules without their source maps, which take up four fifths of the package. */
withPackage(folder, (unpacked) => {
  const source = join(unpacked, 'dist/browser');
  rmSync(join(folder, 'chunks'), { recursive: true, force: true });
  const chunks = readdirSync(join(source, 'chunks')).map((chunk) => `chunks/${chunk}`);
  for (const path of ['standalone.esm.js', ...chunks.filter((chunk) => chunk.endsWith('.js'))]) {
    const text = readFileSync(join(source, path), 'utf8').replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n');
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
});
