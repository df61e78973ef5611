import cluster from 'node:cluster';
import type { SharedCounts } from '../../ports/shared-counts.ts';
import { type ToPrimary, type ToWorker, type WorkerPlace, workerVariable } from './messages.ts';
import { createSharedCounts } from './shared-counts.ts';

/** The worker's view of its gateway. */
export type WorkerPart = {
  readonly counts: SharedCounts;
  /**
   * Whether this worker runs the tasks that only one worker may run: webhooks, store maintenance and rate book updates.
   */
  readonly hasBackgroundWork: boolean;
  /**
   * Whether the worker listens before it is ready, so that requests wait for it. While other workers serve, it must not
   * take connections before it is ready.
   */
  readonly listensFirst: boolean;
  ready(url: string): void;
  /** Resolves once the primary has been notified. */
  fail(reason: string): Promise<void>;
  /** Without a listener, the process exits immediately. */
  onStop(stop: (signal: NodeJS.Signals) => void): void;
  /** Called when the metrics of all workers are combined. */
  onMeasure(measure: () => Promise<readonly object[]>): void;
};

export function joinWorkers(): WorkerPart {
  const place: WorkerPlace = JSON.parse(process.env[workerVariable] ?? 'null');
  const { worker } = cluster;
  if (!worker) throw new Error(`${workerVariable} is reserved for the gateway’s own workers: remove it.`);
  // If the primary is gone, this process ends anyway.
  const send = (message: ToPrimary, sent = () => {}) => void worker.send(message, sent);
  const counts = createSharedCounts(send);
  let stop = (_signal: NodeJS.Signals): void => process.exit(0);
  let measure = async (): Promise<readonly object[]> => [];

  worker.on('message', (message: ToWorker) => {
    counts.receive(message);
    if (message.kind === 'stop') stop(message.signal);
    if (message.kind !== 'measure') return;
    const { id } = message;
    measure().then(
      (metrics) => send({ kind: 'measured', id, metrics }),
      () => {}, // The primary combines the metrics of the other workers.
    );
  });

  return {
    counts,
    hasBackgroundWork: place.number === 1,
    listensFirst: place.number === 1 && place.isFirstStart,
    ready: (url) => send({ kind: 'ready', url }),
    fail: (reason) => new Promise((resolve) => send({ kind: 'failed', reason }, resolve)),
    onStop(listener) {
      stop = listener;
    },
    onMeasure(listener) {
      measure = listener;
    },
  };
}
