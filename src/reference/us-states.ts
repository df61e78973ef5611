import { fold } from './folding.ts';
import type { StateBook, UsBook } from './us-book.ts';

/** Where US post goes that is in no state: the armed forces, and territories whose taxes the rate book lacks. */
export type OutsideStates = {
  readonly kind: 'military' | 'territory';
  readonly code: string;
  readonly name: string;
};

const outsideStates = [
  { kind: 'military', code: 'AA', name: 'Armed Forces Americas' },
  { kind: 'military', code: 'AE', name: 'Armed Forces Europe, Middle East, Africa and Canada' },
  { kind: 'military', code: 'AP', name: 'Armed Forces Pacific' },
  { kind: 'territory', code: 'AS', name: 'American Samoa' },
  { kind: 'territory', code: 'FM', name: 'Micronesia' },
  { kind: 'territory', code: 'GU', name: 'Guam' },
  { kind: 'territory', code: 'MH', name: 'Marshall Islands' },
  { kind: 'territory', code: 'MP', name: 'Northern Mariana Islands' },
  { kind: 'territory', code: 'PW', name: 'Palau' },
  { kind: 'territory', code: 'VI', name: 'US Virgin Islands' },
] as const satisfies readonly OutsideStates[];

export type StateDirectory = {
  readonly find: (text: string) => StateBook | null;
  readonly findOutside: (text: string) => OutsideStates | null;
  readonly names: ReadonlyMap<string, StateBook>;
};

/** States by code, FIPS code or name, also as `US-MN`; case, accents and dots aside. */
export function makeStateDirectory(book: UsBook): StateDirectory {
  const byText = new Map<string, StateBook>();
  const names = new Map<string, StateBook>();
  for (const state of book.states.values()) {
    for (const text of [state.code, state.fips, String(Number(state.fips)), state.name, `US ${state.code}`]) {
      byText.set(fold(text), state);
    }
    names.set(fold(state.name), state);
  }
  const capital = book.states.get('DC');
  if (capital) {
    for (const text of ['Washington DC', 'Washington D C', 'D C', 'Dist of Columbia']) byText.set(fold(text), capital);
  }
  const outside = new Map<string, OutsideStates>();
  for (const place of outsideStates) {
    for (const text of [place.code, place.name, `US ${place.code}`]) outside.set(fold(text), place);
  }
  return {
    find: (text) => byText.get(text) ?? byText.get(fold(text).replace(/^(state|commonwealth) of /, '')) ?? null,
    findOutside: (text) => outside.get(fold(text)) ?? null,
    names,
  };
}

/** The armed forces' or a territory's, by the first three digits of the ZIP code. */
export function outsideStatesOfZip(zip: string): OutsideStates | null {
  const code = codeOfPrefix(Number(zip.slice(0, 3)), zip);
  return outsideStates.find((place) => place.code === code) ?? null;
}

function codeOfPrefix(prefix: number, zip: string): string | null {
  if (zip === '96799') return 'AS';
  if (prefix === 8) return 'VI';
  if (prefix === 340) return 'AA';
  if (prefix >= 90 && prefix <= 98) return 'AE';
  if (prefix >= 962 && prefix <= 966) return 'AP';
  return prefix === 969 ? 'GU' : null;
}
