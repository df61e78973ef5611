import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { BookName } from '../../domain/rate-book/rate-book-version.ts';
import type { RateBookVersions } from '../../ports/rate-book-versions.ts';
import type { RateBookInForce, ReferenceData } from '../../ports/reference-data.ts';
import type { RateBookStore } from '../../ports/stores/rate-book-store.ts';
import { loadInTurns } from '../book/bundled.ts';
import { type BundledBook, bookDigest, bookText, bookVersion, ownBook, ownVersion } from '../book/files/book-files.ts';
import { fetchVersion, isOutOfReach, readArchived } from './load-version.ts';

const compress = promisify(brotliCompress);

/** A higher quality takes four times as long and saves 3 %. */
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Stores a rate book, by default the book of this release, unless it is already stored. */
export async function archiveBook(rateBooks: RateBookStore, at: Date, book = ownBook): Promise<BookName> {
  const name = { version: bookVersion(book), digest: bookDigest(book) };
  const archived = await rateBooks.listArchived();
  if (!archived.some(({ version, digest }) => version === name.version && digest === name.digest)) {
    await nextTurn(); // Yields to other requests before the text of the book is joined.
    await rateBooks.archive({ ...name, content: await compress(bookText(book), options) }, at);
  }
  return name;
}

const retryMs = 60_000;

type Archiving = { readonly rateBooks: RateBookStore; readonly log: Pick<Logger, 'warn'>; now(): Date };

/** Archives the rate book of this release in the background, and retries every minute until it succeeds. */
export function startArchiving({ rateBooks, log, now }: Archiving): { close(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let running = attempt();

  async function attempt(): Promise<void> {
    try {
      await archiveBook(rateBooks, now());
    } catch (error) {
      if (isClosed) return;
      log.warn(error, 'the rate book could not be archived; trying again');
      timer = setTimeout(() => {
        running = attempt();
      }, retryMs).unref();
    }
  }

  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** An open book takes 25 to 40 MB of memory, and a second to open. */
const mostOpen = 2;

/**
 * Opens rate books by version: the book in force, or a book from the archive, which is closed `idleMs` after its last
 * use.
 */
export function createArchivedBooks(
  rateBooks: RateBookStore,
  inForce: RateBookInForce,
  log?: Pick<Logger, 'warn'>,
  idleMs = 60_000,
): Pick<RateBookVersions, 'open'> {
  const opened = new LRUCache<string, ReferenceData>({
    max: mostOpen,
    ttl: idleMs,
    ttlAutopurge: true,
    updateAgeOnGet: true,
  });
  let last: Promise<unknown> = Promise.resolve();

  function known(version: string, digest: string | undefined): ReferenceData | null {
    const isAsked = (book: ReferenceData) =>
      book.version === version && (digest === undefined || book.digest === digest);
    const found = [inForce.current(), ...opened.values()].find(isAsked);
    return (found && (opened.get(found.digest) ?? found)) ?? null;
  }

  /** The bundled books that may match, with this release's book first. Usually there is only one. */
  async function* bundledBooks(version: string, isAsked: (digest: string) => boolean): AsyncGenerator<BundledBook> {
    if (version === ownVersion && isAsked(bookDigest(ownBook))) yield ownBook;
    for (const archived of await rateBooks.findArchived(version)) {
      if (isAsked(archived.digest)) yield await readArchived(archived);
    }
  }

  async function load(version: string, digest: string | undefined): Promise<ReferenceData | null> {
    const found = known(version, digest);
    if (found) return found;
    const { bundled, number } = partsOf(version);
    const layered = await fetchVersion(rateBooks, number);
    // With layers, the digest covers the whole book.
    const isAsked = (one: string) => number > 0 || digest === undefined || digest === one;
    const own = digest === undefined && layered.archived && bookVersion(layered.archived) === bundled;
    for await (const archived of own ? [layered.archived!] : bundledBooks(bundled, isAsked)) {
      const book = await loadInTurns({ ...layered, archived });
      if (digest !== undefined && book.digest !== digest) continue;
      opened.set(book.digest, book);
      return book;
    }
    return null;
  }

  return {
    async open(version, { digest, onLoad } = {}) {
      const found = known(version, digest);
      if (found) return found;
      const { bundled } = partsOf(version);
      if (bundled !== ownVersion && !(await rateBooks.listArchived()).some((one) => one.version === bundled))
        return null;
      onLoad?.();
      // Books are opened one at a time, because reading a book takes twice as much memory as keeping it open.
      const carryOut = () =>
        load(version, digest).catch((error: unknown) => {
          if (isOutOfReach(error)) throw error;
          log?.warn({ rateBookVersion: version, err: error }, 'an archived rate book cannot be used');
          return null;
        });
      const own = last.then(carryOut, carryOut);
      last = own.then(nothing, nothing); // Keeping the promise itself would keep the book in memory.
      return own;
    },
  };
}

const nothing = () => {};

function partsOf(version: string): { readonly bundled: string; readonly number: number } {
  const [, bundled = version, number = '0'] = /^(.*)\+(\d{1,9})$/.exec(version) ?? [];
  return { bundled, number: Number(number) };
}
