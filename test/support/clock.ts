export type TestClock = { now(): Date; advance(milliseconds: number): void };

/** A clock that stands still until it is moved. */
export function aClock(start = '2026-07-01T12:00:00.000Z'): TestClock {
  let time = Date.parse(start);
  return {
    now: () => new Date(time),
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}

/** A clock that advances a little on each call, so that actions can be distinguished. */
export function risingClock(start: string): () => Date {
  let time = Date.parse(start);
  return () => {
    time += 10;
    return new Date(time);
  };
}
