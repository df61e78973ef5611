export type Chance = {
  /** A random whole number from 0 up to, but not including, `count`. */
  below(count: number): number;
  pick<Value>(values: readonly Value[]): Value;
  /** Whether an event with this probability, in percent, occurs. */
  in100(cases: number): boolean;
};

/** Returns the same numbers for the same seed (Mulberry32), so that everyone gets the same year. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (count: number) => next() % count;
  return { below, pick: (values) => values[below(values.length)]!, in100: (cases) => below(100) < cases };
}
