import cluster, { type Worker } from 'node:cluster';
import { createAttemptCounts } from '../adapters/auth/attempt-limit.ts';
import type { Config } from '../config/config.ts';
import { stopLimitMs } from '../http/http-server.ts';
import type { AttemptCounts } from '../ports/shared-counts.ts';
import { createMetricsSum } from './observation/metrics-sum.ts';
import { serveMetrics, startObservation } from './observation/observation.ts';
import { logOutput } from './observation/readable-log.ts';
import { onStopSignal } from './stop-signals.ts';
import { createCountExchange } from './workers/count-exchange.ts';
import { createCrew } from './workers/crew.ts';
import { createMeasurements } from './workers/measurements.ts';
import type { ToPrimary, ToWorker } from './workers/messages.ts';

/**
 * Runs a gateway with several workers: this process serves no requests, but manages the workers and their shared state.
 */
export async function startPrimary(config: Config): Promise<void> {
  const { log } = await startObservation({ ...config, metricsPort: null, traces: false }, logOutput());
  const sum = createMetricsSum();
  const measurements = createMeasurements(sum.update);
  const exchange = createCountExchange(Date.now);
  const attempts = createAttemptCounts(() => new Date());
  cluster.setupPrimary({ serialization: 'advanced' }); // JSON has no NaN, which some metrics use.
  const crew = createCrew({
    size: config.workers,
    log,
    onStarted: (worker) => exchange.join(worker.id, (additions) => tell(worker, { kind: 'counted', additions })),
    onMessage(worker, message) {
      if (message.kind === 'counted') exchange.add(worker.id, message.additions);
      measurements.receive(worker, message);
      answerAttempt(worker, message, attempts);
    },
    onEnded(worker) {
      exchange.leave(worker.id);
      sum.retire(worker.id);
    },
  });
  const summed = { ...sum, text: () => measurements.ask(crew.members()).then(sum.text) };

  let signals = 0;
  async function onSignal(signal: NodeJS.Signals): Promise<void> {
    signals += 1;
    const kill = () => {
      crew.kill();
      process.exit(1);
    };
    if (signals > 1) kill();
    const graceMs = signal === 'SIGTERM' ? config.shutdownGraceMs : 0;
    log.info({ signal, graceMs }, 'stopping');
    setTimeout(kill, graceMs + stopLimitMs).unref();
    const isWell = await crew.stop(signal);
    if (isWell) log.info('stopped');
    process.exit(isWell ? 0 : 1);
  }
  onStopSignal(onSignal);

  try {
    await serveMetrics(summed, config, log);
    const url = await crew.start();
    const { workers, database } = config;
    log.info({ url, store: database.kind, workers, startedInMs: Math.round(performance.now()) }, 'listening');
  } catch (error) {
    if (signals > 0) return; // A signal arrived before startup was complete.
    crew.kill();
    throw error;
  }
}

/** Sends a message, ignoring failures: a worker that has just died does not need the message. */
function tell(worker: Worker, message: ToWorker): void {
  worker.send(message, () => {});
}

async function answerAttempt(worker: Worker, message: ToPrimary, attempts: AttemptCounts): Promise<void> {
  if (message.kind === 'succeeded') attempts.succeed(message.attempt, message.isFailure);
  if (message.kind !== 'attempt') return;
  const outcome = await attempts.count(message.attempt);
  tell(worker, { kind: 'attempted', id: message.id, outcome });
}
