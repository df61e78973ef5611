import { AppError } from '../../domain/base/errors.ts';
import { versionName } from '../../domain/rate-book/rate-book-version.ts';
import type { RateLayer } from '../../domain/rate-book/rate-layer.ts';
import type { RateBookStore } from '../../ports/stores/rate-book-store.ts';
import type { Books } from '../book/books.ts';
import { loadBooks, loadBooksInTurns, versionIssues } from '../book/bundled.ts';
import type { BundledBook } from '../book/files/book-files.ts';
import { makeJurisdictionList } from '../book/jurisdiction-list.ts';
import { RateLayerError, type RateLayerIssue } from '../book/layers/rate-layer-error.ts';
import { makeRateBookIndex } from '../book/rate-book-index.ts';
import { fetchVersion } from './load-version.ts';

/** The rate book version on which an import builds: the newest version, active or not, or the given version. */
export async function openBaseVersion(rateBooks: RateBookStore, onto?: number) {
  const versions = await rateBooks.list();
  const base = onto === undefined ? versions[0] : versions.find(({ number }) => number === onto);
  if (!base && onto) throw new AppError('NOT_FOUND', `Version ${onto} of the rate book was not found.`);
  const number = base?.number ?? 0;
  const { layers, archived } = await fetchVersion(rateBooks, number);
  const { books, message } = await loadOver(layers, archived);
  let list: ReturnType<typeof makeJurisdictionList> | null = null;
  /** These layers with new layers on top. */
  const under = (added: readonly RateLayer[]): readonly RateLayer[] => [
    ...layers.filter((layer) => !added.some((one) => takesPlaceOf(one, layer))),
    ...added,
  ];
  return {
    number,
    layers,
    /** The installed book under the layers, if any. */
    archived,
    under,
    book: message === null ? makeRateBookIndex(books, layers) : makeRateBookIndex(books),
    rateList() {
      list ??= makeJurisdictionList(loadBooks(message === null ? layers : [], archived));
      return list;
    },
    brokenBase: message === null ? null : { version: versionName(number), message },
    // Corrections made obsolete by a later book are not an error in the new files.
    issuesOver(added: readonly RateLayer[]) {
      const known = new Set(message === null ? versionIssues(layers, archived).map(textOfIssue) : []);
      return versionIssues(under(added), archived).filter((issue) => !known.has(textOfIssue(issue)));
    },
  };
}

/** Incompatible layers do not stop an import: the new files may replace them, and are checked with the rest. */
async function loadOver(
  layers: readonly RateLayer[],
  archived?: BundledBook,
): Promise<{ readonly books: Books; readonly message: string | null }> {
  try {
    return { books: await loadBooksInTurns(layers, archived), message: null };
  } catch (error) {
    if (!(error instanceof RateLayerError)) throw error;
    const [first = error.message, ...others] = error.message.split('\n');
    const message = others.length === 0 ? first : `${first} (and ${others.length} more)`;
    return { books: loadBooks([], archived), message };
  }
}

const textOfIssue = (issue: RateLayerIssue) => JSON.stringify(issue);

/** The store applies the same rule when it creates a rate book version. */
function takesPlaceOf(layer: RateLayer, old: RateLayer): boolean {
  return layer.kind !== 'CORRECTIONS' && old.kind === layer.kind && old.state === layer.state;
}
