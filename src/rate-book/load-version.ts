import { AppError } from '../domain/base/errors.ts';
import type { CacheWatch } from '../ports/observation.ts';
import type { ReferenceData } from '../ports/reference-data.ts';
import type { RateBookStore } from '../ports/stores/rate-book-store.ts';
import { loadBundledReferenceData, loadReferenceData, type VersionToLoad } from '../reference/bundled.ts';
import { cachedBoundaries } from './cached-boundaries.ts';

/** The stored layers of a version; throws `NOT_FOUND`. */
export async function fetchVersion(
  rateBooks: RateBookStore,
  number: number,
  onCacheUsed?: CacheWatch,
): Promise<VersionToLoad> {
  const layers = number === 0 ? [] : await fetchLayers(rateBooks, number);
  return { number, layers, findBoundaries: cachedBoundaries(rateBooks, onCacheUsed), onCacheUsed };
}

/** Throws a `RateLayerError` if the version cannot be laid over the bundled data of this release. */
export function loadVersion(version: VersionToLoad): ReferenceData {
  return version.number === 0 ? loadBundledReferenceData(version.onCacheUsed) : loadReferenceData(version);
}

/** The version that was activated last; 0 if none ever was. */
export async function activeNumber(rateBooks: RateBookStore): Promise<number> {
  const [last] = await rateBooks.listActivations(1);
  return last?.number ?? 0;
}

async function fetchLayers(rateBooks: RateBookStore, number: number): Promise<VersionToLoad['layers']> {
  const version = await rateBooks.find(number);
  if (!version) throw new AppError('NOT_FOUND', `There is no version ${number} of the rate book.`);
  return rateBooks.findLayers(version.layerIds);
}
