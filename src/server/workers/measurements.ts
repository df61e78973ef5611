import type { Worker } from 'node:cluster';
import type { ToPrimary, ToWorker } from './messages.ts';

/** A worker that is busy for longer is shown with its previous metrics. */
const longestWaitMs = 2_000;

type Measurements = {
  /** Requests metrics from all workers; resolves when the last one has responded or time is up. */
  ask(workers: readonly Worker[]): Promise<void>;
  receive(worker: Worker, message: ToPrimary): void;
};

export function createMeasurements(onMeasured: (worker: number, metrics: readonly object[]) => void): Measurements {
  const asked = new Map<number, () => void>();
  let questions = 0;

  function askOne(worker: Worker): Promise<void> {
    return new Promise((resolve) => {
      const id = questions++;
      const answer = () => {
        clearTimeout(limit);
        asked.delete(id);
        resolve();
      };
      const limit = setTimeout(answer, longestWaitMs);
      asked.set(id, answer);
      const message: ToWorker = { kind: 'measure', id };
      worker.send(message, (error: Error | null) => error && answer());
    });
  }

  return {
    ask: async (workers) => void (await Promise.all(workers.map(askOne))),
    receive(worker, message) {
      if (message.kind !== 'measured' || worker.isDead()) return;
      onMeasured(worker.id, message.metrics);
      asked.get(message.id)?.();
    },
  };
}
