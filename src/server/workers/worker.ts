import cluster from 'node:cluster';
import type { SharedCounts } from '../../ports/shared-counts.ts';
import { type ToPrimary, type ToWorker, type WorkerPlace, workerVariable } from './messages.ts';
import { createSharedCounts } from './shared-counts.ts';

/** The worker's view of its gateway. */
export type WorkerPart = {
  readonly counts: SharedCounts;
  /** Whether it does the tasks of a single worker: webhooks and store maintenance. */
  readonly hasBackgroundWork: boolean;
  /** Whether requests may wait for it. While others serve, a worker must not take connections before it is ready. */
  readonly listensFirst: boolean;
  ready(url: string): void;
  /** Resolves once the primary has been notified. */
  fail(reason: string): Promise<void>;
  /** Until there is a listener, the process just exits. */
  onStop(stop: (signal: NodeJS.Signals) => void): void;
  /** Called when the metrics of all workers are combined. */
  onMeasure(measure: () => Promise<readonly object[]>): void;
};

export function joinWorkers(): WorkerPart {
  const place: WorkerPlace = JSON.parse(process.env[workerVariable] ?? 'null');
  const { worker } = cluster;
  if (!worker) throw new Error(`${workerVariable} is reserved for the gateway’s own workers: remove it.`);
  // Without its primary, the process ends anyway.
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
      () => {}, // The primary goes on without them.
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
