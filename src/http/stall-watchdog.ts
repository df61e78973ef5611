import type { IncomingMessage, RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { socketOf } from './client-address.ts';

const checkEveryMs = 100;
const longestStallMs = 200;
const mostNamed = 10;
/** The minimum time between two reports of a busy machine. */
const busyEveryMs = 60_000;

type StallWatchdog = {
  /** Wraps the listener to track its requests in progress. */
  watch(listener: RequestListener): RequestListener;
  /** Checks at intervals until it is stopped. */
  start(): void;
  stop(): void;
};

type WatchdogDependencies = {
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /**
   * The route pattern of a path, such as `/v1/customers/serviceId/:serviceId`. The path itself contains record keys.
   */
  routeOf(path: string): string | null;
  /** The time of a monotonic clock, in milliseconds. */
  now?(): number;
  /** The processor time used by the process, in milliseconds. */
  usedMs?(): number;
};

/**
 * Logs when the event loop was blocked and no request was served, and which requests were in progress. A late timer
 * detects this; nothing is measured per request. If the process used most of that time (`cpuMs`), one of the requests is
 * the cause, and the line is a warning. Otherwise the machine or a disk was busy, which is reported at most once a minute.
 */
export function createStallWatchdog({
  log,
  routeOf,
  now = () => performance.now(),
  usedMs = () => process.cpuUsage().user / 1_000 + process.cpuUsage().system / 1_000,
}: WatchdogDependencies): StallWatchdog {
  const inProgress = new Set<IncomingMessage>();
  /** Includes requests that ended since the last check: the cause may have ended with the stall. */
  let sinceCheck = new Set<IncomingMessage>();
  let checkedAt = now();
  let usedBefore = usedMs();
  let busyAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  function nameOf({ method, url = '' }: IncomingMessage): string {
    return `${method} ${routeOf(url.split('?', 1)[0]!) ?? '(no route)'}`;
  }

  function check(): void {
    const at = now();
    const stalledMs = Math.round(at - checkedAt - checkEveryMs);
    if (stalledMs > longestStallMs) {
      const routes = [...new Set([...sinceCheck].map(nameOf))];
      const cpuMs = Math.round(usedMs() - usedBefore);
      const found = { stalledMs, cpuMs, routes: routes.slice(0, mostNamed), requests: sinceCheck.size };
      if (cpuMs * 2 > stalledMs) log.warn(found, 'the event loop stalled');
      else if (at - busyAt >= busyEveryMs) {
        busyAt = at;
        log.info(found, 'the process used little processor time: the machine or a disk was busy');
      }
    }
    checkedAt = at;
    usedBefore = usedMs();
    // Removes requests whose client disconnected before they were watched: their responses closed without an event.
    for (const request of inProgress) if (socketOf(request)?.destroyed ?? true) inProgress.delete(request);
    sinceCheck = new Set(inProgress);
  }

  return {
    watch: (listener) => (request, response) => {
      inProgress.add(request);
      sinceCheck.add(request);
      response.once('close', () => inProgress.delete(request));
      listener(request, response);
    },
    start() {
      checkedAt = now();
      timer = setInterval(check, checkEveryMs).unref();
    },
    stop: () => clearInterval(timer),
  };
}
