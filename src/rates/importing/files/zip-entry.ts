import { type Readable, Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { BrokenFile } from './broken-file.ts';

/** The largest SST file is 0.4 GB. An entry above the limit is refused before it is unpacked. */
const unpackedLimit = 2 * 1024 ** 3;

type ZipEntry = { readonly name: string; readonly size: number; open(): Promise<Readable> };

/** The only CSV in a zip file, streamed while it is unpacked. */
export async function openZipEntry(path: string): Promise<ZipEntry> {
  const { fileName, uncompressedSize } = await withZip(path, findEntry);
  return {
    name: fileName,
    size: uncompressedSize,
    async open() {
      const zip = await openZip(path);
      try {
        // The library aborts if an entry unpacks to more than its declared size.
        return checked(zip, await findEntry(zip));
      } catch (error) {
        zip.close();
        throw error;
      }
    },
  };
}

async function withZip<Result>(path: string, work: (zip: ZipFile) => Promise<Result>): Promise<Result> {
  const zip = await openZip(path);
  try {
    return await work(zip);
  } finally {
    zip.close();
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { lazyEntries: true, autoClose: false });
  } catch (error) {
    throw damaged(error);
  }
}

async function findEntry(zip: ZipFile): Promise<Entry> {
  const found: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) if (!isBeside(entry.fileName)) found.push(entry);
  } catch (error) {
    throw damaged(error);
  }
  const [entry, other] = found;
  if (!entry) throw new BrokenFile('The zip file is empty.');
  if (other)
    throw new BrokenFile(
      `The zip file contains several files (${entry.fileName}, ${other.fileName}); expected one CSV.`,
    );
  if (!/\.(csv|txt)$/i.test(entry.fileName))
    throw new BrokenFile(`The zip file contains ${entry.fileName}, which is not a CSV.`);
  if (entry.isEncrypted()) throw new BrokenFile('The zip file is encrypted.');
  if (entry.uncompressedSize > unpackedLimit) {
    throw new BrokenFile(
      `The zip file would unpack to ${entry.uncompressedSize} bytes; the limit is ${unpackedLimit}.`,
    );
  }
  return entry;
}

/** Folders and files that some systems add to every zip file. */
function isBeside(name: string): boolean {
  return name.endsWith('/') || name.startsWith('__MACOSX/') || name.split('/').at(-1) === '.DS_Store';
}

/** Unpacks an entry and fails at the end if the checksum is wrong. */
async function checked(zip: ZipFile, entry: Entry): Promise<Readable> {
  const packed = await zip.openReadStreamPromise(entry);
  let sum = 0;
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
    flush(done) {
      done(sum === entry.crc32 ? null : damaged('its checksum is wrong'));
    },
  });
  packed.once('error', (error) => check.destroy(damaged(error)));
  check.once('close', () => {
    packed.destroy();
    zip.close();
  });
  return packed.pipe(check);
}

function damaged(reason: unknown): BrokenFile {
  return new BrokenFile(`The zip file is damaged: ${reason instanceof Error ? reason.message : reason}.`, null, reason);
}
