/** A place, identified by rate book codes. */
export type CodedPlace = { readonly country: string; readonly state: string | null };

/** The ISO 3166 code of a place: `US-MN`, `CA-QC`, `DE`; `EU` for the other member states together. */
export function placeCode({ country, state }: CodedPlace): string {
  return state === null ? country : `${country}-${stateCode({ country, state })}`;
}

/**
 * The state code as used in addresses: `MN`, `QC`. The rate book uses codes such as `CA-QC` for regions outside the US.
 */
export function stateCode<State extends string | null>({
  country,
  state,
}: CodedPlace & { readonly state: State }): State {
  return (state?.startsWith(`${country}-`) ? state.slice(country.length + 1) : state) as State;
}

type PlaceOfDocument = { readonly country: string; readonly subdivision: string | null };

export function codedPlace({ country, subdivision }: PlaceOfDocument): CodedPlace {
  return { country, state: subdivision };
}
