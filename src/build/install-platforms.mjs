// Installs the shops of test/platforms, each with the packed connector of its platform, in one step as a new shop would: then npm
// chooses the versions of what both need. Usage: install-platforms.mjs <name …>
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

for (const name of process.argv.slice(2)) {
  const folder = join('test/platforms', name);
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  execFileSync(process.execPath, ['src/build/pack.mjs', folder, name, '--peers'], { stdio: 'inherit' });
}
