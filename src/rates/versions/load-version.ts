import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../domain/base/errors.ts';
import { isLaterVersion } from '../../domain/rate-book/book-format.ts';
import { type BookName, type RateBookVersion, versionFormat } from '../../domain/rate-book/rate-book-version.ts';
import type { BoundaryRow } from '../../domain/rate-book/rate-layer.ts';
import type { CacheWatch } from '../../ports/observation.ts';
import type { BoundaryQuestion, ReferenceData } from '../../ports/reference-data.ts';
import type { ArchivedBook, RateBookStore } from '../../ports/stores/rate-book-store.ts';
import type { VersionToLoad } from '../book/bundled.ts';
import { type BundledBook, bookDigest, bookOfText, ownVersion } from '../book/files/book-files.ts';

const decompress = promisify(brotliDecompress);

/**
 * The stored layers of a version, and the installed book under them. Throws `NOT_FOUND`, or `CONFLICT` for a later
 * format or an altered book.
 */
export async function fetchVersion(
  rateBooks: RateBookStore,
  number: number,
  onCacheUsed?: CacheWatch,
): Promise<VersionToLoad> {
  const found = { number, layers: [], findBoundaries: cachedBoundaries(rateBooks, onCacheUsed), onCacheUsed };
  if (number === 0) return found;
  const version = await rateBooks.find(number);
  if (!version) throw new AppError('NOT_FOUND', `Version ${number} of the rate book was not found.`);
  if (version.format > versionFormat) {
    const message = `Version ${number} of the rate book has format ${version.format} and requires a later release of Tollgate. This release reads format ${versionFormat}.`;
    throw new AppError('CONFLICT', message);
  }
  const layers = await rateBooks.findLayers(version.layerIds);
  const base = baseOf(version);
  return { ...found, layers, ...(base && { archived: await fetchBook(rateBooks, base) }) };
}

/**
 * The installed book under a version; null if the version has none, or if this release bundles the same or a later
 * book.
 */
export function baseOf({ base }: Pick<RateBookVersion, 'base'>): BookName | null {
  return base !== null && isLaterVersion(base.version, ownVersion) ? base : null;
}

/** The name of a version, such as `2026.11.27-1+3`. */
export function nameOfVersion(version: Pick<RateBookVersion, 'number' | 'base'>): string {
  const book = baseOf(version)?.version ?? ownVersion;
  return version.number === 0 ? book : `${book}+${version.number}`;
}

async function fetchBook(rateBooks: RateBookStore, { version, digest }: BookName): Promise<BundledBook> {
  const archived = (await rateBooks.findArchived(version)).find((one) => one.digest === digest);
  if (!archived) throw new AppError('NOT_FOUND', `Rate book ${version} is not in the store.`);
  return readArchived(archived);
}

export async function readArchived({ version, digest, content }: ArchivedBook): Promise<BundledBook> {
  const book = await unpacked(content);
  await inTurn();
  if (bookDigest(book) === digest) return book;
  const message = `The digest of the archived rate book ${version} is not ${digest}: the archive was altered.`;
  throw new AppError('CONFLICT', message);
}

/** A separate function, so that the joined text of the files is freed before the files are read. */
async function unpacked(content: ArchivedBook['content']): Promise<BundledBook> {
  const bytes = await decompress(content);
  await inTurn();
  return bookOfText(bytes.toString('utf8'));
}

/** Yields to other requests before the next part of a book is read. */
async function inTurn(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

/** Whether the store could not respond; the version may exist. */
export const isOutOfReach = (error: unknown) => error instanceof AppError && error.code === 'NOT_READY';

/** The last activated version; 0 if no version was activated. */
export async function activeNumber(rateBooks: RateBookStore): Promise<number> {
  const [last] = await rateBooks.listActivations(1);
  return last?.number ?? 0;
}

/** Cache size in rows, about 20 MB. */
const mostRows = 50_000;

/** Layers never change, so cached rows stay valid until the cache evicts them. */
function cachedBoundaries(rateBooks: RateBookStore, onCacheUsed?: CacheWatch): ReferenceData['findBoundaries'] {
  const cache = new LRUCache<string, readonly BoundaryRow[], BoundaryQuestion>({
    maxSize: mostRows,
    sizeCalculation: (rows) => rows.length + 1,
    // A pending result is returned even if the cache has filled up in the meantime.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => rateBooks.findBoundaries(context.layerId, context.query),
  });
  return async (question) => {
    const { zip, plus4, streets } = question.query;
    const key = JSON.stringify([question.layerId, zip, plus4, streets]);
    onCacheUsed?.('boundaries', cache.has(key));
    return (await cache.fetch(key, { context: question })) ?? [];
  };
}
