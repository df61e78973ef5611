import type { Comparators, RecordFilter } from '../../domain/base/record-filter.ts';
import { type FoundPlace, readPlaceFilter } from '../../domain/places/place-filter.ts';
import type { AddressMatcher } from '../../domain/places/placeable-address.ts';
import type { FilterPath, FilterReading } from './filter-checks.ts';

type PlaceFilter = RecordFilter<{ country: string; state: string }>;

type SentPlace = {
  readonly country?: Comparators<string> | null;
  readonly state?: Comparators<string> | null;
};

/**
 * Conditions on the state, using the codes in records. State codes are unique only within a country, so each condition
 * includes both state and country. An unknown place is an error.
 */
export function placeConditions(
  matcher: AddressMatcher,
  { country, state }: SentPlace,
  path: FilterPath,
  reading: FilterReading,
): PlaceFilter[] {
  const find = (asked: { country?: string | null; state?: string }, at: FilterPath): FoundPlace => {
    const { place, issues } = readPlaceFilter(matcher, asked);
    for (const { code, message } of issues) reading.addIssue(at, code, message);
    return place;
  };
  for (const [value, at] of valuesOf(country, [...path, 'country'])) find({ country: value }, at);
  if (!state) return [];
  const { eq, ne, in: among, notIn, isNull } = state;
  const isKnown = eq != null || ne != null || among != null || notIn != null;
  const within = isKnown && country?.eq != null && matcher.findCountry(country.eq) ? country.eq : null;
  const places = new Map(
    valuesOf(state, [...path, 'state']).map(([value, at]) => [value, find({ country: within, state: value }, at)]),
  );
  const isAt = (values: readonly string[]) => atAnyOf(values.flatMap((value) => places.get(value) ?? []));
  return [
    ...(eq == null ? [] : [isAt([eq])]),
    ...(ne == null ? [] : [{ not: isAt([ne]) }]),
    ...(among == null ? [] : [isAt(among)]),
    ...(notIn == null ? [] : [{ not: isAt(notIn) }]),
    ...(isNull == null ? [] : [{ state: { isNull } }]),
  ];
}

/** Each value sent, with its path. */
function valuesOf(comparators: Comparators<string> | null | undefined, path: FilterPath): [string, FilterPath][] {
  if (!comparators) return [];
  const { eq, ne, in: among, notIn } = comparators;
  return [
    ...Object.entries({ eq, ne }).flatMap(([name, value]): [string, FilterPath][] =>
      value == null ? [] : [[value, [...path, name]]],
    ),
    ...Object.entries({ in: among, notIn }).flatMap(([name, values]) =>
      (values ?? []).map((value, index): [string, FilterPath] => [value, [...path, name, index]]),
    ),
  ];
}

function atAnyOf(places: readonly FoundPlace[]): PlaceFilter {
  const countries = [...new Set(places.flatMap(({ country }) => country ?? []))];
  return {
    or: countries.map((country) => {
      const states = places.filter((place) => place.country === country).flatMap(({ state }) => state ?? []);
      return { country: { eq: country }, state: { in: states } };
    }),
  };
}
