import { formatCount } from '../../domain/base/words.ts';
import type { RateLayer } from '../../domain/rate-book/rate-layer.ts';
import { layersThatFit, loadBooksInTurns } from '../book/bundled.ts';
import { compareBooks } from '../book/compare-books.ts';
import { factConflicts } from '../book/fact-conflicts.ts';
import type { BundledBook } from '../book/files/book-files.ts';
import { inTurns } from '../book/files/steps.ts';
import { stillAppliedText } from '../book/layers/imported-words.ts';

type Conflicts = {
  /** Changes in the books to facts that a layer replaces. The layer still applies. */
  readonly conflicts: readonly string[];
  /** Corrections that match only the earlier book. They have no effect on the later book. */
  readonly setAside: readonly string[];
};

export async function findConflicts(
  all: readonly RateLayer[],
  before: BundledBook,
  after: BundledBook,
): Promise<Conflicts> {
  if (all.length === 0) return { conflicts: [], setAside: [] };
  const { kept: layers, setAside } = await layersThatFit(all, after);
  const known = new Set(setAside.length === 0 ? [] : (await layersThatFit(all, before)).setAside);
  const books = await loadBooksInTurns([], before);
  const released = await loadBooksInTurns([], after);
  const { changed, added, removed } = await inTurns(compareBooks(books, released));
  const differing = new Map(
    [
      ...changed,
      ...added.map((one) => ({ ...one, ratesBefore: 'none' })),
      ...removed.map((one) => ({ ...one, ratesBefore: one.rates, rates: 'none' })),
    ].map((one) => [`${one.country} ${one.id}`, one]),
  );
  const conflicts = layers.flatMap((layer): string[] => {
    if (layer.kind === 'CORRECTIONS') {
      const ofRates = layer.rows.flatMap((row) => {
        const found = differing.get(`${row.country} ${row.jurisdictionId}`);
        return found ? stillAppliedText(row, `${found.ratesBefore} to ${found.rates}`) : [];
      });
      return [...ofRates, ...factConflicts(layer.facts ?? [], books, released)];
    }
    if (layer.kind === 'BOUNDARIES') return [];
    const ofState = [...differing.values()].filter(
      ({ country, id }) => country === 'US' && (id === layer.state || id.startsWith(`${layer.state}-`)),
    );
    if (ofState.length === 0) return [];
    const count = formatCount(ofState.length, 'jurisdiction');
    return [
      `${layer.state}: the book changes ${count}; the imported rates of ${layer.asOf} (${layer.source}) still apply.`,
    ];
  });
  return { conflicts, setAside: setAside.filter((text) => !known.has(text)) };
}
