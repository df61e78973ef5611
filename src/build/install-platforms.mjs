// Installs the shops in test/platforms, each with the packed connector for its platform, in one step, as a new shop
// would. npm then chooses versions that suit both. Usage: install-platforms.mjs <name …>
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

for (const name of process.argv.slice(2)) {
  const folder = join('test/platforms', name);
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  execFileSync(process.execPath, ['src/build/pack.mjs', folder, name, '--peers'], { stdio: 'inherit' });
}
