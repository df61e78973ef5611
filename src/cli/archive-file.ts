import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { ArchiveEnd } from '../domain/archive/archive-form.ts';
import { formatCount } from '../domain/base/words.ts';
import { readLines } from '../files/csv/lines.ts';
import type { WriteText } from '../usecases/archive/write-archive.ts';

/** Readable only by its owner, because it contains personal data and hashes of secrets. */
const mode = 0o600;

/**
 * Writes a new file, compressed if its name ends in `.gz`. Never replaces an existing file, and removes the new file if
 * writing it fails.
 */
export async function writeArchiveFile<T>(path: string, work: (write: WriteText) => Promise<T>): Promise<T> {
  const input = path.endsWith('.gz') ? createGzip() : new PassThrough();
  const file = createWriteStream(path, { flags: 'wx', mode, flush: true });
  await once(file, 'open');
  const written = pipeline(input, file);
  written.catch(() => {}); // The error is reported by the next write, or at the end.
  try {
    const result = await work(async (text) => {
      if (!input.write(text)) await Promise.race([once(input, 'drain'), written]);
    });
    input.end();
    await written;
    return result;
  } catch (error) {
    input.destroy();
    await written.catch(() => {});
    await rm(path, { force: true });
    throw error;
  }
}

/** Longer than any line in an archive. */
const longestLine = 128 * 1024 * 1024;

/** The lines of an archive, compressed or not. */
export async function* readArchiveFile(path: string): AsyncGenerator<Uint8Array, void, void> {
  const isCompressed = await startsAsGzip(path);
  const file = createReadStream(path);
  if (!isCompressed) {
    yield* readLines(file, longestLine);
    return;
  }
  const unpacked = createGunzip();
  const read = pipeline(file, unpacked);
  read.catch(() => {}); // The error is reported by `readLines`.
  try {
    yield* readLines(unpacked, longestLine);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) throw error;
    throw new Error(`${path} is damaged or incomplete: ${error.message}. Nothing was stored.`);
  }
}

async function startsAsGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}

/** A summary of an archive for the operator, such as `1,024 records, SHA-256 9f86…`. */
export function archiveText({ end: { records, sha256 } }: ArchiveEnd): string {
  const count = Object.values(records).reduce((sum, ofTable) => sum + ofTable, 0);
  return `${formatCount(count, 'record')}, SHA-256 ${sha256}`;
}
