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

const shortTurnMs = 3;
/** A turn of the event loop in which others did something takes longer. */
const idleTurnMs = 0.3;
const mostTurnsForOthers = 10;

/**
 * The same for work of minutes. A request takes several turns of the event loop, and would wait in each of them: so
 * others get turns until they are idle, or have had ten.
 */
export function createPatientYield(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < shortTurnMs) return;
    for (let turns = 0; turns < mostTurnsForOthers; turns++) {
      const startedAt = performance.now();
      await nextTurn();
      since = performance.now();
      if (since - startedAt < idleTurnMs) return;
    }
  };
}
