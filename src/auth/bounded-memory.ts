import { LRUCache } from 'lru-cache';

/** Keeps the most recently used. Takes memory for what it holds, where `max` would reserve it all at the start. */
export function rememberAtMost<Value extends object | number>(most: number): LRUCache<string, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1 });
}
