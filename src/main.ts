import { setFlagsFromString } from 'node:v8';
import { readConfig } from './config/config.ts';
import { handleStopSignals } from './server/stop-signals.ts';
import { workerVariable } from './server/workers/messages.ts';
import type { WorkerPart } from './server/workers/worker.ts';

// Between two full collections, the heap may grow by four fifths. By default it grows to several times its size, which takes 130 MB
// more under load and saves no time; with less room than this, lists take a tenth longer.
setFlagsFromString('--heap-growing-percent=80');

const isWorker = process.env[workerVariable] !== undefined;
handleStopSignals({ isWorker });

// If the reader of the output goes away, the gateway keeps serving and can still stop.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

let tellFailure = async (reason: string): Promise<void> => {
  process.stderr.write(`Tollgate cannot start: ${reason}\n`);
};

try {
  await start();
} catch (error) {
  await tellFailure(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

/** With several workers, this process becomes their primary, which starts this file again for each of them. */
async function start(): Promise<void> {
  const config = readConfig(process.env);
  if (config.workers > 1 && !isWorker) {
    const { startPrimary } = await import('./server/primary.ts');
    return startPrimary(config);
  }
  let worker: WorkerPart | null = null;
  if (isWorker) {
    const { joinWorkers } = await import('./server/workers/worker.ts');
    worker = joinWorkers();
    tellFailure = worker.fail;
  }
  const { startGateway } = await import('./server/gateway.ts');
  return startGateway(config, worker);
}
