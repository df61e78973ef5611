import { fold, foldDirection } from '../../names/folding.ts';
import { findSpelled } from '../../names/spelled-parts.ts';
import type { StateBook, UsBook } from '../book/state-book.ts';

/** US mail destinations outside any state: the armed forces, and territories that are not in the rate book. */
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

/**
 * States by code, FIPS code, name or abbreviation, also as `US-MN` and `Minnesota (MN), USA`; ignores case, accents and
 * dots.
 */
export function makeStateDirectory(book: UsBook): StateDirectory {
  const byText = new Map<string, StateBook>();
  const names = new Map<string, StateBook>();
  for (const state of book.states.values()) {
    const codes = [state.code, state.fips, String(Number(state.fips)), `US ${state.code}`];
    for (const text of [...codes, state.name, ...(stateShortForms[state.code] ?? [])]) byText.set(fold(text), state);
    names.set(fold(state.name), state);
  }
  const outside = new Map<string, OutsideStates>();
  for (const place of outsideStates) {
    const texts = [place.code, place.name, `US ${place.code}`, `US ${place.name}`];
    for (const text of [...texts, ...(outsideShortForms[place.code] ?? [])]) outside.set(fold(text), place);
  }
  return {
    find: (text) => findByText(byText, text),
    findOutside: (text) => findByText(outside, text),
    names,
  };
}

function findByText<Place>(places: ReadonlyMap<string, Place>, text: string): Place | null {
  const find = (part: string): Place | null => {
    const folded = fold(part);
    return places.get(folded) ?? places.get(bareState(folded)) ?? null;
  };
  return findSpelled(text, { find, isCountry: (part) => /^(us|usa|united states( of america)?)$/.test(fold(part)) });
}

function bareState(folded: string): string {
  return foldDirection(folded.replace(/^(the )?(state|commonwealth|territory) of /, ''));
}

/** ZIP codes of the western Pacific, as assigned by the US Postal Service. */
const pacificZips = [
  { code: 'GU', first: '96910', last: '96932' },
  { code: 'PW', first: '96939', last: '96940' },
  { code: 'FM', first: '96941', last: '96944' },
  { code: 'MP', first: '96950', last: '96952' },
  { code: 'MH', first: '96960', last: '96970' },
] as const;

/** The armed forces or a territory, by the first three digits of the ZIP code, or by all five in the Pacific. */
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
  return pacificZips.find(({ first, last }) => first <= zip && zip <= last)?.code ?? null;
}

/** Abbreviations of states other than their codes, as in style guides and older addresses, in folded form. */
const stateShortForms: Readonly<Record<string, readonly string[]>> = {
  AL: ['ala'],
  AR: ['ark'],
  AZ: ['ariz'],
  CA: ['calif', 'cal'],
  CO: ['colo', 'col'],
  CT: ['conn'],
  DC: ['washington dc', 'washington d c', 'd c', 'wash dc', 'wash d c', 'dist of columbia', 'dist of col'],
  DE: ['del'],
  FL: ['fla'],
  ID: ['ida'],
  IL: ['ill', 'ills'],
  IN: ['ind'],
  KS: ['kan', 'kans'],
  MA: ['mass'],
  MI: ['mich'],
  MN: ['minn'],
  MS: ['miss'],
  MT: ['mont'],
  NC: ['n car', 'no car', 'n c'],
  ND: ['n dak', 'no dak', 'n d'],
  NE: ['neb', 'nebr'],
  NH: ['n hamp', 'n h'],
  NJ: ['n j'],
  NM: ['n mex', 'new mex', 'n m'],
  NV: ['nev'],
  NY: ['n y'],
  OK: ['okla'],
  OR: ['ore', 'oreg'],
  PA: ['penn', 'penna'],
  PR: ['p r'],
  RI: ['r i'],
  SC: ['s car', 'so car', 's c'],
  SD: ['s dak', 'so dak', 's d'],
  TN: ['tenn'],
  TX: ['tex'],
  WA: ['wash'],
  WI: ['wis', 'wisc'],
  WV: ['w va', 'wva', 'w v'],
  WY: ['wyo'],
};

/** Abbreviations of places outside any state, in folded form. */
const outsideShortForms: Readonly<Record<string, readonly string[]>> = {
  AA: ['armed forces the americas', 'armed forces of the americas', 'apo aa', 'fpo aa', 'dpo aa'],
  AE: [
    'armed forces europe',
    'armed forces africa',
    'armed forces canada',
    'armed forces middle east',
    'apo ae',
    'fpo ae',
    'dpo ae',
  ],
  AP: ['armed forces the pacific', 'armed forces of the pacific', 'apo ap', 'fpo ap', 'dpo ap'],
  FM: ['federated states of micronesia', 'fsm'],
  MH: ['rmi'],
  MP: ['cnmi', 'northern marianas', 'commonwealth of the northern mariana islands', 'saipan'],
  PW: ['republic of palau'],
  VI: ['usvi', 'virgin islands', 'virgin islands of the united states'],
};
