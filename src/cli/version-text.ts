import { version } from '../domain/base/version.ts';
import { ownVersion } from '../rates/book/files/book-files.ts';

export function versionText(): string {
  return `tollgate ${version}, rate book ${ownVersion}, Node.js ${process.version}`;
}
