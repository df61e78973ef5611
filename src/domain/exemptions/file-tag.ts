import type { ExemptionFile } from './exemption-file.ts';

/** The entity tag of a file: the beginning of the digest of its content. */
export function fileTag({ sha256 }: ExemptionFile): string {
  return `"${sha256.slice(0, 32)}"`;
}
