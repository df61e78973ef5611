import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { unreadableBook } from '../../../domain/rate-book/book-format.ts';
import { asNumber, asRecord, asText, dataFolder, type JsonRecord } from './json-file.ts';

/** The files of the rate book as JSON. Layers are applied before the rows are read. */
export type BookFiles = {
  readonly head: JsonRecord;
  /** The days on which rates were last compared with published facts. */
  readonly verified: JsonRecord;
  readonly states: readonly StateFile[];
  readonly delivery: JsonRecord;
  readonly deliveryFees: JsonRecord;
  readonly exemptionReasons: JsonRecord;
  readonly countries: JsonRecord;
  readonly regions: JsonRecord;
  readonly categoryRates: JsonRecord;
  readonly imports: JsonRecord;
  readonly nexus: JsonRecord;
  readonly plannedChanges: JsonRecord;
  readonly dueDays: JsonRecord;
  readonly filingDiscounts: JsonRecord;
  readonly taxCodes: JsonRecord;
  readonly taxNumberFormats: JsonRecord;
};

/** The file of a state, read on demand. */
export type StateFile = {
  readonly code: string;
  /** Whether the file is from this release, without layers, and therefore the same for all versions. */
  readonly isBundled: boolean;
  read(): JsonRecord;
};

/** A rate book as bundled with a release: its files by name, such as `us/MN.json`. */
export type BundledBook = { readonly names: readonly string[]; text(name: string): string };

/** The rate book of this gateway release. */
export const ownBook: BundledBook = {
  names: readdirSync(dataFolder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.json'))
    .sort(),
  text: (name) => readFileSync(new URL(name, dataFolder), 'utf8'),
};

const headOf = (book: BundledBook) => asRecord(JSON.parse(book.text('book.json')), 'book');

/** The version of a book, such as `2026.11.27-1`. */
export function bookVersion(book: BundledBook): string {
  return asText(headOf(book).version, 'book');
}

export const ownVersion = bookVersion(ownBook);

/** Throws if the book requires a later release of the gateway. */
export function readBookFiles(book: BundledBook = ownBook): BookFiles {
  const read = (name: string) => asRecord(JSON.parse(book.text(name)), name);
  /** Some files are missing from earlier books. */
  const readIfAny = (name: string) => (book.names.includes(name) ? read(name) : {});
  const head = read('book.json');
  const { version, format = 1, minimumEngine = '0.1.0' } = head;
  const unreadable = unreadableBook({
    version: asText(version, 'book'),
    format: asNumber(format, 'book'),
    minimumEngine: asText(minimumEngine, 'book'),
  });
  if (unreadable !== null) throw new Error(unreadable);
  return {
    head,
    verified: read('verified.json'),
    states: stateFiles(book, read),
    delivery: read('us-delivery.json'),
    deliveryFees: read('us-delivery-fees.json'),
    exemptionReasons: read('us-exemption-reasons.json'),
    countries: read('global/countries.json'),
    regions: read('global/regions.json'),
    categoryRates: read('global/category-rates.json'),
    imports: read('global/imports.json'),
    nexus: read('global/nexus.json'),
    plannedChanges: readIfAny('planned-changes.json'),
    dueDays: readIfAny('due-days.json'),
    filingDiscounts: readIfAny('filing-discounts.json'),
    taxCodes: read('tax-codes.json'),
    taxNumberFormats: read('global/vat-numbers.json'),
  };
}

function stateFiles(book: BundledBook, read: (name: string) => JsonRecord): StateFile[] {
  const ofStates = book.names.flatMap((name) => /^us\/(.+)\.json$/.exec(name)?.[1] ?? []);
  return ofStates.map((code) => ({ code, isBundled: book === ownBook, read: () => read(`us/${code}.json`) }));
}

/** The version and date of this release's book, read without loading the book. */
export function ownBookName(): { readonly version: string; readonly asOf: string } {
  const { version, asOf } = headOf(ownBook);
  return { version: asText(version, 'book'), asOf: asText(asOf, 'book') };
}

/**
 * All files as one ASCII text, identical for identical files. Other characters would double the size of the text in
 * memory.
 */
export function bookText({ names, text }: BundledBook): string {
  return JSON.stringify(names.map((name) => [name, text(name)])).replace(/[^\0-\x7f]/g, escaped);
}

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Restores a book from text created by `bookText`. */
export function bookOfText(joined: string): BundledBook {
  return bookOfTexts(new Map(JSON.parse(joined) as [string, string][]));
}

export function bookOfTexts(texts: ReadonlyMap<string, string>): BundledBook {
  return { names: [...texts.keys()], text: (name) => texts.get(name) ?? missing(name) };
}

const digests = new WeakMap<BundledBook, string>();

/** SHA-256 of the files, in base64url. */
export function bookDigest(book: BundledBook): string {
  const digest = digests.get(book) ?? digestOf(book);
  digests.set(book, digest);
  return digest;
}

function digestOf({ names, text }: BundledBook): string {
  const hash = createHash('sha256');
  for (const name of names) for (const part of [name, '\n', text(name), '\n']) hash.update(part);
  return hash.digest('base64url');
}

function missing(name: string): never {
  throw new Error(`The rate book has no file ${name}.`);
}
