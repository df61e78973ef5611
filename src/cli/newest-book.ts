import type { ImportTools } from '../imports/import-tools.ts';
import { loadBooks } from '../reference/bundled.ts';
import { makeKnownBook } from '../reference/known-book-reader.ts';
import { layerFaults } from '../reference/layered.ts';
import type { RateLayer } from '../reference/rate-layer.ts';
import type { RateBookStore } from '../stores/rate-book-store.ts';

/** The newest version of the rate book, in force or not: an import adds to it. */
export async function openNewestBook(rateBooks: RateBookStore): Promise<Pick<ImportTools, 'book' | 'faultsOver'>> {
  const [newest] = await rateBooks.list();
  const layers = await rateBooks.findLayers(newest?.layerIds ?? []);
  return {
    book: makeKnownBook(loadBooks(layers)),
    faultsOver(added) {
      const kept = layers.filter((layer) => !added.some((one) => takesPlaceOf(one, layer)));
      return layerFaults([...kept, ...added]);
    },
  };
}

/** As the store does when it makes a version. */
function takesPlaceOf(layer: RateLayer, old: RateLayer): boolean {
  return layer.kind !== 'CORRECTIONS' && old.kind === layer.kind && old.state === layer.state;
}
