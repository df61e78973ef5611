import { LRUCache } from 'lru-cache';
import type { BoundaryRow } from '../domain/rate-book/rate-layer.ts';
import type { CacheWatch } from '../ports/observation.ts';
import type { BoundaryQuestion, ReferenceData } from '../ports/reference-data.ts';
import type { RateBookStore } from '../ports/stores/rate-book-store.ts';

/** This many rows take about 20 MB. */
const mostRows = 50_000;

/** Layers never change, so rows stay valid as long as the cache has room for them. */
export function cachedBoundaries(rateBooks: RateBookStore, onCacheUsed?: CacheWatch): ReferenceData['findBoundaries'] {
  const cache = new LRUCache<string, readonly BoundaryRow[], BoundaryQuestion>({
    maxSize: mostRows,
    sizeCalculation: (rows) => rows.length + 1,
    fetchMethod: (_key, _stale, { context }) => rateBooks.findBoundaries(context.layerId, context.query),
  });
  return async (question) => {
    const { zip, plus4, streets } = question.query;
    const key = JSON.stringify([question.layerId, zip, plus4, streets]);
    onCacheUsed?.('boundaries', cache.has(key));
    return (await cache.fetch(key, { context: question })) ?? [];
  };
}
