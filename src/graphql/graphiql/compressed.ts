import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { GraphiqlFile } from './files.ts';

type Encoding = 'br' | 'gzip';

const compress: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  // Level 5 matches gzip's best size in half the time. The default, 11, takes many seconds.
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes) => promisify(gzip)(bytes),
};

export type Compressed = { readonly bytes: Buffer; readonly encoding: Encoding | null };

/** Compresses files for clients that accept it, once per file and encoding, on other threads. */
export function createCompressor(): (file: GraphiqlFile, acceptEncoding: string | null) => Promise<Compressed> {
  const made = new Map<string, Promise<Buffer>>();
  return async (file, acceptEncoding) => {
    const encoding = chooseEncoding(acceptEncoding ?? '');
    if (encoding === null) return { bytes: file.bytes, encoding };
    const key = `${file.path} ${encoding}`;
    const bytes = made.get(key) ?? compress[encoding](file.bytes);
    made.set(key, bytes);
    return { bytes: await bytes, encoding };
  };
}

function chooseEncoding(accept: string): Encoding | null {
  const accepted = accept
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';', 1)[0]!.trim());
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : null;
}
