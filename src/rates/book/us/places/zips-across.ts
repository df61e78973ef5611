import { formatNames } from '../../../../domain/base/words.ts';
import type { Notice } from '../../../../tax/model/assessment.ts';
import type { StateBook, UsBook, ZipRow } from '../book/state-book.ts';
import { districtsOutsideCities } from './cities.ts';

/** The other states that a ZIP code covers, based on its counties. */
export function statesAcross({ states }: UsBook, row: ZipRow): readonly StateBook[] {
  const fips = new Set(row.furtherCounties.map((county) => county.slice(0, 2)));
  fips.delete(row.state.fips);
  return fips.size === 0 ? [] : [...states.values()].filter((state) => fips.has(state.fips));
}

/** The part of a ZIP code outside its main state; null if the ZIP code does not cover the given state. */
export function rowAcross(state: StateBook, row: ZipRow): ZipRow | null {
  const [countyFips, ...furtherCounties] = row.furtherCounties.filter((county) => county.startsWith(state.fips));
  if (countyFips === undefined || state === row.state) return null;
  return {
    zip: row.zip,
    state,
    place: row.place,
    countyFips,
    countyJurisdictionId: state.counties.get(countyFips)?.jurisdictionId ?? null,
    cityId: null,
    districtIds: districtsOutsideCities(state, countyFips) ?? [],
    precision: furtherCounties.length > 0 ? 'split' : 'county',
    furtherCounties,
    laterCityIds: [],
  };
}

export function mainlyElsewhere({ zip, state: main }: ZipRow, state: StateBook): Notice {
  return {
    code: 'ZIP_SPANS_STATES',
    pointer: '/zip',
    message: `ZIP code ${zip} lies in ${main.name} (${main.code}) and ${state.name} (${state.code}); the taxes of ${state.name} were used, because the address names that state. District rates there may be missing.`,
  };
}

export function reachesAcross({ zip, state }: ZipRow, others: readonly StateBook[]): Notice {
  const named = formatNames(others.map(({ name, code }) => `${name} (${code})`));
  return {
    code: 'ZIP_SPANS_STATES',
    pointer: '/zip',
    message: `ZIP code ${zip} also lies in ${named}; ${state.name} (${state.code}) was used. Send the state to choose another.`,
  };
}
