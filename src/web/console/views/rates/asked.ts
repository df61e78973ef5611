import type { VariablesOf } from '../../base/graphql.ts';
import { codeOfPlace, type TypedPlace } from '../../format/place-input.ts';
import type { changesOperation } from './operations.ts';

type ChangesVariables = Pick<VariablesOf<typeof changesOperation>, 'filter' | 'zip' | 'taxCode'>;

export type Asked = { readonly asOf: string | null; readonly taxCode: string | null };

/** Which changes concern a place; all without one. */
export function changesAsked(
  place: TypedPlace | null,
  taxCode: string | null,
  span: { readonly today: string; readonly isPast: boolean },
): ChangesVariables {
  const effectiveOn = span.isPast ? { lte: span.today } : { gt: span.today };
  if (place === null) return { filter: { effectiveOn }, taxCode };
  if (place.kind === 'us' && place.zip !== null)
    return { filter: { effectiveOn }, zip: place.zip.slice(0, 5), taxCode };
  const { country, state } = place.kind === 'us' ? { country: 'US', state: place.state } : place;
  return {
    filter: { effectiveOn, country: { eq: country }, ...(state !== null && { state: { eq: state } }) },
    taxCode,
  };
}

/** Where rules are listed: the state, or the country without its region. The answer knows the state of a ZIP code. */
export function coveragePlace(place: TypedPlace, state: string | null): string | null {
  if (place.kind === 'country') return place.country;
  return codeOfPlace({ ...place, state: place.state ?? state });
}
