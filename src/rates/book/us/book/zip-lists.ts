import { foldPlace } from '../../names/folding.ts';
import type { StateBook, ZipRow } from './state-book.ts';

/** The ZIP codes of a state, and the places, cities and districts derived from them. */
type ZipLists = {
  readonly zips: ZipRow[];
  readonly zipsByPlace: Map<string, ZipRow[]>;
  readonly zipsByCity: Map<string, ZipRow[]>;
  readonly citiesByDistrict: Map<string, Set<string>>;
};

export function emptyZipLists(): ZipLists {
  return { zips: [], zipsByPlace: new Map(), zipsByCity: new Map(), citiesByDistrict: new Map() };
}

/** Adds a ZIP code to the lists. Place names that the state has already folded are not folded again. */
export function listZip({ zips, zipsByPlace, zipsByCity, citiesByDistrict }: ZipLists, row: ZipRow): void {
  const { place, cityId, state } = row;
  zips.push(row);
  if (place !== null) addTo(zipsByPlace, foldedPlace(state, place), row);
  if (cityId !== null) addTo(zipsByCity, cityId, row);
  for (const id of row.districtIds) {
    const cities = citiesByDistrict.get(id) ?? new Set();
    citiesByDistrict.set(id, cities.add(cityId ?? ''));
  }
}

function foldedPlace({ foldedNames }: StateBook, place: string): string {
  return foldedNames.get(place) ?? foldPlace(place);
}

export function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
