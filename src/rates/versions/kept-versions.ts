import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { AppError } from '../../domain/base/errors.ts';
import type { RateBookDifference } from '../../domain/lookups/rate-book-versions.ts';
import { isLaterVersion } from '../../domain/rate-book/book-format.ts';
import type { RateBookActivation, RateBookVersion } from '../../domain/rate-book/rate-book-version.ts';
import type { RateBookVersions } from '../../ports/rate-book-versions.ts';
import type { RateBookInForce } from '../../ports/reference-data.ts';
import type { RateBookStore } from '../../ports/stores/rate-book-store.ts';
import type { BookComparison } from '../book/compare-books.ts';
import { ownBook } from '../book/files/book-files.ts';
import { inTurns, type Steps } from '../book/files/steps.ts';
import { createArchivedBooks } from './archived-books.ts';
import { compareLaw, compareOthers, compareVersions } from './compare-versions.ts';
import { findConflicts } from './import-conflicts.ts';
import { baseOf, fetchVersion, nameOfVersion } from './load-version.ts';

/** A comparison takes a quarter of a second and, after a large import, a few megabytes. */
const mostKept = 4;
/** The newest activations: enough to know when each commonly compared version was in force. */
const mostActivations = 1_000;

export function createKeptVersions(
  rateBooks: RateBookStore,
  inForce: RateBookInForce,
  log?: Pick<Logger, 'warn'>,
): RateBookVersions {
  let last: Promise<unknown> = Promise.resolve();
  // Versions and bundled data never change within a process.
  const comparisons = <Found extends object>(compare: (from: number, to: number, day: string) => Promise<Found>) =>
    new LRUCache<string, Found>({
      max: mostKept,
      // Without this option, a comparison in progress fails once `mostKept` other comparisons have begun after it.
      ignoreFetchAbort: true,
      fetchMethod: (key) => {
        const [from, to, day = ''] = key.split(' ');
        const carryOut = () => compare(Number(from), Number(to), day);
        // Comparisons run one at a time, because each needs two versions in memory.
        const own = last.then(carryOut, carryOut);
        last = own;
        return own;
      },
    });
  const compared = comparisons((from, to) => differencesOf(rateBooks, from, to));
  const comparedLaw = comparisons((from, to, day) => lawChangesOf(rateBooks, { from, to, day }));
  return {
    ...createArchivedBooks(rateBooks, inForce, log),
    async list() {
      const { version } = inForce.current();
      const [stored, activations] = await Promise.all([rateBooks.list(), rateBooks.listActivations(mostActivations)]);
      return [...stored, { number: 0, createdAt: null, base: null }].map(({ number, createdAt, base }) => {
        const name = nameOfVersion({ number, base });
        const activatedAt = activations.find((one) => one.number === number)?.activatedAt ?? null;
        return { number, version: name, createdAt, activatedAt, isInForce: name === version };
      });
    },
    async differences(from, to, { onLoad } = {}) {
      const key = `${from} ${to}`;
      if (!compared.has(key)) onLoad?.();
      return (await compared.fetch(key)) ?? [];
    },
    async changesIn(version, day, { onLoad } = {}) {
      const key = `${numberIn(inForce)} ${version} ${day}`;
      if (!comparedLaw.has(key)) onLoad?.();
      return (await comparedLaw.fetch(key)) ?? { changes: [], conflicts: [], others: [] };
    },
    async updates() {
      const [versions, activations, plan] = await Promise.all([
        rateBooks.list(),
        rateBooks.listActivations(mostActivations),
        rateBooks.findPlan(),
      ]);
      const planned = versions.find(({ number }) => number === plan?.number);
      const latest = latestUpdate(versions, activations, inForce.current().bundledVersion);
      return [...new Set([planned, latest])].flatMap((found) => {
        if (!found || found.number === numberIn(inForce)) return [];
        const { number, createdAt: installedAt } = found;
        const activatesAt = found === planned ? (plan?.activatedAt ?? null) : null;
        return [{ number, version: nameOfVersion(found), installedAt, activatesAt }];
      });
    },
    lastCheck: () => rateBooks.lastCheck(),
  };
}

const numberIn = (inForce: RateBookInForce) => Number(inForce.current().version.split('+')[1] ?? 0);

/**
 * The latest update, if it is newer than every book that was ever in force: a book that was rolled back is not offered
 * again, and neither are earlier books.
 */
function latestUpdate(
  versions: readonly RateBookVersion[],
  activations: readonly RateBookActivation[],
  inForce: string,
): RateBookVersion | undefined {
  const later = (one: string, other: string) => (isLaterVersion(one, other) ? one : other);
  const activated = new Set(activations.map(({ number }) => number));
  const tried = versions.filter(({ number }) => activated.has(number)).map((one) => baseOf(one)?.version ?? inForce);
  const lastTried = tried.reduce(later, inForce);
  const latest = versions.map((one) => baseOf(one)?.version ?? inForce).reduce(later, lastTried);
  return latest === lastTried ? undefined : versions.find((one) => baseOf(one)?.version === latest);
}

type Compared = { readonly from: number; readonly to: number; readonly day: string };

async function lawChangesOf(rateBooks: RateBookStore, { from, to, day }: Compared) {
  const before = await fetchVersion(rateBooks, from);
  const after = await fetchVersion(rateBooks, to);
  // Each of these steps needs two books in memory.
  const changes = await ifTheyFit(() => compareLaw(before, after, day));
  const found = await ifTheyFit(() =>
    findConflicts(after.layers, before.archived ?? ownBook, after.archived ?? ownBook),
  );
  const conflicts = [...found.setAside, ...found.conflicts];
  const others = await compareOthers(before, after);
  const missing = before.layers.some(({ layerId }) => !after.layers.some((one) => one.layerId === layerId));
  return {
    changes: changes
      .map((change) => Object.assign(change, { inVersion: to }))
      .sort((left, right) => (left.changeId < right.changeId ? -1 : 1)),
    conflicts: missing ? [importsMissing, ...conflicts] : conflicts,
    others,
  };
}

const importsMissing =
  'Imports made after this version was installed are missing from it. Run `tollgate rates update` again before you activate it.';

async function ifTheyFit<Found>(compare: () => Promise<Found>): Promise<Found> {
  try {
    return await compare();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('CONFLICT', 'One of the versions does not match the data of this release.', { cause: error });
  }
}

async function differencesOf(rateBooks: RateBookStore, from: number, to: number) {
  const before = await fetchVersion(rateBooks, from);
  const after = await fetchVersion(rateBooks, to);
  return ifTheyFit(
    async (): Promise<readonly RateBookDifference[]> =>
      inTurns(listedDifferences(await compareVersions(before, after))),
  );
}

const rowsPerStep = 500;

function* listedDifferences({ added, removed, changed, movedZips }: BookComparison): Steps<RateBookDifference[]> {
  const none = { ratesBefore: null, ratesAfter: null, zipCodeCount: null };
  const found: RateBookDifference[] = [
    ...added.map(({ rates, ...one }) => ({ ...none, ...named(one), kind: 'ADDED' as const, ratesAfter: rates })),
    ...removed.map(({ rates, ...one }) => ({ ...none, ...named(one), kind: 'REMOVED' as const, ratesBefore: rates })),
    ...movedZips.map(({ state, count }) => ({
      ...none,
      key: `US ${state} ZIP`,
      kind: 'ZIP_CODES_MOVED' as const,
      country: 'US',
      jurisdictionId: null,
      name: state,
      zipCodeCount: count,
    })),
  ];
  for (const [index, { rates, ratesBefore, ...one }] of changed.entries()) {
    if (index % rowsPerStep === 0) yield;
    found.push({ ...none, ...named(one), kind: 'CHANGED', ratesBefore, ratesAfter: rates });
  }
  yield;
  return found.sort((left, right) => (left.key < right.key ? -1 : 1));
}

function named({ country, id, name }: { readonly country: string; readonly id: string; readonly name: string }) {
  return { key: `${country} ${id}`, country, jurisdictionId: id, name };
}
