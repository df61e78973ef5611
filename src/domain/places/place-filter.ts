import type { Issue } from '../base/errors.ts';
import type { AddressMatcher } from './placeable-address.ts';
import { findSubdivision } from './subdivision.ts';

/** The requested place: codes or names in any usual spelling. */
type AskedPlace = { readonly country?: string | null; readonly state?: string | null };

/** The codes as stored. */
export type FoundPlace = { readonly country?: string; readonly state?: string };

type PlaceReading = { readonly place: FoundPlace; readonly issues: readonly Issue[] };

const regionCode = /^([a-z]{2})-[a-z0-9]{1,7}$/i;

/** Refuses unknown names, because an empty list would look like a valid result. */
export function readPlaceFilter(matcher: AddressMatcher, { country, state }: AskedPlace): PlaceReading {
  const code = country == null ? undefined : matcher.findCountry(country);
  if (code === null) return unknown('country', `${quotedPlace(country)} is not a known country.`);
  if (state == null) return { place: { country: code }, issues: [] };
  // Without a country, the state is a US state or a region code, which begins with its country code.
  const within = code ?? matcher.findCountry(regionCode.exec(state)?.[1] ?? 'US') ?? 'US';
  const found = findSubdivision(matcher, within, state);
  if (found) return { place: { country: within, state: found.code }, issues: [] };
  const hint = code === undefined ? ' Add the country of the region.' : '';
  return unknown('state', `${quotedPlace(state)} is not a known state or region of ${within}.${hint}`);
}

const isoCode = /^([a-z]{2})(?:-(.+))?$/i;

/** Reads a place from its code, or from the name of a country or US state. */
export function readPlaceCode(matcher: AddressMatcher, text: string): PlaceReading {
  const sent = text.trim();
  const [isCode, country, state] = isoCode.exec(sent) ?? [];
  // The rate book uses region codes such as `CA-QC`; after a country code, region names are also accepted.
  const spellings = state === undefined ? [null] : [sent, state];
  const found = isCode
    ? spellings
        .map((one) => readPlaceFilter(matcher, { country, state: one }))
        .filter(isKnown)
        .slice(0, 1)
    : [readPlaceFilter(matcher, { country: sent }), readPlaceFilter(matcher, { country: 'US', state: sent })];
  const known = found.filter(isKnown);
  if (known.length === 1) return known[0]!;
  // Georgia is a country and a US state.
  const what = known.length > 1 ? 'is the name of both a country and a US state' : 'is not a known place';
  const message = `${quotedPlace(sent)} ${what}: send a code such as US-MN, CA-QC or DE.`;
  return { place: {}, issues: [{ path: ['place'], code: 'UNKNOWN_VALUE', message }] };
}

const isKnown = ({ issues }: { readonly issues: readonly Issue[] }): boolean => issues.length === 0;

export type FoundPlaces = FoundPlace & { readonly states?: readonly string[] };

/** Reads a country and one or more of its states. */
export function readPlaces(
  matcher: AddressMatcher,
  { country, states }: { readonly country?: string; readonly states: readonly string[] },
): { readonly place: FoundPlaces; readonly issues: readonly Issue[] } {
  if (states.length < 2) return readPlaceFilter(matcher, { country, state: states[0] });
  const read = states.slice(0, mostStates).map((state) => readPlaceFilter(matcher, { country, state: state.trim() }));
  const issues = read.flatMap((one) => one.issues);
  const countries = new Set(read.flatMap(({ place }) => place.country ?? []));
  if (issues.length > 0) return { place: {}, issues: issues.slice(0, 1) };
  if (countries.size > 1) return unknownPlaces('All states must be in the same country.');
  if (states.length > mostStates) return unknownPlaces(`state may have at most ${mostStates} values.`);
  const [found] = countries;
  return { place: { country: found, states: read.flatMap(({ place }) => place.state ?? []) }, issues: [] };
}

const mostStates = 60;

function unknownPlaces(message: string): PlaceReading {
  return { place: {}, issues: [{ path: ['state'], code: 'INVALID_VALUE', message }] };
}

function unknown(field: string, message: string): PlaceReading {
  return { place: {}, issues: [{ path: [field], code: 'UNKNOWN_VALUE', message }] };
}

export function quotedPlace(text: string | null | undefined): string {
  return JSON.stringify((text ?? '').slice(0, 100));
}
