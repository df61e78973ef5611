import { setImmediate as nextTurn } from 'node:timers/promises';

const longestTurnMs = 10;

/** Creates a function to call between the steps of long work, so that other requests are served in the meantime. */
export function createYield(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < longestTurnMs) return;
    await nextTurn();
    since = performance.now();
  };
}
