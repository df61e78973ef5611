import { version } from '../domain/base/version.ts';
import { loadBundledReferenceData } from '../rates/book/bundled.ts';

export function versionText(): string {
  return `tollgate ${version}, rate book ${loadBundledReferenceData().version}, Node.js ${process.version}`;
}
