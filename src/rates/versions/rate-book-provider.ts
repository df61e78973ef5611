import type { Logger } from 'pino';
import type { CacheWatch } from '../../ports/observation.ts';
import type { RateBookInForce, ReferenceData } from '../../ports/reference-data.ts';
import type { RateBookStore } from '../../ports/stores/rate-book-store.ts';
import { loadInTurns } from '../book/bundled.ts';
import { withTestLand } from '../book/with-test-land.ts';
import { activeNumber, fetchVersion, isOutOfReach } from './load-version.ts';

const pollMs = 1_000;

type RateBookProvider = RateBookInForce & {
  /** Loads the active version. Fails only if the store cannot be read. */
  refresh(): Promise<void>;
  /** Checks about every second whether another version was activated on this or another machine. */
  start(): void;
  stop(): void;
};

type Provided = { readonly rateBooks: RateBookStore; readonly log: Logger; readonly onCacheUsed?: CacheWatch };

/** `bundled` applies until the store specifies another version. */
export function createRateBookProvider(
  bundled: ReferenceData,
  { rateBooks, log, onCacheUsed }: Provided,
): RateBookProvider {
  let inForce = { number: 0, reference: bundled };
  let refused: { readonly number: number; readonly message: string } | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  let isUnread = false;

  async function refresh(): Promise<void> {
    const number = await activeNumber(rateBooks);
    if (number === inForce.number) refused = null;
    if (number === inForce.number || number === refused?.number) return;
    try {
      // The old version is used until the new one is loaded. Requests that are already running continue to use the old
      // one.
      const reference = number === 0 ? bundled : await loadInTurns(await fetchVersion(rateBooks, number, onCacheUsed));
      inForce = { number, reference };
      refused = null;
      log.info({ rateBookVersion: inForce.reference.version }, 'rate book in force');
      const { setAside } = reference;
      if (setAside.length > 0)
        log.warn({ setAside }, 'corrections do not match the rate book in force and are not applied');
    } catch (error) {
      if (isOutOfReach(error)) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      const message = `Version ${number} of the rate book was activated but does not match this release: ${reason}`;
      refused = { number, message };
      log.error({ activated: number, inForce: inForce.reference.version, reason }, 'rate book refused');
    }
  }

  async function poll(): Promise<void> {
    try {
      await refresh();
      isUnread = false;
    } catch (error) {
      if (!isUnread && !isStopped) log.error(error, 'the active rate book cannot be read; trying again');
      isUnread = true;
    }
    if (!isStopped) schedule();
  }

  function schedule(): void {
    timer = setTimeout(poll, pollMs).unref();
  }

  return {
    current: (kind = 'LIVE') => (kind === 'TEST' ? withTestLand(inForce.reference) : inForce.reference),
    refusal: () => refused?.message ?? null,
    refresh,
    start: schedule,
    stop() {
      isStopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}
