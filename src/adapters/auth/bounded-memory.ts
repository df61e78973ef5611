import { LRUCache } from 'lru-cache';

/**
 * Keeps the most recently used entries. Memory grows with the entries, whereas `max` would reserve all of the memory at
 * the start.
 */
export function rememberAtMost<Value extends object | number>(most: number): LRUCache<string, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1 });
}
