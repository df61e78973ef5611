import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { BrokenFile } from './broken-file.ts';
import { openZipEntry } from './zip-entry.ts';

/** A file to import: a text file such as a CSV, or a zip file that contains one CSV. It may be opened several times. */
export type InputFile = {
  /** As specified by the operator, without folders. */
  readonly name: string;
  /** The name of the CSV file itself, or of the entry in a zip file. */
  readonly csvName: string;
  /** Size of the CSV in bytes. */
  readonly size: number;
  open(): Promise<Readable>;
};

const readAtOnce = 256 * 1024;

export async function openInput(path: string): Promise<InputFile> {
  const name = basename(path);
  const { size, beginning } = await look(path);
  // The content decides, not the name: files are renamed, and browsers unpack downloads.
  if (beginning.startsWith('PK\u0003\u0004') || beginning.startsWith('PK\u0005\u0006')) {
    const entry = await openZipEntry(path);
    return { name, csvName: basename(entry.name), size: entry.size, open: entry.open };
  }
  return {
    name,
    csvName: name,
    size,
    open: async () => createReadStream(path, { highWaterMark: readAtOnce }),
  };
}

async function look(path: string): Promise<{ size: number; beginning: string }> {
  try {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
      return { size, beginning: buffer.toString('latin1', 0, bytesRead) };
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new BrokenFile(`The file cannot be read: ${reasonOf(error)}.`, null, error);
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT') return 'it does not exist';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EACCES') return 'permission denied';
  return error instanceof Error ? error.message : String(error);
}
