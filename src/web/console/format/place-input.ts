import { countryName } from './format.ts';
import { stateCodes, stateName } from './place-text.ts';

/** A place entered by a user: an address in the US, or a country with its region. */
export type TypedPlace =
  | {
      readonly kind: 'us';
      readonly street: string | null;
      readonly city: string | null;
      readonly state: string | null;
      readonly zip: string | null;
    }
  | { readonly kind: 'country'; readonly country: string; readonly state: string | null };

type Us = Extract<TypedPlace, { kind: 'us' }>;

const inUs = (known: Partial<Us>): Us => ({ kind: 'us', street: null, city: null, state: null, zip: null, ...known });

const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
let names: ReadonlyMap<string, string> | null = null;

/** Finds the country with this name. `Intl` has the names of all country codes. */
function countryOf(text: string): string | null {
  names ??= new Map(
    letters.flatMap((one) =>
      letters.flatMap((other): [string, string][] => {
        const code = `${one}${other}`;
        const name = countryName(code);
        return name === code ? [] : [[name.toLowerCase(), code]];
      }),
    ),
  );
  return names.get(text.toLowerCase()) ?? (isCountry(text) ? text.toUpperCase() : null);
}

const isCountry = (text: string) => /^[a-z]{2}$/i.test(text) && countryName(text.toUpperCase()) !== text.toUpperCase();

function stateOf(text: string): string | null {
  const wanted = text.toLowerCase();
  return stateCodes.find((code) => code.toLowerCase() === wanted || stateName(code).toLowerCase() === wanted) ?? null;
}

/**
 * The places that a text may mean, most likely first: a ZIP code, an address with a ZIP code, `Minneapolis, MN`, a
 * state, a country, or a place code such as `US-MN` and `CA-QC`. `DE` is Germany, as in every place code, but may mean
 * Delaware.
 */
export function placesIn(text: string): readonly TypedPlace[] {
  const typed = text.trim().replace(/,?\s*(?:USA|US|United States)\.?$/i, (end) => (end === text.trim() ? end : ''));
  const coded = /^([a-z]{2})-([a-z0-9]{1,3})$/i.exec(typed);
  if (coded) {
    const [country, state] = [coded[1]!.toUpperCase(), coded[2]!.toUpperCase()];
    return country === 'US' ? [inUs({ state })] : [{ kind: 'country', country, state }];
  }
  const parts = typed
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const zip = /\b(\d{5}(?:-\d{4})?)$/.exec(typed)?.[1] ?? null;
  if (zip !== null || parts.length > 1) return addressIn(parts, zip);
  const country = countryOf(typed);
  const state = stateOf(typed);
  return [
    ...(country === null || country === 'US' ? [] : [{ kind: 'country', country, state: null } as const]),
    ...(state === null ? [] : [inUs({ state })]),
  ];
}

/**
 * The address in comma-separated parts. The last part has the state and ZIP code, the one before it the city, and the
 * first the street. An unknown state or a misplaced ZIP code is not read as part of a city or street.
 */
function addressIn(parts: readonly string[], zip: string | null): readonly TypedPlace[] {
  const last = (parts.at(-1) ?? '').replace(zip ?? '', '').trim();
  const country = parts.length > 1 && zip === null ? countryOf(last) : null;
  const state = stateOf(last);
  if (state === null && country !== null) {
    return [{ kind: 'country', country, state: parts.at(-2) ?? null }];
  }
  const own = state === null && last !== '' ? [...parts.slice(0, -1), last] : parts.slice(0, -1);
  if (state === null && (zip === null || /^[a-z]{2}$/i.test(last))) return [];
  const city = own.at(-1) ?? null;
  if (/\b\d{5}(?:-\d{4})?$/.test(city ?? '') || own.some((part) => /^\d{5}(?:-\d{4})?$/.test(part))) return [];
  const street = own.length > 1 ? own.slice(0, -1).join(', ') : null;
  return [inUs({ zip, state, city, street })];
}

/** The place code used in console URLs: `US-MN`, `CA-QC`, `DE`; null if a ZIP code does not determine the state. */
export function codeOfPlace(place: TypedPlace): string | null {
  if (place.kind === 'us') return place.state === null ? null : `US-${place.state}`;
  return place.state === null ? place.country : `${place.country}-${place.state}`;
}
