type Listener = (signal: NodeJS.Signals) => void;

/** Until there is something to stop, the process just ends. */
let act: Listener = () => process.exit(0);

/** Call this first: the first process of a container ignores signals that it does not handle. */
export function handleStopSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, (received) => act(received));
}

export function onStopSignal(listener: Listener): void {
  act = listener;
}
