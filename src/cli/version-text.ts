import { readFileSync } from 'node:fs';
import { loadBundledReferenceData } from '../reference/bundled.ts';

/** The path is the same from `src/cli` and `dist/cli`. */
const packageFile = new URL('../../package.json', import.meta.url);

export function versionText(): string {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8'));
  return `tollgate ${version}, rate book ${loadBundledReferenceData().version}, Node.js ${process.version}`;
}
