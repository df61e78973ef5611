import { setTimeout as wait } from 'node:timers/promises';
import { UnreachableError } from './store-errors.ts';

const firstPauseMs = 200;
const longestPauseMs = 5_000;

type Patience = {
  /** Time limit for retries; 0 means a single attempt. */
  readonly limitMs: number;
  /** Called before each pause. */
  onFailure(error: Error, pauseMs: number): void;
};

/**
 * Opens a database that may not be running yet, for example if it starts at the same time as this process. Pauses grow
 * from 0.2 to 5 seconds. Errors that waiting cannot fix, such as a wrong password, are thrown immediately.
 */
export async function untilReachable<T>(open: () => Promise<T>, { limitMs, onFailure }: Patience): Promise<T> {
  const until = performance.now() + limitMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await open();
    } catch (error) {
      const leftMs = until - performance.now();
      if (!(error instanceof UnreachableError) || !error.mayPass || leftMs <= 0) throw error;
      const nextMs = Math.min(pauseMs, leftMs);
      onFailure(error, Math.round(nextMs));
      await wait(nextMs);
    }
  }
}
