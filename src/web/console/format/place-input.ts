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

/** The country with this name or code; null if it is unknown. `Intl` has the names of all country codes. */
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
 * The places that a text may mean, most likely first: a ZIP code, an address with or without commas, `Minneapolis, MN`, a
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
  if (zip !== null && parts.length === 1) {
    const { before, state } = withoutState(typed.replace(zip, '').trim(), false);
    if (state !== null) return addressIn([before, `${state} ${zip}`], zip);
  }
  if (zip !== null || parts.length > 1) return addressIn(parts, zip);
  const country = countryOf(typed);
  const state = stateOf(typed);
  const found = [
    ...(country === null || country === 'US' ? [] : [{ kind: 'country', country, state: null } as const]),
    ...(state === null ? [] : [inUs({ state })]),
  ];
  const { before, state: last } = withoutState(typed, true);
  return found.length > 0 || last === null ? found : addressIn([before, last], null);
}

/**
 * Separates the state from the end of a text without commas. Without `allowsNames`, only codes count, because a state
 * name may also be part of a city name.
 */
function withoutState(text: string, allowsNames: boolean) {
  const words = text.split(/\s+/);
  for (const count of allowsNames ? [3, 2, 1] : [1]) {
    const [before, last] = [words.slice(0, -count).join(' '), words.slice(-count).join(' ')];
    const state = allowsNames || last.length === 2 ? stateOf(last) : null;
    if (before !== '' && state !== null) return { before, state };
  }
  return { before: text, state: null };
}

const streetTypes =
  /^(?:ave(?:nue)?|blvd|boulevard|cir(?:cle)?|ct|court|dr(?:ive)?|hwy|highway|ln|lane|pkwy|parkway|pl(?:ace)?|plaza|rd|road|sq(?:uare)?|st(?:reet)?|ter(?:race)?|trl|trail|way)\.?$/i;
const directions = /^(?:[nsew]|[ns][ew])\.?$/i;
const units = /^(?:apt|apartment|ste|suite|unit|#)\.?$/i;

/** Separates a street with a house number from the city after it: the city starts after the last type of street. */
function streetAndCity(text: string): Pick<Us, 'street' | 'city'> {
  if (!/^\d/.test(text)) return { street: null, city: text };
  const words = text.split(/\s+/);
  const isType = (index: number) => streetTypes.test(words[index] ?? '');
  const isSaint = (index: number) =>
    /^st\.?$/i.test(words[index]!) && isType(directions.test(words[index - 1] ?? '') ? index - 2 : index - 1);
  let end = words.findLastIndex(
    (_, index) => index > 1 && index < words.length - 1 && isType(index) && !isSaint(index),
  );
  if (end < 0) return { street: text, city: null };
  if (directions.test(words[end + 1]!)) end += 1;
  if (units.test(words[end + 1] ?? '')) end += 2;
  const city = words.slice(end + 1).join(' ');
  return { street: words.slice(0, end + 1).join(' '), city: city === '' ? null : city };
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
  if (own.length > 1) return [inUs({ zip, state, city, street: own.slice(0, -1).join(', ') })];
  return [inUs({ zip, state, ...(city !== null && streetAndCity(city)) })];
}

/** The place code used in console URLs: `US-MN`, `CA-QC`, `DE`; null if a ZIP code does not determine the state. */
export function codeOfPlace(place: TypedPlace): string | null {
  if (place.kind === 'us') return place.state === null ? null : `US-${place.state}`;
  return place.state === null ? place.country : `${place.country}-${place.state}`;
}
