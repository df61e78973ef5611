type Listener = (signal: NodeJS.Signals) => void;

/** Handles a signal. Until a listener is set, the process logs the signal and exits. */
let act: Listener = endEarly;
let saysNothing = false;

/** Call this first: process 1 of a container ignores unhandled signals. For a worker, its primary logs them. */
export function handleStopSignals({ isWorker }: { readonly isWorker: boolean }): void {
  saysNothing = isWorker;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, (received) => act(received));
}

export function onStopSignal(listener: Listener): void {
  act = listener;
}

async function endEarly(signal: NodeJS.Signals): Promise<void> {
  act = () => process.exit(1);
  if (!saysNothing) {
    // The gateway's logger may not have been loaded yet.
    const [{ pino }, { logOutput }] = await Promise.all([import('pino'), import('./observation/readable-log.ts')]);
    pino({ level: process.env.LOG_LEVEL || 'info' }, logOutput()).info({ signal }, 'stopped during startup');
  }
  process.exit(0);
}
