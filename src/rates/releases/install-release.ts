import { isLaterVersion } from '../../domain/rate-book/book-format.ts';
import type { RateBookVersion } from '../../domain/rate-book/rate-book-version.ts';
import type { RateLayer } from '../../domain/rate-book/rate-layer.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { RateBookStore } from '../../ports/stores/rate-book-store.ts';
import { loadWhole, type VersionToLoad } from '../book/bundled.ts';
import { type BundledBook, bookDigest, bookVersion, ownBook, readBookFiles } from '../book/files/book-files.ts';
import { asList, asRecord, asText } from '../book/files/json-file.ts';
import { RateLayerError } from '../book/layers/rate-layer-error.ts';
import { archiveBook } from '../versions/archived-books.ts';
import { findConflicts } from '../versions/import-conflicts.ts';
import { activeNumber, fetchVersion } from '../versions/load-version.ts';
import { type OpenedRelease, ReleaseRefused } from './release-file.ts';

/** A release that is compatible with the imports on top of the rate book in force. */
export type Update = {
  readonly release: OpenedRelease;
  /** Number of the version in force. Its imports remain on top. */
  readonly onto: number;
  readonly layers: readonly RateLayer[];
  /** The release combined with these imports, as it would be in force after the update. */
  readonly reference: ReferenceData;
  /** The book in force, without its imports. */
  readonly base: BundledBook;
  /** Changes in the release to facts that imports replace. The imports still apply. */
  readonly conflicts: readonly string[];
  /** Corrections that no longer match after the update. They no longer apply. */
  readonly setAside: readonly string[];
  /** States, countries and regions of the book in force that are missing from the release: `US-MN`, `DE`, `CA-QC`. */
  readonly missing: readonly string[];
};

/** Thrown for a book that is not later than the book in force. */
export class EarlierRelease extends ReleaseRefused {}

/**
 * Null if the book is already in force. Throws `EarlierRelease` for another book that is not later, and
 * `ReleaseRefused` for a book that is unreadable or incompatible with the imports.
 */
export async function prepareUpdate(release: OpenedRelease, rateBooks: RateBookStore): Promise<Update | null> {
  const onto = await activeNumber(rateBooks);
  const version = await fetchVersion(rateBooks, onto);
  const { layers, archived: base = ownBook } = version;
  if (bookDigest(base) === release.head.digest) return null;
  const inForce = bookVersion(base);
  if (!isLaterVersion(release.head.version, inForce)) {
    throw new EarlierRelease(`The rate book ${release.head.version} is not later than ${inForce}, which is in force.`);
  }
  const reference = await loadUnder(version, release);
  const kept = new Set(placesOf(release.book));
  const missing = placesOf(base).filter((place) => !kept.has(place));
  return { release, onto, layers, reference, base, ...(await findConflicts(layers, base, release.book)), missing };
}

/**
 * Archives the book and creates the version, unless it already exists. The version takes effect only when it is
 * activated.
 */
export async function installUpdate(
  { release: { head, book }, onto }: Update,
  rateBooks: RateBookStore,
  at: Date,
): Promise<RateBookVersion> {
  const base = await archiveBook(rateBooks, at, book);
  const versions = await rateBooks.list();
  const layerIds = versions.find(({ number }) => number === onto)?.layerIds ?? [];
  const installed = versions.find(
    (one) => one.base?.digest === base.digest && one.layerIds.join('\n') === layerIds.join('\n'),
  );
  if (installed) return installed;
  const draft = await rateBooks.beginImport();
  try {
    return await draft.commit({ layers: [], note: `Rate book ${head.version}, as of ${head.asOf}`, at, onto, base });
  } catch (error) {
    await draft.discard();
    throw error;
  }
}

function placesOf(book: BundledBook): string[] {
  const { states, countries, regions } = readBookFiles(book);
  return [
    ...states.map(({ code }) => `US-${code}`),
    ...asList(countries.countries, 'countries').map((row) => asText(asList(row, 'country')[0], 'country')),
    ...asList(regions.regions, 'regions').map((row) => asText(asRecord(row, 'region').id, 'region')),
  ];
}

async function loadUnder(version: VersionToLoad, { book: archived }: OpenedRelease): Promise<ReferenceData> {
  try {
    return await loadWhole({ ...version, archived });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    if (!(cause instanceof RateLayerError))
      throw new ReleaseRefused(`The rate book cannot be read: ${reason}`, { cause });
    throw new ReleaseRefused(`The imports on top of the rate book in force are incompatible with it:\n${reason}`, {
      cause,
    });
  }
}
