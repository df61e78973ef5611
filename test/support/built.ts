import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

const built = 'dist/main.js';
let isBuilt = false;

/** The built gateway, brought up to date once: it starts three times as fast as the TypeScript files. */
export function builtMain(): string {
  if (isBuilt) return built;
  const { status } = spawnSync(process.execPath, ['src/build/build.mjs'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The build failed.');
  isBuilt = true;
  return built;
}
