import type { AddressIssue, AddressQuery } from '../../../../domain/places/address-match.ts';
import { fold, foldPlace, isNearSpelling } from '../../names/folding.ts';
import type { StateBook, UsBook, ZipRow } from '../book/state-book.ts';
import { foldedCity } from './cities.ts';
import { type OutsideStates, outsideStatesOfZip, type StateDirectory } from './state-directory.ts';
import type { KnownZip } from './zip-codes.ts';
import { statesAcross } from './zips-across.ts';

const mostSuggestions = 5;

/** The issue for a ZIP code outside the submitted state; the city shows whether the ZIP code or the state is wrong. */
export function stateConflict(
  book: UsBook,
  state: StateBook,
  sent: { readonly given: string; readonly zip: KnownZip; readonly city: string | null },
): AddressIssue | null {
  const actual = placesOfZip(book, sent.zip);
  const [first] = actual;
  if (sent.zip.kind === 'absent' || !first || actual.some(({ code }) => code === state.code)) return null;
  const zip = sent.zip.kind === 'found' ? sent.zip.row.zip : sent.zip.zip;
  const message = `ZIP code ${zip} lies in ${first.name} (${first.code}), not in ${state.name} (${state.code}).`;
  const own = sent.city === null ? [] : (state.zipsByPlace.get(foldedCity(state, sent.city)) ?? []);
  if (own.length > 0) {
    return {
      code: 'ERR-ADDR-001',
      field: 'zip',
      given: zip,
      expected: `a ZIP code of ${sent.city}, ${state.code}`,
      suggestions: own.slice(0, mostSuggestions).map((row) => row.zip),
      message,
    };
  }
  return {
    code: 'ERR-ADDR-001',
    field: 'state',
    given: sent.given,
    expected: first.code,
    suggestions: actual.map(({ code }) => code),
    message,
  };
}

/** The issue for a ZIP code in a state, if the submitted state is a military mail service. */
export function notMilitary(outside: OutsideStates, { zip, state }: ZipRow): AddressIssue {
  return {
    code: 'ERR-ADDR-001',
    field: 'state',
    given: outside.code,
    expected: state.code,
    suggestions: [state.code],
    message: `ZIP code ${zip} lies in ${state.name} (${state.code}), not at a military address (${outside.code}).`,
  };
}

/**
 * The states of a known ZIP code, the main state first; otherwise states with the same ZIP prefix, or a place outside
 * all states.
 */
function placesOfZip(book: UsBook, zip: KnownZip): readonly { readonly code: string; readonly name: string }[] {
  switch (zip.kind) {
    case 'found':
      return [zip.row.state, ...statesAcross(book, zip.row)];
    case 'unknown': {
      const outside = outsideStatesOfZip(zip.zip);
      return outside && zip.states.length === 0 ? [outside] : zip.states;
    }
    case 'absent':
      return [];
  }
}

/** The conflict if `state` and `region` identify two states. */
export function regionStateConflict({ state, region }: AddressQuery, ...states: readonly StateBook[]): AddressIssue {
  const [first, second] = states;
  return {
    code: 'ERR-ADDR-001',
    field: 'region',
    given: region,
    expected: 'the same state in `state` and `region`, or in one of them',
    suggestions: states.map(({ code }) => code),
    message: `"${state}" is ${first?.name}, but "${region}" is ${second?.name}.`,
  };
}

export function unknownState(directory: StateDirectory, given: string, zip: KnownZip): AddressIssue {
  const near = [...directory.names]
    .filter(([name]) => isNearSpelling(fold(given), name))
    .map(([, state]) => state.code);
  const suggestions = zip.kind === 'found' ? [zip.row.state.code] : near;
  const hint = suggestions.length === 0 ? '' : ` Did you mean ${suggestions.join(' or ')}?`;
  return {
    code: 'ERR-ADDR-001',
    field: 'state',
    given,
    expected: 'a US state by code, FIPS code or name',
    suggestions,
    message: `"${given}" is not a US state.${hint}`,
  };
}

/**
 * Suggests the states that have a city with this name, starting with the states that have the most of its ZIP codes.
 */
export function stateMissing(book: UsBook, address: AddressQuery, zip: KnownZip): AddressIssue {
  if (zip.kind === 'unknown') return unknownZip(zip.zip);
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
    message: 'The address needs a US state or a known ZIP code.',
  };
}

function unknownZip(zip: string): AddressIssue {
  return {
    code: 'ERR-ADDR-001',
    field: 'zip',
    given: zip,
    expected: 'a known ZIP code, or a US state',
    suggestions: [],
    message: `ZIP code ${zip} is unknown. Correct it, or send the state.`,
  };
}

export function malformedZip({ zip, country }: AddressQuery): AddressIssue {
  const isCanadian = /^\s*[A-Z]\d[A-Z]\s?\d[A-Z]\d\s*$/i.test(zip ?? '');
  if (isCanadian) {
    return {
      code: 'ERR-ADDR-001',
      field: 'country',
      given: country,
      expected: 'CA',
      suggestions: ['CA'],
      message: `"${zip}" is a Canadian postal code, not a US ZIP code.`,
    };
  }
  return {
    code: 'ERR-ADDR-001',
    field: 'zip',
    given: zip,
    expected: 'five digits, or five and four digits with a hyphen',
    suggestions: [],
    message: `"${zip ?? ''}" is not a US ZIP code.`,
  };
}

export function territoryNotCovered(outside: OutsideStates, given: string | null): AddressIssue {
  return {
    code: 'COUNTRY_NOT_COVERED',
    field: given === null ? 'zip' : 'state',
    given,
    expected: 'a state of the United States, the District of Columbia or Puerto Rico',
    suggestions: [],
    message: `The rate book does not cover the taxes of ${outside.name}.`,
  };
}
