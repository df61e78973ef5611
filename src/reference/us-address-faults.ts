import { fold, foldPlace, isNearSpelling } from './folding.ts';
import type { AddressFault, AddressQuery } from './reference-data.ts';
import type { StateBook, UsBook } from './us-book.ts';
import type { OutsideStates, StateDirectory } from './us-states.ts';
import type { KnownZip } from './zip-codes.ts';

const mostSuggestions = 5;

/** A ZIP code of another state than the one given; the city tells which of the two is wrong. */
export function stateConflict(state: StateBook, zip: KnownZip, city: string | null): AddressFault | null {
  const [actual, ...more] = statesOfZip(zip);
  if (zip.kind === 'absent' || !actual || actual === state || more.includes(state)) return null;
  const given = zip.kind === 'found' ? zip.row.zip : zip.zip;
  const message = `ZIP code ${given} lies in ${actual.name} (${actual.code}), not in ${state.name} (${state.code}).`;
  const own = city === null ? [] : (state.zipsByPlace.get(foldPlace(city)) ?? []);
  if (own.length > 0) {
    return {
      code: 'ERR-ADDR-001',
      field: 'zip',
      given,
      expected: `a ZIP code of ${city}, ${state.code}`,
      suggestions: own.slice(0, mostSuggestions).map((row) => row.zip),
      message,
    };
  }
  return {
    code: 'ERR-ADDR-001',
    field: 'state',
    given: state.code,
    expected: actual.code,
    suggestions: [actual.code],
    message,
  };
}

/** The state of a known ZIP code, or those whose ZIP codes begin alike. */
function statesOfZip(zip: KnownZip): readonly StateBook[] {
  switch (zip.kind) {
    case 'found':
      return [zip.row.state];
    case 'unknown':
      return zip.states;
    case 'absent':
      return [];
  }
}

export function unknownState(directory: StateDirectory, given: string, zip: KnownZip): AddressFault {
  const near = [...directory.names]
    .filter(([name]) => isNearSpelling(fold(given), name))
    .map(([, state]) => state.code);
  return {
    code: 'ERR-ADDR-001',
    field: 'state',
    given,
    expected: 'a US state by code, FIPS code or name',
    suggestions: zip.kind === 'found' ? [zip.row.state.code] : near,
    message: `"${given}" is not a US state.`,
  };
}

/** The city tells which states it may be, those with most of its ZIP codes first. */
export function stateMissing(book: UsBook, address: AddressQuery): AddressFault {
  const city = foldPlace(address.city ?? '');
  const places = [...book.states.values()].map((state) => ({
    code: state.code,
    count: (state.zipsByPlace.get(city)?.length ?? 0) + (state.cityIdsByName.get(city)?.length ?? 0),
  }));
  const withCity = places.filter(({ count }) => count > 0).sort((left, right) => right.count - left.count);
  return {
    code: 'ERR-ADDR-001',
    field: 'state',
    given: address.state,
    expected: 'a US state by code, FIPS code or name, or a known ZIP code',
    suggestions: withCity.slice(0, mostSuggestions).map(({ code }) => code),
    message: 'The address names no US state, and its ZIP code leads to none.',
  };
}

export function malformedZip(given: string | null): AddressFault {
  return {
    code: 'ERR-ADDR-001',
    field: 'zip',
    given,
    expected: 'five digits, or five and four digits with a hyphen',
    suggestions: [],
    message: `"${given ?? ''}" is not a ZIP code of the United States.`,
  };
}

export function territoryNotCovered(outside: OutsideStates, given: string | null): AddressFault {
  return {
    code: 'COUNTRY_NOT_COVERED',
    field: given === null ? 'zip' : 'state',
    given,
    expected: 'a state of the United States, the District of Columbia or Puerto Rico',
    suggestions: [],
    message: `The rate book does not hold the taxes of ${outside.name}.`,
  };
}
