import { LRUCache } from 'lru-cache';
import { AppError } from '../../domain/base/errors.ts';
import type { BoundaryRow } from '../../domain/rate-book/rate-layer.ts';
import type { CacheWatch } from '../../ports/observation.ts';
import type { BoundaryQuestion, ReferenceData } from '../../ports/reference-data.ts';
import type { RateBookStore } from '../../ports/stores/rate-book-store.ts';
import { loadBundledReferenceData, loadReferenceData, type VersionToLoad } from '../book/bundled.ts';

/** The stored layers of a version; throws `NOT_FOUND`. */
export async function fetchVersion(
  rateBooks: RateBookStore,
  number: number,
  onCacheUsed?: CacheWatch,
): Promise<VersionToLoad> {
  const layers = number === 0 ? [] : await fetchLayers(rateBooks, number);
  return { number, layers, findBoundaries: cachedBoundaries(rateBooks, onCacheUsed), onCacheUsed };
}

/** Throws a `RateLayerError` if the version is incompatible with the bundled data of this release. */
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

/** This many rows take about 20 MB. */
const mostRows = 50_000;

/** Layers never change, so rows stay valid as long as the cache has room for them. */
function cachedBoundaries(rateBooks: RateBookStore, onCacheUsed?: CacheWatch): ReferenceData['findBoundaries'] {
  const cache = new LRUCache<string, readonly BoundaryRow[], BoundaryQuestion>({
    maxSize: mostRows,
    sizeCalculation: (rows) => rows.length + 1,
    // A pending answer is given even if the cache has filled up in the meantime.
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
