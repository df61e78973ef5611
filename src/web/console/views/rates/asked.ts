import type { VariablesOf } from '../../base/graphql.ts';
import { codeOfPlace, type TypedPlace } from '../../format/place-input.ts';
import type { changesOperation } from './operations.ts';

type ChangesVariables = Pick<VariablesOf<typeof changesOperation>, 'filter' | 'zip' | 'taxCode' | 'inVersion'>;

export type Asked = { readonly asOf: string | null; readonly taxCode: string | null };

type Span = { readonly today: string; readonly isPast: boolean; readonly inVersion?: number | null };

/** The changes to show for a place, or for all places. An update has no past changes. */
export function changesAsked(
  place: TypedPlace | null,
  taxCode: string | null,
  { today, isPast, inVersion = null }: Span,
): ChangesVariables {
  const spanned = { effectiveOn: isPast ? { lte: today } : { gt: today } };
  const asked = { taxCode, ...(inVersion !== null && { inVersion }) };
  const inSpan = inVersion === null ? spanned : {};
  if (place === null) return { ...asked, filter: inSpan };
  if (place.kind === 'us' && place.zip !== null) return { ...asked, filter: inSpan, zip: place.zip.slice(0, 5) };
  const { country, state } = place.kind === 'us' ? { country: 'US', state: place.state } : place;
  return { ...asked, filter: { ...inSpan, country: { eq: country }, ...(state !== null && { state: { eq: state } }) } };
}

/**
 * The place whose rules are listed: the state, or the country without its region. For a ZIP code, the response contains
 * the state.
 */
export function coveragePlace(place: TypedPlace, state: string | null): string | null {
  if (place.kind === 'country') return place.country;
  return codeOfPlace({ ...place, state: place.state ?? state });
}
