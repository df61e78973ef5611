// Installs the shops of test/platforms, each with the packed connector of its platform. Usage: install-platforms.mjs <name …>
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

for (const name of process.argv.slice(2)) {
  const folder = join('test/platforms', name);
  const install = ['install', '--silent', '--ignore-scripts', '--no-package-lock', '--prefer-offline'];
  execFileSync('npm', install, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync(process.execPath, ['src/build/pack.mjs', folder, name], { stdio: 'inherit' });
}
