import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { type ToPrimary, type WorkerPlace, workerVariable } from './messages.ts';

const firstPauseMs = 250;
const longestPauseMs = 30_000;
/** A worker that dies after this time did not fail at startup. */
const steadyMs = 60_000;

type CrewSettings = {
  readonly size: number;
  readonly log: Pick<Logger, 'info' | 'error'>;
  onStarted(worker: Worker): void;
  onMessage(worker: Worker, message: ToPrimary): void;
  onEnded(worker: Worker): void;
};

/** The workers of a gateway. */
type Crew = {
  /**
   * Starts all workers, and returns the URL once each is ready or has ended and will be replaced. Throws if the first
   * worker cannot start.
   */
  start(): Promise<string>;
  members(): readonly Worker[];
  /** Stops all workers and, once they have exited, returns whether all of them exited normally. */
  stop(signal: NodeJS.Signals): Promise<boolean>;
  /** Ends all workers immediately. */
  kill(): void;
};

/** `pauseMs` is the delay before the worker starts. */
type Start = WorkerPlace & { readonly pauseMs: number };
type Ending = { readonly code: number | null; readonly signal: string | null; readonly reason: string | null };

export function createCrew({ size, log, onStarted, onMessage, onEnded }: CrewSettings): Crew {
  const members = new Set<Worker>();
  let isStopping = false;
  let endedWell = true;
  let whenEmpty = () => {};

  function fork(start: Start): Promise<string> {
    const { number, isFirstStart, pauseMs } = start;
    const place: WorkerPlace = { number, isFirstStart };
    const worker = cluster.fork({ [workerVariable]: JSON.stringify(place) });
    const closeLostConnection = trackHandedConnection(worker);
    const startedAt = performance.now();
    let reason: string | null = null;
    let isReady = false;
    members.add(worker);
    onStarted(worker);
    return new Promise((resolve, reject) => {
      const end = (ending: Ending) => {
        if (!members.delete(worker)) return;
        closeLostConnection();
        onEnded(worker);
        reject(new Error(ending.reason ?? `a worker ended with ${ending.signal ?? ending.code}.`));
        if (isStopping) endedWell &&= ending.code === 0;
        else if (isReady || number > 1 || !isFirstStart)
          replace(start, ending, worker.process.pid, performance.now() - startedAt);
        if (members.size === 0) whenEmpty();
      };
      worker.on('message', (message: ToPrimary) => {
        if (message.kind === 'failed') reason = message.reason;
        else if (message.kind === 'ready') {
          if (!isFirstStart) log.info({ worker: number, pid: worker.process.pid, pauseMs }, 'a worker was replaced');
          isReady = true;
          resolve(message.url);
        } else onMessage(worker, message);
      });
      worker.once('exit', (code: number | null, signal: string | null) => end({ code, signal, reason }));
      // The process could not be created, or a message could not be sent because the worker has just died. The second
      // can happen several times, and an error without a listener would end the primary.
      worker.on('error', (error) => end({ code: null, signal: null, reason: error.message }));
    });
  }

  function replace({ number, pauseMs }: Start, ending: Ending, pid: number | undefined, livedMs: number): void {
    const isSteady = pauseMs === 0 || livedMs > steadyMs;
    const nextMs = isSteady ? firstPauseMs : Math.min(2 * pauseMs, longestPauseMs);
    const { reason, ...end } = ending;
    const facts = { worker: number, pid, ...end, ...(reason !== null && { reason }), pauseMs: nextMs };
    log.error(facts, 'a worker ended; starting another');
    setTimeout(() => {
      if (!isStopping) fork({ number, isFirstStart: false, pauseMs: nextMs }).catch(() => {}); // `fork` logs the error.
    }, nextMs);
  }

  return {
    async start() {
      const first = (number: number) => fork({ number, isFirstStart: true, pauseMs: 0 });
      // The first worker checks that the port is free and migrates the store. Once the first worker serves, every other
      // worker is replaced if it ends.
      const url = await first(1);
      await Promise.allSettled(Array.from({ length: size - 1 }, (_, index) => first(index + 2)));
      return url;
    },
    members: () => [...members],
    async stop(signal) {
      isStopping = true;
      const ended = new Promise<void>((resolve) => {
        whenEmpty = resolve;
      });
      for (const worker of members) worker.send({ kind: 'stop', signal }, () => {});
      if (members.size > 0) await ended;
      return endedWell;
    },
    kill() {
      isStopping = true;
      for (const worker of members) worker.process.kill('SIGKILL');
    },
  };
}

type Closable = { close(): void };

/**
 * The primary hands each connection to a worker, one at a time, and closes its own copy once the worker has confirmed
 * it. If the worker dies first, `node:cluster` keeps the copy open, and the client would wait forever. Returns a
 * function to call when the worker has died; the function closes the copy of that connection. A copy that is already
 * closed is ignored.
 */
function trackHandedConnection({ process: child }: Worker): () => void {
  const { send } = child;
  let latest: Closable | null = null;
  child.send = (...args: unknown[]): boolean => {
    const [, handle] = args;
    if (isClosable(handle)) latest = handle;
    return Reflect.apply(send, child, args);
  };
  return () => latest?.close();
}

function isClosable(handle: unknown): handle is Closable {
  return typeof handle === 'object' && handle !== null && 'close' in handle && typeof handle.close === 'function';
}
