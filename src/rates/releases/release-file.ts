import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';
import { groupedBy } from '../../domain/base/grouped-by.ts';
import { excessOfJson } from '../../domain/base/json-bounds.ts';
import {
  bookFileFaults,
  type ReleaseHead,
  releaseFile,
  requiredBookFiles,
  unreadableBook,
} from '../../domain/rate-book/book-format.ts';
import { type BundledBook, bookDigest, bookOfTexts, readBookFiles } from '../book/files/book-files.ts';
import { asList, asRecord, asText, type JsonList, type JsonRecord } from '../book/files/json-file.ts';
import { asSource, asSources } from '../book/files/source.ts';
import { keyIdOf, type ReleaseKeys } from './release-keys.ts';

const unzip = promisify(gunzip);

/** The current book is 5 MB in size, or half a megabyte compressed. */
export const mostReleaseBytes = 16_000_000;
const mostUnpackedBytes = 48_000_000;

/** A rate book that can be installed. */
export type OpenedRelease = { readonly head: ReleaseHead; readonly book: BundledBook };

/** The files of the book are strings, so only its header contains many values. */
const mostOfRelease = { nesting: 10, values: 100_000, entries: 10_000, numberCharacters: 100 };

/** Thrown for a file that is not a rate book, or that this gateway must not use. */
export class ReleaseRefused extends Error {}

/** Returns the same bytes for the same book and key, on the same version of Node.js. */
export function makeRelease(book: BundledBook, privateKey: string): { readonly name: string; readonly bytes: Buffer } {
  const key = createPrivateKey(privateKey);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The private key must be an Ed25519 key.');
  const head = headOf(book);
  const signature = {
    keyId: keyIdOf(createPublicKey(key)),
    value: sign(null, signedText(head), key).toString('base64'),
  };
  const files = Object.fromEntries(book.names.map((name) => [name, book.text(name)]));
  const bytes = gzipSync(`${JSON.stringify({ head, signature, files })}\n`, { level: 9 });
  bytes[9] = 255; // Sets the operating system to unknown, so that the bytes are the same on every machine.
  return { name: `tollgate-rates-${head.version}.json.gz`, bytes };
}

const signedText = (head: ReleaseHead) => Buffer.from(JSON.stringify(head));

/** Verifies the signature, the digest and the format of a release. Yields to other requests between files. */
export async function openRelease(bytes: Uint8Array, keys: ReleaseKeys): Promise<OpenedRelease> {
  const { head, signature, files } = await parse(bytes);
  await nextTurn();
  const key = keys.get(signature.keyId);
  if (!key)
    throw new ReleaseRefused(
      `The rate book is signed with the unknown key ${signature.keyId}. If you trust its publisher, add the public key to RATES_PUBLIC_KEYS.`,
    );
  if (!verify(null, signedText(head), key, Buffer.from(signature.value, 'base64'))) {
    throw new ReleaseRefused('The signature of the rate book is invalid: the file was altered.');
  }
  const unreadable = unreadableBook(head);
  if (unreadable !== null) throw new ReleaseRefused(unreadable);
  const book = bookOfTexts(new Map(Object.entries(files)));
  await nextTurn();
  if (bookDigest(book) !== head.digest)
    throw new ReleaseRefused('The digest of the rate book does not match: its files were altered.');
  await requireForm(book);
  return { head, book };
}

async function parse(bytes: Uint8Array) {
  if (bytes.byteLength > mostReleaseBytes) throw new ReleaseRefused('The file is larger than 16 MB.');
  let content: unknown;
  try {
    const unpacked = isGzip(bytes) ? await unzip(bytes, { maxOutputLength: mostUnpackedBytes }) : Buffer.from(bytes);
    const text = unpacked.toString('utf8');
    // Before its signature is verified, a file could contain millions of lists, which would take seconds and gigabytes
    // to parse.
    if (excessOfJson(text, mostOfRelease) !== null) throw new Error('too many values');
    await nextTurn();
    content = JSON.parse(text);
  } catch (cause) {
    throw new ReleaseRefused(
      'The file is not a rate book. Expected a JSON file of at most 48 MB, compressed with gzip.',
      {
        cause,
      },
    );
  }
  await nextTurn();
  // A later format may have another structure. The header specifies which release of the gateway can read it.
  const head = releaseFile.shape.head
    .pick({ version: true, format: true, minimumEngine: true })
    .safeParse(Object(content).head);
  const unreadable = head.success ? unreadableBook(head.data) : null;
  if (unreadable !== null) throw new ReleaseRefused(unreadable);
  const parsed = releaseFile.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ReleaseRefused(`The file is not a rate book: ${issue!.path.join('.') || 'it'} ${issue!.message}`);
}

/** A file that a server sends with `Content-Encoding: gzip` is already unpacked when it arrives. */
const isGzip = (bytes: Uint8Array) => bytes[0] === 0x1f && bytes[1] === 0x8b;

async function requireForm(book: BundledBook): Promise<void> {
  const missing = requiredBookFiles.find((name) => !book.names.includes(name));
  if (missing !== undefined) throw new ReleaseRefused(`The file ${missing} is missing.`);
  for (const name of book.names) {
    await nextTurn();
    const [fault] = bookFileFaults(name, JSON.parse(book.text(name)));
    if (fault !== undefined) throw new ReleaseRefused(fault);
  }
}

function headOf(book: BundledBook): ReleaseHead {
  const { head, states, countries, regions, categoryRates } = readBookFiles(book);
  const { format = 1, minimumEngine = '0.1.0' } = head;
  return releaseFile.shape.head.parse({
    kind: 'tollgate-rates',
    format,
    version: head.version,
    asOf: head.asOf,
    minimumEngine,
    digest: bookDigest(book),
    places: Object.fromEntries([
      ...states.map(({ code, read }) => [`US-${code}`, placeOfState(read())]),
      ...placesAbroad(
        countries,
        asList(regions.regions, 'regions'),
        asList(categoryRates.rates, 'rates'),
        asList(categoryRates.standardRated ?? [], 'standard-rated'),
      ),
    ]),
  });
}

type ReleasePlace = ReleaseHead['places'][string];

function placeOfState(file: JsonRecord): ReleasePlace {
  const asOf = asText(asRecord(file.state, 'state').asOf, 'state');
  return { asOf, sources: asSources(file.sources, 'sources').map(({ name }) => name), digest: digestOf(file) };
}

/** Each country with its regions and its category rates. */
function placesAbroad(countries: JsonRecord, ...lists: readonly JsonList[]): [string, ReleasePlace][] {
  const asOf = asText(countries.asOf, 'countries');
  const rows = lists.flat().map((row) => asRecord(row, 'row'));
  const byCountry = groupedBy(rows, ({ country }) => asText(country, 'country'));
  return asList(countries.countries, 'countries').map((value) => {
    const row = asList(value, 'country');
    const code = asText(row[0], 'country');
    const own = byCountry.get(code) ?? [];
    const rates = [row[9], ...own.map((one) => one.rates ?? [])].flatMap((list) => asList(list, code));
    const cited = [...rates.map((rate) => asList(rate, code)[3]), ...own.map(({ source }) => source)];
    const sources = [...new Set(cited.map((source) => asSource(source, code).name))].sort();
    return [code, { asOf, sources, digest: digestOf([row, ...own]) }];
  });
}

const digestOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url');
