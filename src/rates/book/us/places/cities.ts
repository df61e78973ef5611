import { fold, foldPlace } from '../../names/folding.ts';
import { type County, foldCounty, type StateBook, type ZipRow } from '../book/state-book.ts';

export function cityNameOf(state: StateBook, cityId: string): string | null {
  return state.jurisdictions.get(cityId)?.jurisdiction.name ?? null;
}

/**
 * A candidate near the ZIP code: in one of its counties, with the same first three digits, or with an unknown location.
 * Null if no candidate is near.
 */
export function pickCity(row: ZipRow, candidates: readonly string[]): string | null {
  const near = candidates.filter((id) => isNear(row, id));
  return near.find((id) => countiesOfCity(row.state, id).has(row.countyFips)) ?? near[0] ?? null;
}

function isNear(row: ZipRow, cityId: string): boolean {
  const counties = countiesOfCity(row.state, cityId);
  if (counties.size === 0) return true;
  if ([row.countyFips, ...row.furtherCounties].some((fips) => counties.has(fips))) return true;
  return isAnyNear(row, row.state.zipsByCity.get(cityId) ?? []);
}

export function isAnyNear(row: ZipRow, others: readonly ZipRow[]): boolean {
  const prefix = row.zip.slice(0, 3);
  return others.some((other) => other.countyFips === row.countyFips || other.zip.startsWith(prefix));
}

export function countiesOfCity(state: StateBook, cityId: string): ReadonlySet<string> {
  const counties = new Set((state.zipsByCity.get(cityId) ?? []).map((row) => row.countyFips));
  const own = countyNamed(state, state.jurisdictions.get(cityId)?.county ?? null);
  if (own) counties.add(own.fips);
  return counties;
}

/** The districts of a city; `model` is one of its typical ZIP codes. Null if the districts are unknown. */
export function districtsOfCity(state: StateBook, cityId: string, model: ZipRow | null): readonly string[] | null {
  if (state.districtsOfCities) return state.districtsOfCities.get(cityId) ?? [];
  return model?.districtIds ?? null;
}

/** The county names of a ZIP code, the main county first. */
export function everyCounty(row: ZipRow): readonly (string | null)[] {
  return [row.countyFips, ...row.furtherCounties].map((fips) => row.state.counties.get(fips)?.name ?? null);
}

/** The districts of a ZIP code except those that never extend beyond its main city. */
export function districtsBeyondCity(row: ZipRow): readonly string[] {
  return row.districtIds.filter((id) => {
    const cities = row.state.citiesByDistrict.get(id);
    return cities !== undefined && (cities.size > 1 || !cities.has(row.cityId ?? ''));
  });
}

/** The districts in part of a ZIP code: in one of its counties, within a city or outside all cities. */
export function districtsOfPart(
  row: ZipRow,
  { county, cityId }: { readonly county: County | null; readonly cityId: string | null },
): readonly string[] {
  const fips = county?.fips ?? row.countyFips;
  if (fips === row.countyFips && cityId === row.cityId) return row.districtIds;
  if (cityId === null) return districtsOutsideCities(row.state, fips) ?? districtsBeyondCity(row);
  const there = (row.state.zipsByCity.get(cityId) ?? []).filter(({ countyFips }) => countyFips === fips);
  const model = mostCommonRow(there, (one) => one.districtIds.join(' '));
  return model?.row.districtIds ?? row.districtIds;
}

/**
 * The districts outside the cities of a county, according to most of its ZIP codes; null if these ZIP codes disagree or
 * none exist.
 */
export function districtsOutsideCities(state: StateBook, countyFips: string): readonly string[] | null {
  const known = outsideCities.get(state) ?? new Map<string, readonly string[] | null>();
  outsideCities.set(state, known);
  const found = known.get(countyFips);
  const districts = found === undefined ? commonDistricts(state, countyFips) : found;
  known.set(countyFips, districts);
  return districts;
}

/** Cache by state and county, filled on first use. */
const outsideCities = new WeakMap<StateBook, Map<string, readonly string[] | null>>();

function commonDistricts(state: StateBook, countyFips: string): readonly string[] | null {
  const outside = state.zips.filter((one) => one.countyFips === countyFips && one.cityId === null);
  const model = mostCommonRow(outside, (one) => one.districtIds.join(' '));
  return model?.isTypical ? model.row.districtIds : null;
}

/** Whether a city is known to be in other counties, but not in this one. */
export function liesElsewhere(state: StateBook, cityId: string, county: County): boolean {
  const own = countyNamed(state, state.jurisdictions.get(cityId)?.county ?? null);
  return own !== null && !countiesOfCity(state, cityId).has(county.fips);
}

export function pickByCounty(state: StateBook, ids: readonly string[], county: string | null): string | null {
  const wanted = countyNamed(state, county);
  const there = wanted && ids.find((id) => countiesOfCity(state, id).has(wanted.fips));
  return there ?? ids[0] ?? null;
}

export function countyNamed(state: StateBook, name: string | null): County | null {
  if (name === null) return null;
  return state.countiesByName.get(foldPlace(name)) ?? state.countiesByName.get(foldCounty(name)) ?? null;
}

/**
 * The county with that name among the given counties: `St. Louis` may be the city of St. Louis or the neighboring
 * county.
 */
export function countyAmong(state: StateBook, counties: readonly County[], name: string | null): County | null {
  const named = countyNamed(state, name);
  if (named === null || name === null) return null;
  if (counties.includes(named)) return named;
  const folded = foldPlace(name);
  return counties.find((county) => foldCounty(county.name) === folded) ?? null;
}

/** The state's name for a city, without additions; the submitted name if the city is unknown. */
export function foldedCity(state: StateBook, city: string): string {
  const folded = foldPlace(city);
  const name = state.aliases.get(folded) ?? folded;
  if (isKnown(state, name)) return name;
  const known = otherReadings(state, city).find((other) => isKnown(state, other));
  return known ?? name;
}

function isKnown(state: StateBook, folded: string): boolean {
  return state.cityIdsByName.has(folded) || state.zipsByPlace.has(folded);
}

/** Abbreviations without a space: `STLOUIS`, `FtWorth`. */
const shortFormJoined = /^(ste?|ft|mt)(?=\p{L}{3})/u;

/**
 * Other readings of a city's name, as in `Winston - Salem`, `Kansas City KS`, `Minneapolis MN 55401`, `Sun City /
 * Peoria`, `STLOUIS`.
 */
function otherReadings(state: StateBook, city: string): readonly string[] {
  const withoutZip = city.replace(/[\s,]*\d{5}([-\s]?\d{4})?\s*$/, '');
  const joined = foldPlace(withoutZip.replace(/\s+[-–—]\s+/g, '-'));
  const ofState = new RegExp(` (${fold(state.code)}|${fold(state.name)})$`);
  const parts = withoutZip.split('/').map((part) => foldPlace(part));
  return [joined, joined.replace(ofState, ''), ...parts, foldPlace(joined.replace(shortFormJoined, '$1 '))].map(
    (name) => state.aliases.get(name) ?? name,
  );
}

/** The most frequent kind of row, and whether it represents at least two thirds of the rows. */
export function mostCommonRow(
  rows: readonly ZipRow[],
  keyOf: (row: ZipRow) => string,
): { readonly row: ZipRow; readonly isTypical: boolean } | null {
  const counts = new Map<string, { row: ZipRow; count: number }>();
  for (const row of rows) {
    const key = keyOf(row);
    const known = counts.get(key);
    if (known) known.count++;
    else counts.set(key, { row, count: 1 });
  }
  let best: { row: ZipRow; count: number } | null = null;
  for (const one of counts.values()) if (best === null || one.count > best.count) best = one;
  return best && { row: best.row, isTypical: best.count * 3 >= rows.length * 2 };
}
