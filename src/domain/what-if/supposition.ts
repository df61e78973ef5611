import type { DocumentToAssess, PlaceToAssess } from '../../tax/model/assessment.ts';
import type { RateInForce, TaxPlace } from '../../tax/model/place.ts';

/**
 * One fact about a document that is assumed to be different. `Facts` are the inputs to the calculation, `Result` is the
 * calculation, and `Told` is the form in which the feature reports a difference. The README lists the features.
 */
export type Supposition<Facts, Result, Told> = {
  /** The facts with this one change. */
  apply(facts: Facts): Facts;
  /** The effect of the change, from the results without and with it. */
  describe(before: Result, after: Result): Told;
};

/**
 * The document with changed places; items in the same place share the changed place. `item` is the index of one of
 * these items; null for the document itself.
 */
export function withPlaces(
  document: DocumentToAssess,
  change: (at: PlaceToAssess, item: number | null) => PlaceToAssess,
): DocumentToAssess {
  const changed = new Map<TaxPlace, PlaceToAssess>();
  const of = ({ place, isCollecting }: PlaceToAssess, item: number | null) => {
    const known = changed.get(place) ?? change({ place, isCollecting }, item);
    changed.set(place, known);
    return known;
  };
  const items = document.items.map((item, index) => (item.at ? { ...item, at: of(item.at, index) } : item));
  return { ...document, ...of(document, null), items };
}

export const withRates = (
  document: DocumentToAssess,
  change: (rates: readonly RateInForce[]) => readonly RateInForce[],
) =>
  withPlaces(document, ({ place, isCollecting }) => ({
    isCollecting,
    place: { ...place, rates: change(place.rates) },
  }));

/** The rates of all places of a document, each jurisdiction once. */
export function ratesOf(document: DocumentToAssess): readonly RateInForce[] {
  const places = [document.place, ...document.items.flatMap(({ at }) => at?.place ?? [])];
  const all = new Map(places.flatMap(({ rates }) => rates).map((rate) => [rate.jurisdiction.id, rate]));
  return [...all.values()];
}
