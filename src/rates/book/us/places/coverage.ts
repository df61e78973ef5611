import type { StateCoverage } from '../../../../domain/lookups/catalogue.ts';
import type { LocalRates } from '../../../../domain/places/place-law.ts';
import type { Notice } from '../../../../tax/model/assessment.ts';
import { type CoverageGap, hasLocalTaxes, type StateBook } from '../book/state-book.ts';
import type { Locality } from './locality.ts';
import type { KnownZip } from './zip-codes.ts';

/** How completely the rate book covers a state's local rates. */
export function coverageOfState(state: StateBook): StateCoverage {
  return {
    localRates: !hasLocalTaxes(state) ? 'NOT_LEVIED' : state.gaps.some(isOfRates) ? 'PARTIAL' : 'COMPLETE',
    gaps: state.gaps.map(({ what }) => what),
    readOn: state.asOf,
    stateRateOnlyZips: state.zips.filter(({ precision }) => precision === 'state-only').map(({ zip }) => zip),
  };
}

type PlaceCoverage = { readonly localRates: LocalRates; readonly gaps: readonly string[] };

/**
 * How completely the rate book covers the local rates of a place. `isStateAlone` means that no local jurisdiction was
 * found there.
 */
export function coverageOfPlace(
  state: StateBook,
  { locality, isStateAlone }: { readonly locality: Locality; readonly isStateAlone: boolean },
): PlaceCoverage {
  if (!hasLocalTaxes(state)) return { localRates: 'NOT_LEVIED', gaps: [] };
  if (locality.precision === 'STATE' && locality.county === null) {
    return { localRates: 'STATE_ONLY', gaps: [localityUnknown, ...state.gaps.map(({ what }) => what)] };
  }
  const gaps = gapsOf(state, { locality, isStateAlone });
  const isWithoutRate = gaps.some(({ reach }) => reach === 'STATE_RATE_ONLY');
  return {
    localRates: isWithoutRate ? 'STATE_ONLY' : gaps.some(isOfRates) ? 'PARTIAL' : 'COMPLETE',
    gaps: gaps.map(({ what }) => what),
  };
}

function gapsOf(
  state: StateBook,
  found: { readonly locality: Locality; readonly isStateAlone: boolean },
): readonly CoverageGap[] {
  const gaps = state.gaps.filter((gap) => reaches(gap, found));
  return isCountyMissing(state, found.locality) ? [countyUnknown, ...gaps] : gaps;
}

/** The county of a city without ZIP codes may be unknown. */
function isCountyMissing(state: StateBook, { county, cityId }: Locality): boolean {
  if (county !== null || cityId === null || state.jurisdictions.get(cityId)?.stacking !== 'add') return false;
  return [...state.counties.values()].some(({ jurisdictionId }) => jurisdictionId !== null);
}

const countyUnknown: CoverageGap = {
  what: 'The county rate, because the county is unknown for this city; send the ZIP code or the county.',
  reach: 'EVERYWHERE',
  cities: [],
};

const localityUnknown = 'The county, city and district rates, because the address has only a state.';

function reaches(
  gap: CoverageGap,
  { locality, isStateAlone }: { readonly locality: Locality; readonly isStateAlone: boolean },
): boolean {
  switch (gap.reach) {
    case 'EVERYWHERE':
    case 'PREMISES':
    case 'RULES':
      return true;
    case 'WITHOUT_CITY':
      return locality.cityId === null;
    case 'STATE_RATE_ONLY':
      return isStateAlone;
    case 'CITIES':
      return locality.cityName !== null && gap.cities.includes(locality.cityName);
  }
}

/** Coverage gaps for individual premises or tax bases do not affect the rates of a whole place. */
function isOfRates({ reach }: CoverageGap): boolean {
  return reach !== 'PREMISES' && reach !== 'RULES';
}

/** Notices about gaps in the rate book for a place. */
export function coverageNotices(
  state: StateBook,
  { locality, isStateAlone }: { readonly locality: Locality; readonly isStateAlone: boolean },
): readonly Notice[] {
  if (!hasLocalTaxes(state) || (locality.precision === 'STATE' && locality.county === null)) return [];
  const gaps = gapsOf(state, { locality, isStateAlone }).filter(isOfRates);
  if (gaps.length === 0) return [];
  const what = gaps.map((gap) => gap.what).join(' ');
  const message = `The rate book is missing some local rates of ${state.name}, which are not included even if levied at the address: ${what}`;
  return [{ code: 'LOCAL_RATES_INCOMPLETE', pointer: '', message }];
}

export function unknownZipNotices(state: StateBook, zip: KnownZip, locality: Locality): readonly Notice[] {
  if (zip.kind !== 'unknown' || !hasLocalTaxes(state)) return [];
  const found = locality.precision === 'CITY' ? `the place was found by name` : `only the state was used`;
  return [
    {
      code: 'ZIP_NOT_IN_RATE_BOOK',
      pointer: '/zip',
      message: `ZIP code ${zip.zip} is not in the rate book; ${found}.`,
    },
  ];
}
