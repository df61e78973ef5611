import { AppError } from '../domain/errors.ts';
import type { ImportTools } from '../imports/import-tools.ts';
import type { Books } from '../reference/books.ts';
import { loadBooks } from '../reference/bundled.ts';
import { makeKnownBook } from '../reference/known-book-reader.ts';
import { layerFaults } from '../reference/layered.ts';
import type { RateLayer } from '../reference/rate-layer.ts';
import { RateLayerError } from '../reference/rate-layer-error.ts';
import type { RateBookStore } from '../stores/rate-book-store.ts';

/** The version of the rate book that an import adds to: the newest, in force or not, or the one that is named. */
export async function openBookToAddTo(
  rateBooks: RateBookStore,
  onto?: number,
): Promise<Pick<ImportTools, 'book' | 'faultsOver'> & { readonly number: number }> {
  const versions = await rateBooks.list();
  const base = onto === undefined ? versions[0] : versions.find(({ number }) => number === onto);
  if (!base && onto) throw new AppError('NOT_FOUND', `There is no version ${onto} of the rate book.`);
  const layers = await rateBooks.findLayers(base?.layerIds ?? []);
  return {
    number: base?.number ?? 0,
    book: makeKnownBook(loadOver(layers)),
    faultsOver(added) {
      const kept = layers.filter((layer) => !added.some((one) => takesPlaceOf(one, layer)));
      return layerFaults([...kept, ...added]);
    },
  };
}

/** Layers that fit no more are no obstacle: what is imported may take their place, and is checked with what is left. */
function loadOver(layers: readonly RateLayer[]): Books {
  try {
    return loadBooks(layers);
  } catch (error) {
    if (error instanceof RateLayerError) return loadBooks();
    throw error;
  }
}

/** As the store does when it makes a version. */
function takesPlaceOf(layer: RateLayer, old: RateLayer): boolean {
  return layer.kind !== 'CORRECTIONS' && old.kind === layer.kind && old.state === layer.state;
}
