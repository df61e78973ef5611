import type { ImportTools } from '../imports/import-tools.ts';
import type { Books } from '../reference/books.ts';
import { loadBooks } from '../reference/bundled.ts';
import { makeKnownBook } from '../reference/known-book-reader.ts';
import { layerFaults } from '../reference/layered.ts';
import type { RateLayer } from '../reference/rate-layer.ts';
import { RateLayerError } from '../reference/rate-layer-error.ts';
import type { RateBookStore } from '../stores/rate-book-store.ts';

/** The newest version of the rate book, in force or not: an import adds to it. */
export async function openNewestBook(rateBooks: RateBookStore): Promise<Pick<ImportTools, 'book' | 'faultsOver'>> {
  const [newest] = await rateBooks.list();
  const layers = await rateBooks.findLayers(newest?.layerIds ?? []);
  return {
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
