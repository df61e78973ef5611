import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { AppError } from '../../domain/base/errors.ts';
import type { RateBookDifference } from '../../domain/lookups/rate-book-versions.ts';
import type { RateBookVersions } from '../../ports/rate-book-versions.ts';
import type { RateBookInForce } from '../../ports/reference-data.ts';
import type { RateBookStore } from '../../ports/stores/rate-book-store.ts';
import { loadBooksInTurns } from '../book/bundled.ts';
import { compareBooks } from '../book/compare-books.ts';
import { RateLayerError } from '../book/layers/rate-layer-error.ts';
import { createArchivedBooks } from './archived-books.ts';
import { fetchVersion, nameOfVersion } from './load-version.ts';

/** A comparison takes a quarter of a second and, after a large import, a few megabytes. */
const mostKept = 4;
/** The newest activations: enough to know when each of the versions that people compare was in force. */
const mostActivations = 1_000;

export function createKeptVersions(
  rateBooks: RateBookStore,
  inForce: RateBookInForce,
  log?: Pick<Logger, 'warn'>,
): RateBookVersions {
  let last: Promise<unknown> = Promise.resolve();
  // Neither versions nor the bundled data of a process change.
  const compared = new LRUCache<string, readonly RateBookDifference[]>({
    max: mostKept,
    // Without it, a comparison under way fails once so many others have begun after it.
    ignoreFetchAbort: true,
    fetchMethod: (pair) => {
      const [from = 0, to = 0] = pair.split(' ').map(Number);
      const carryOut = () => compare(rateBooks, from, to);
      // One after the other: two versions are in memory for each.
      const own = last.then(carryOut, carryOut);
      last = own;
      return own;
    },
  });
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
    differences: async (from, to) => (await compared.fetch(`${from} ${to}`)) ?? [],
  };
}

async function compare(rateBooks: RateBookStore, from: number, to: number): Promise<readonly RateBookDifference[]> {
  const before = await fetchVersion(rateBooks, from);
  const after = await fetchVersion(rateBooks, to);
  try {
    const books = await loadBooksInTurns(before.layers, before.archived);
    const booksAfter = await loadBooksInTurns(after.layers, after.archived);
    await nextTurn();
    const { added, removed, changed, movedZips } = compareBooks(books, booksAfter);
    await nextTurn(); // Other requests are served between the parts.
    const none = { ratesBefore: null, ratesAfter: null, zipCodeCount: null };
    const found = [
      ...added.map(({ rates, ...one }) => ({ ...none, ...named(one), kind: 'ADDED' as const, ratesAfter: rates })),
      ...removed.map(({ rates, ...one }) => ({ ...none, ...named(one), kind: 'REMOVED' as const, ratesBefore: rates })),
      ...changed.map(({ rates, ratesBefore, ...one }) => ({
        ...none,
        ...named(one),
        kind: 'CHANGED' as const,
        ratesBefore,
        ratesAfter: rates,
      })),
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
    return found.sort((left, right) => (left.key < right.key ? -1 : 1));
  } catch (error) {
    if (!(error instanceof RateLayerError)) throw error;
    throw new AppError('CONFLICT', 'One of the versions does not fit the data of this release.');
  }
}

function named({ country, id, name }: { readonly country: string; readonly id: string; readonly name: string }) {
  return { key: `${country} ${id}`, country, jurisdictionId: id, name };
}
