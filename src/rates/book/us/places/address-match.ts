import type {
  AddressCandidates,
  AddressMatch,
  AddressQuery,
  MatchedPlace,
} from '../../../../domain/places/address-match.ts';
import type { FieldMatch } from '../../../../domain/places/matched-address.ts';
import type { Notice } from '../../../../tax/model/assessment.ts';
import { scoreFields } from '../../names/match-scoring.ts';
import { hasLocalTaxes, type StateBook, type UsBook } from '../book/state-book.ts';
import { type InState, type Military, readUsAddress, type UsUnmatched } from './address-reading.ts';
import { otherLocalities } from './candidates.ts';
import { localityOfCity } from './city-locality.ts';
import { coverageNotices, coverageOfPlace, unknownZipNotices } from './coverage.ts';
import { type Locality, localityOfZip } from './locality.ts';
import type { StateDirectory } from './state-directory.ts';
import type { KnownZip } from './zip-codes.ts';
import { onDay } from './zips-on-day.ts';

type UsBooks = { readonly us: UsBook; readonly states: StateDirectory };

/** If `taxDate` is null, the latest ZIP code data is used. */
export type DatedQuery = { readonly address: AddressQuery; readonly taxDate: string | null };

/** Finds the jurisdictions of a US address, or returns the issues that prevent it. */
export function matchUsAddress({ us, states }: UsBooks, { address, taxDate }: DatedQuery): AddressMatch | UsUnmatched {
  const reading = readUsAddress(us, states, address);
  switch (reading.kind) {
    case 'in-state': {
      const then = onDay(reading, taxDate);
      return { kind: 'matched', place: placeOf(then, localityOf(then)) };
    }
    case 'military':
      return { kind: 'matched', place: militaryPlace(reading) };
    case 'unmatched':
      return reading;
  }
}

/**
 * The possible places for a US address, at most `mostCandidates`: the matched place first, then the best alternatives.
 */
export function matchUsCandidates({ us, states }: UsBooks, { address, taxDate }: DatedQuery): AddressCandidates {
  const reading = readUsAddress(us, states, address);
  switch (reading.kind) {
    case 'in-state': {
      const places = [reading, ...reading.across].flatMap((one) => {
        const then = onDay(one, taxDate);
        return [localityOf(then), ...otherLocalities(then)].map((locality) => placeOf(then, locality));
      });
      return { kind: 'matched', places: bestPlaces(places) };
    }
    case 'military':
      return { kind: 'matched', places: [militaryPlace(reading)] };
    case 'unmatched':
      return reading;
  }
}

const mostCandidates = 10;

/** The first place remains first; the others are sorted by score, and ties keep their original order. */
function bestPlaces([first, ...others]: readonly MatchedPlace[]): readonly MatchedPlace[] {
  if (!first) return [];
  const sorted = others.sort((left, right) => Number(right.scoring.score) - Number(left.scoring.score));
  const byContent = new Map<string, MatchedPlace>();
  for (const place of [first, ...sorted]) {
    const key = JSON.stringify([place.jurisdictionIds, place.matchedAddress]);
    if (!byContent.has(key)) byContent.set(key, place);
  }
  return [...byContent.values()].slice(0, mostCandidates);
}

function localityOf({ state, zip, names }: InState): Locality {
  if (zip.kind === 'found') return localityOfZip(zip.row, names);
  const named = names.city === null ? null : localityOfCity(state, { city: names.city, county: names.county });
  return named ?? stateAlone(state, names.city);
}

function placeOf({ state, stateMatch, zip, notices }: InState, locality: Locality): MatchedPlace {
  const jurisdictionIds = stack(state, locality);
  const found = { locality, isStateAlone: jurisdictionIds.length === 1 };
  return {
    regime: 'SALES_TAX',
    country: 'US',
    subdivision: state.code,
    jurisdictionIds,
    precision: locality.precision,
    matchedAddress: {
      city: locality.cityName,
      country: 'US',
      county: locality.county?.name ?? null,
      state: state.code,
      zip: zip.kind === 'found' && locality.zipMatch !== 'NO_MATCH' ? zip.row.zip : null,
    },
    scoring: scoreFields({
      country: 'EXACT',
      state: stateMatch,
      city: locality.cityMatch,
      zip: zipMatch(zip, locality),
    }),
    ...coverageOfPlace(state, found),
    notices: [
      ...notices,
      ...locality.notices,
      ...unknownZipNotices(state, zip, locality),
      ...coverageNotices(state, found),
    ],
  };
}

function zipMatch(zip: KnownZip, locality: Locality): FieldMatch | null {
  switch (zip.kind) {
    case 'absent':
      return null;
    case 'unknown':
      return 'NO_MATCH';
    case 'found':
      return locality.zipMatch ?? (zip.isRepaired ? 'GOOD' : 'EXACT');
  }
}

/** State, county, city, districts. A jurisdiction included in another's rate is omitted. */
function stack(state: StateBook, locality: Locality): readonly string[] {
  const city = locality.cityId === null ? null : (state.jurisdictions.get(locality.cityId) ?? null);
  const ids = [state.code];
  if (locality.countyJurisdictionId !== null && (city === null || city.stacking === 'add')) {
    ids.push(locality.countyJurisdictionId);
  }
  if (city) ids.push(city.jurisdiction.id);
  if (city?.stacking !== 'replaces_all') ids.push(...locality.districtIds);
  return ids;
}

function stateAlone(state: StateBook, city: string | null): Locality {
  const notices: Notice[] = [];
  if (city !== null && state.cityIdsByName.size > 0) {
    notices.push({
      code: 'CITY_NOT_IN_RATE_BOOK',
      pointer: '/city',
      message: `${city} was not found in ${state.name}; send its ZIP code.`,
    });
  }
  if (hasLocalTaxes(state)) {
    notices.push({
      code: 'LOCAL_RATES_NOT_INCLUDED',
      pointer: '',
      message: `The address could only be matched to the state of ${state.name}; county, city and district rates are not included.`,
    });
  }
  return {
    county: null,
    countyJurisdictionId: null,
    cityId: null,
    districtIds: [],
    cityName: null,
    cityMatch: city === null ? null : 'NO_MATCH',
    zipMatch: null,
    precision: 'STATE',
    notices,
  };
}

/** Military addresses are not in any state, so no state's sales tax applies. */
function militaryPlace({ outside, zip, isStateSent }: Military): MatchedPlace {
  return {
    regime: 'SALES_TAX',
    country: 'US',
    subdivision: outside.code,
    jurisdictionIds: [],
    precision: 'STATE',
    matchedAddress: {
      city: null,
      country: 'US',
      county: null,
      state: outside.code,
      zip: zip.kind === 'unknown' ? zip.zip : null,
    },
    scoring: scoreFields({
      country: 'EXACT',
      state: isStateSent ? 'EXACT' : null,
      city: null,
      zip: zip.kind === 'unknown' ? 'EXACT' : null,
    }),
    localRates: 'NOT_LEVIED',
    gaps: [],
    notices: [
      {
        code: 'MILITARY_ADDRESS',
        pointer: '/state',
        message: `${outside.name}: a military address is not in any state, so no sales tax is due.`,
      },
    ],
  };
}
