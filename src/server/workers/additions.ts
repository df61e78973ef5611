import type { Addition } from './messages.ts';

/** Additions to the same key of a count, added up. */
export type Additions = {
  add(addition: Addition): void;
  readonly size: number;
  /** The keys that changed. */
  list(): readonly Addition[];
  /** Lists them, and starts over. */
  take(): readonly Addition[];
  /** Drops expired additions. */
  expire(now: number): void;
};

/** Beyond `most`, the oldest are dropped, so that strangers cannot fill the memory. */
export function createAdditions(most: number): Additions {
  const sums = new Map<string, Addition>();
  const list = () => [...sums.values()].filter(({ amount }) => amount !== 0);
  return {
    add(addition) {
      const id = `${addition.count} ${addition.until} ${addition.key}`;
      const known = sums.get(id);
      sums.set(id, known ? { ...known, amount: known.amount + addition.amount } : addition);
      if (sums.size > most) sums.delete(sums.keys().next().value!);
    },
    get size() {
      return sums.size;
    },
    list,
    take() {
      const taken = list();
      sums.clear();
      return taken;
    },
    expire(now) {
      for (const [id, { until }] of sums) if (until !== null && until <= now) sums.delete(id);
    },
  };
}
