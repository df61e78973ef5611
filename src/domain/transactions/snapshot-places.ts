import type { SnapshotLine, SnapshotPlace, TransactionSnapshot } from './transaction-snapshot.ts';

/** The place of the document, followed by the places of items with other addresses. */
export function placesOf(snapshot: TransactionSnapshot): readonly SnapshotPlace[] {
  return [snapshot, ...(snapshot.places ?? [])];
}

/** The place that taxes a line. */
export function placeOfLine(
  snapshot: SnapshotPlace & Pick<TransactionSnapshot, 'places'>,
  { place }: Pick<SnapshotLine, 'place'>,
): SnapshotPlace {
  return place === undefined ? snapshot : snapshot.places![place]!;
}

/** A state or country. The subdivision is null where only the country levies tax. */
export type TaxedPlace = Pick<SnapshotPlace, 'country' | 'subdivision'>;

/** The states and countries of the places, without duplicates. */
export function taxedPlaces(snapshot: TransactionSnapshot): readonly TaxedPlace[] {
  const places = placesOf(snapshot).map(({ country, subdivision }) => ({ country, subdivision }));
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
}
