import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work in steps of at most a few milliseconds each, followed by its result. */
export type Steps<Result> = Generator<void, Result>;

export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const turnMs = 3;

/** Runs the steps and serves other requests before and after them, and whenever `turnMs` have passed. */
export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  await nextTurn(); // This may resume in the turn of the event loop that has just read input, so a second wait follows.
  await nextTurn();
  let since = performance.now();
  for (;;) {
    const step = steps.next();
    if (!step.done && performance.now() - since < turnMs) continue;
    await nextTurn();
    if (step.done) return step.value;
    since = performance.now();
  }
}
