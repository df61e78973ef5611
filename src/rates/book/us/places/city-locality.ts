import type { Notice } from '../../../../tax/model/assessment.ts';
import type { StateBook, ZipRow } from '../book/state-book.ts';
import { cityNameOf, countyNamed, districtsOfCity, foldedCity, mostCommonRow, pickByCounty } from './cities.ts';
import type { Locality } from './locality.ts';

type CityAndCounty = { readonly city: string; readonly county: string | null };

/**
 * The place of a city without a usable ZIP code; null if the state's rate book and ZIP codes do not contain its name.
 */
export function localityOfCity(state: StateBook, names: CityAndCounty): Locality | null {
  const city = foldedCity(state, names.city);
  const id = pickByCounty(state, cityIdsNamed(state, city), names.county);
  const everyRow = id === null ? (state.zipsByPlace.get(city) ?? []) : (state.zipsByCity.get(id) ?? []);
  const wanted = countyNamed(state, names.county);
  const rowsThere = everyRow.filter((one) => one.countyFips === wanted?.fips);
  const model = mostCommonRow(rowsThere.length > 0 ? rowsThere : everyRow, ratesKey);
  if (model === null && id === null) return null;
  const locality = localityOfModel(state, { id, row: model?.row ?? null, names });
  if (model?.isTypical !== false || names.county !== null) return locality;
  const message = `The ZIP codes of ${names.city} have different rates; the rates that most of them share, in ${locality.county?.name ?? 'its main county'}, were used. Send the ZIP code to be sure.`;
  return { ...locality, notices: [severalRates(message)] };
}

/** Every possible place for a city name: all cities with that name, each with every combination of its rates. */
export function localitiesOfCity(state: StateBook, given: string): readonly Locality[] {
  const city = foldedCity(state, given);
  const names = { city: given, county: null };
  const ids = cityIdsNamed(state, city);
  const rows = new Set([
    ...ids.flatMap((id) => state.zipsByCity.get(id) ?? []),
    ...(state.zipsByPlace.get(city) ?? []),
  ]);
  const groups = groupsByRates(rows).sort((left, right) => right.length - left.length);
  const placed = groups.map((group): Locality => {
    const [row = null] = group;
    const locality = localityOfModel(state, { id: row?.cityId ?? null, row, names });
    return { ...locality, notices: groups.length > 1 ? [severalRates(ratesOfZips(group))] : [] };
  });
  const withoutZips = ids.filter((id) => !state.zipsByCity.has(id));
  return [...placed, ...withoutZips.map((id) => localityOfModel(state, { id, row: null, names }))];
}

function cityIdsNamed(state: StateBook, folded: string): readonly string[] {
  return state.cityIdsByName.get(folded) ?? state.cityIdsByName.get(`${folded} city`) ?? [];
}

function ratesKey(row: ZipRow): string {
  return `${row.countyFips} ${row.cityId} ${row.districtIds.join(' ')}`;
}

function groupsByRates(rows: Iterable<ZipRow>): ZipRow[][] {
  const groups = new Map<string, ZipRow[]>();
  for (const row of rows) groups.set(ratesKey(row), [...(groups.get(ratesKey(row)) ?? []), row]);
  return [...groups.values()];
}

/** `row` is a typical ZIP code of the city; null for a city without ZIP codes. */
function localityOfModel(
  state: StateBook,
  { id, row, names }: { readonly id: string | null; readonly row: ZipRow | null; readonly names: CityAndCounty },
): Locality {
  const county = row
    ? (state.counties.get(row.countyFips) ?? null)
    : countyNamed(state, state.jurisdictions.get(id ?? '')?.county ?? names.county);
  const cityId = id ?? row?.cityId ?? null;
  return {
    county,
    countyJurisdictionId: row ? row.countyJurisdictionId : (county?.jurisdictionId ?? null),
    cityId,
    districtIds: (cityId === null ? row?.districtIds : districtsOfCity(state, cityId, row)) ?? [],
    cityName: id === null ? (row?.place ?? names.city) : cityNameOf(state, id),
    cityMatch: 'EXACT',
    zipMatch: null,
    precision: 'CITY',
    notices: [],
  };
}

function severalRates(message: string): Notice {
  return { code: 'CITY_HAS_SEVERAL_RATES', pointer: '/city', message };
}

const mostZipsNamed = 5;

function ratesOfZips(rows: readonly ZipRow[]): string {
  const named = rows.slice(0, mostZipsNamed).map(({ zip }) => zip);
  const more = rows.length > named.length ? ` and ${rows.length - named.length} more` : '';
  return `These are the rates of ${rows.length === 1 ? 'ZIP code' : 'ZIP codes'} ${named.join(', ')}${more}.`;
}
