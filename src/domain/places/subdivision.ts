import type { AddressMatcher } from './placeable-address.ts';

/** A US state, or a province or region elsewhere in the rate book. The name is null outside the US. */
export type Subdivision = { readonly code: string; readonly name: string | null };

/** Finds a region by code or name in any usual spelling; `country` is an alpha-2 code. */
export function findSubdivision(matcher: AddressMatcher, country: string, text: string): Subdivision | null {
  if (text.trim() === '') return null;
  const state = country === 'US' ? matcher.findState(text) : null;
  if (state) return { code: state.code, name: state.name };
  return country === 'US' ? null : findRegion(matcher, country, text);
}

function findRegion(matcher: AddressMatcher, country: string, region: string): Subdivision | null {
  const nowhere = { county: null, city: null, street: null, zip: null, isPartial: true };
  const match = matcher.matchAddress({ ...nowhere, country, state: null, region });
  if (match.kind !== 'matched' || match.place.country !== country || match.place.subdivision === null) return null;
  return { code: match.place.subdivision, name: null };
}
