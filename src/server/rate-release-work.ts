import type { Logger } from 'pino';
import { downloadFile } from '../adapters/rate-releases/download.ts';
import type { Config } from '../config/config.ts';
import { versionFormat } from '../domain/rate-book/rate-book-version.ts';
import type { Stores } from '../ports/stores.ts';
import { loadWhole } from '../rates/book/bundled.ts';
import { EarlierRelease, installUpdate, prepareUpdate } from '../rates/releases/install-release.ts';
import { mostReleaseBytes, openRelease } from '../rates/releases/release-file.ts';
import { releaseKeys } from '../rates/releases/release-keys.ts';
import { fetchVersion, isOutOfReach } from '../rates/versions/load-version.ts';
import { listMisfits } from '../rates/versions/ruled-books.ts';
import { createBackgroundWork } from '../stores/background/background-work.ts';

const hourMs = 3_600_000;
const checkEveryMs = 24 * hourMs;
/** Time limit of a check. A check that takes longer is repeated: the process that started it must have died. */
const longestCheckMs = 600_000;
/** Number of latest activations that are searched for the new book. */
const activationsLookedAt = 1_000;

type ReleaseWork = {
  readonly rates: Config['rates'];
  readonly stores: Pick<Stores, 'rateBooks' | 'tenants' | 'forTenant'>;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Pause between checks for due work. */
  readonly everyMs?: number;
  readonly downloadMs?: number;
  now(): Date;
};

type CheckCounts = Record<'done' | 'failed', number>;

/** Activates planned versions, and checks for a new rate book once a day, until closed. */
export function startRateReleases({ rates, stores, log, everyMs = 2_000, downloadMs = 60_000, now }: ReleaseWork) {
  const { rateBooks } = stores;
  const checks: CheckCounts = { done: 0, failed: 0 };
  // Versions never change, so each plan is checked only once.
  let loadable: number | null = null;
  let unloadable: number | null = null;

  async function run(): Promise<void> {
    await activatePlanned();
    if (rates.url === null) return;
    const begunAt = now();
    if (!(await rateBooks.beginCheck(begunAt, new Date(begunAt.getTime() + longestCheckMs)))) return;
    const { failure, pauseMs } = await check(rates.url).then(
      (held) => ({ failure: held, pauseMs: checkEveryMs }),
      (error: unknown) => {
        log.warn(error, 'no new rate book could be installed; trying again in an hour');
        return { failure: error instanceof Error ? error.message : String(error), pauseMs: hourMs };
      },
    );
    checks[failure === null ? 'done' : 'failed'] += 1;
    await rateBooks.endCheck({ checkedAt: now(), failure }, new Date(now().getTime() + pauseMs));
  }

  async function activatePlanned(): Promise<void> {
    const plan = await rateBooks.findPlan();
    if (!plan || plan.number === unloadable) return;
    if (plan.number !== loadable && !(await isLoadable(plan.number))) return;
    const activated = await rateBooks.activateDue(plan.number);
    if (activated) log.info({ number: activated.number }, 'the planned rate book version is in force');
  }

  /** Whether this release can load the version: a later release may have created it in a newer format. */
  async function isLoadable(number: number): Promise<boolean> {
    try {
      await loadWhole(await fetchVersion(rateBooks, number));
      loadable = number;
      return true;
    } catch (error) {
      if (isOutOfReach(error)) throw error;
      unloadable = number;
      log.error({ number, err: error }, 'the planned rate book version cannot be loaded and will not be activated');
      return false;
    }
  }

  /**
   * Whether the plan has failed permanently: its version cannot be loaded here, and a replica of a later release could
   * not load it either.
   */
  async function isGivenUp(number: number): Promise<boolean> {
    return number === unloadable && ((await rateBooks.find(number))?.format ?? 0) <= versionFormat;
  }

  /**
   * Installs a new book. Returns why it could not be activated automatically; null if it was activated or need not be.
   */
  async function check(url: string): Promise<string | null> {
    const bytes = await downloadFile(url, { mostBytes: mostReleaseBytes, timeoutMs: downloadMs });
    const release = await openRelease(bytes, releaseKeys(rates.keys));
    const update = await prepareUpdate(release, rateBooks).catch((error: unknown) => {
      if (error instanceof EarlierRelease) return null; // The rate book in force is at least as new.
      throw error;
    });
    if (!update) return null;
    const { number } = await installUpdate(update, rateBooks, now());
    const { conflicts, missing, reference } = update;
    const setAside = [...update.setAside, ...(await listMisfits(stores, reference))];
    const about = { number, rateBook: release.head.version, conflicts, setAside, missing };
    // A rate book that was rolled back is never activated automatically again. A planned activation is the operator's
    // decision and takes precedence unless it fails.
    const ofBook = (await rateBooks.list()).filter(({ base }) => base?.digest === release.head.digest);
    const activated = await rateBooks.listActivations(activationsLookedAt);
    const wasInForce = activated.some((one) => ofBook.some((version) => version.number === one.number));
    const plan = await rateBooks.findPlan();
    if (!rates.isAutomatic || wasInForce || (plan && !(await isGivenUp(plan.number)))) {
      log.info(about, 'a new rate book is installed and can be activated');
      return null;
    }
    // Missing regions do not matter: another book may divide a country into different regions.
    const lost = missing.filter((place) => /^(US-)?[A-Z]{2}$/.test(place));
    const lacks = lost.length > 0 ? [`Rate book ${release.head.version} has no data for ${lost.join(', ')}.`] : [];
    if (lacks.length + setAside.length > 0) {
      log.warn(
        about,
        'a new rate book is installed but not active: it lacks places, or makes corrections or rulings obsolete',
      );
      return [...lacks, ...setAside, `Activate version ${number} if this is intended.`].join(' ');
    }
    await rateBooks.activate(number, now(), update.onto);
    log.info(about, 'a new rate book is in force');
    return null;
  }

  const work = createBackgroundWork({
    everyMs,
    run,
    onError: (error) => log.warn(error, 'planned work on the rate book could not be done; trying again'),
  });
  work.start();
  return { checks, close: () => work.stop() };
}
