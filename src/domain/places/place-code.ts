import type { Issue } from '../base/errors.ts';
import { type FoundPlace, readPlaceFilter } from './place-filter.ts';
import type { AddressMatcher } from './placeable-address.ts';

type Place = { readonly country: string; readonly state: string | null };

/** The ISO 3166 code of a place: `US-MN`, `CA-QC`, `DE`; `EU` for the other member states together. */
export function placeCode({ country, state }: Place): string {
  return state === null ? country : `${country}-${stateCode({ country, state })}`;
}

/** The code of a state as in an address: `MN`, `QC`. The rate book calls regions outside the US `CA-QC`. */
export function stateCode<State extends string | null>({ country, state }: Place & { readonly state: State }): State {
  return (state?.startsWith(`${country}-`) ? state.slice(country.length + 1) : state) as State;
}

const isoCode = /^([a-z]{2})(?:-(.+))?$/i;

/** Reads a place by its code, or by the name of a country or US state. `member` is where it was sent. */
export function readPlaceCode(
  matcher: AddressMatcher,
  text: string,
  member = 'place',
): { readonly place: FoundPlace; readonly issues: readonly Issue[] } {
  const sent = text.trim();
  const [isCode, country, state] = isoCode.exec(sent) ?? [];
  // The rate book calls regions `CA-QC`; after the code of a country, their names are accepted too.
  const spellings = state === undefined ? [null] : [sent, state];
  const found = isCode
    ? spellings
        .map((one) => readPlaceFilter(matcher, { country, state: one }))
        .filter(isKnown)
        .slice(0, 1)
    : [readPlaceFilter(matcher, { country: sent }), readPlaceFilter(matcher, { country: 'US', state: sent })];
  const known = found.filter(isKnown);
  if (known.length === 1) return known[0]!;
  const quoted = JSON.stringify(sent.slice(0, 100));
  // Georgia is a country and a US state.
  const what = known.length > 1 ? 'is the name of a country and of a US state' : 'is not a known place';
  const message = `${quoted} ${what}: send a code such as US-MN, CA-QC or DE.`;
  return { place: {}, issues: [{ path: [member], code: 'UNKNOWN_VALUE', message }] };
}

const isKnown = ({ issues }: { readonly issues: readonly Issue[] }): boolean => issues.length === 0;
