import { setImmediate as nextTurn } from 'node:timers/promises';

const longestTurnMs = 10;

/** Makes a function to be called between the steps of long work: it lets other requests have their turn in time. */
export function createBreath(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < longestTurnMs) return;
    await nextTurn();
    since = performance.now();
  };
}
