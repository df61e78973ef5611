import type { AttemptOutcome, HeldCount, PassingCount, SharedCounts } from '../../ports/shared-counts.ts';
import { createAdditions } from './additions.ts';
import type { Addition, ToPrimary, ToWorker } from './messages.ts';

/**
 * A limit can be exceeded by at most the number of events that the other workers and the primary accept in this
 * interval.
 */
const tellEveryMs = 25;
const mostUntold = 100_000;

type Listener = (addition: Addition) => void;

type WorkerCounts = SharedCounts & { receive(message: ToWorker): void };

/** Reports the counts of a worker to the primary, in batches, and receives the counts of the other workers. */
export function createSharedCounts(send: (message: ToPrimary) => void): WorkerCounts {
  const untold = createAdditions(mostUntold);
  const listeners = new Map<string, Listener>();
  /**
   * Counts that arrived before the listener was registered: a replacement worker receives all current counts
   * immediately.
   */
  const unheard = new Map<string, Addition[]>();
  const asked = new Map<number, (outcome: AttemptOutcome) => void>();
  let questions = 0;

  function tell(addition: Addition): void {
    if (untold.size === 0) setTimeout(tellAll, tellEveryMs).unref();
    untold.add(addition);
  }

  function tellAll(): void {
    const additions = untold.take();
    if (additions.length > 0) send({ kind: 'counted', additions });
  }

  function listen(count: string, listener: Listener): void {
    listeners.set(count, listener);
    for (const addition of unheard.get(count) ?? []) listener(addition);
    unheard.delete(count);
  }

  function hear(addition: Addition): void {
    const listener = listeners.get(addition.count);
    if (listener) listener(addition);
    else unheard.set(addition.count, [...(unheard.get(addition.count) ?? []), addition]);
  }

  return {
    passing: (count): PassingCount => ({
      tell: (key, amount, until) => tell({ count, key, amount, until }),
      onTold: (listener) => listen(count, ({ key, amount, until }) => until !== null && listener(key, amount, until)),
    }),
    held(count): HeldCount {
      const elsewhere = new Map<string, number>();
      listen(count, ({ key, amount }) => {
        const held = (elsewhere.get(key) ?? 0) + amount;
        if (held === 0) elsewhere.delete(key);
        else elsewhere.set(key, held);
      });
      return {
        add: (key, amount) => tell({ count, key, amount, until: null }),
        elsewhere: (key) => elsewhere.get(key) ?? 0,
        allElsewhere: () => [...elsewhere.values()].reduce((sum, held) => sum + held, 0),
      };
    },
    attempts: {
      count: (attempt) =>
        new Promise((resolve) => {
          const id = questions++;
          asked.set(id, resolve);
          send({ kind: 'attempt', id, attempt });
        }),
      succeed: (attempt, isFailure) => send({ kind: 'succeeded', attempt, isFailure }),
    },
    receive(message) {
      if (message.kind === 'counted') for (const addition of message.additions) hear(addition);
      if (message.kind !== 'attempted') return;
      asked.get(message.id)?.(message.outcome);
      asked.delete(message.id);
    },
  };
}
