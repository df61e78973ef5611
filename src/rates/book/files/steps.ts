import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work in steps of a few milliseconds, which ends with its result. */
export type Steps<Result> = Generator<void, Result>;

export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Other requests are served between the steps, and before and after them. */
export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  await nextTurn(); // Runs in the same turn as input read just before.
  for (;;) {
    await nextTurn();
    const step = steps.next();
    if (!step.done) continue;
    await nextTurn();
    return step.value;
  }
}
