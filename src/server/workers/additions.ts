import type { Addition } from './messages.ts';

/** Additions to counts, summed by key. */
export type Additions = {
  add(addition: Addition): void;
  readonly size: number;
  /** The sums that are not zero. */
  list(): readonly Addition[];
  /** Lists the sums and resets them. */
  take(): readonly Addition[];
  /** Drops expired additions. */
  expire(now: number): void;
};

/** Beyond `most` keys, the oldest keys are dropped, so that anonymous callers cannot exhaust the memory. */
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
