import { streetSuffix } from './street-suffixes.ts';

/**
 * One possible reading of a street: `N MAIN ST` may be the northern part of Main Street, or a street called North Main.
 */
export type StreetReading = {
  readonly preDirection: string;
  readonly street: string;
  readonly suffix: string;
  readonly postDirection: string;
};

/** A street with a house number, in upper case and with Postal Service abbreviations. */
export type StreetAddress = { readonly houseNumber: number; readonly readings: readonly StreetReading[] };

/** Parses `250 N Marquette Avenue, Apt 4`; null if there is no house number, as in a PO box. */
export function readStreetAddress(text: string | null): StreetAddress | null {
  const plain = plainText(text ?? '').replace(unit, '');
  const [, digits, rest] = /^(\d{1,9})(?:-\d+)?(?:[A-Z]|-[A-Z])?(?: 1\/[234])? (.+)$/.exec(plain) ?? [];
  if (digits === undefined || rest === undefined || /^(P O|PO|POST OFFICE) BOX\b/.test(rest)) return null;
  return { houseNumber: Number(digits), readings: readingsOf(rest.split(' ')) };
}

/** All spellings under which the street of an address may be recorded. */
export function streetNames({ readings }: StreetAddress): readonly string[] {
  return [...new Set(readings.map(({ street }) => street))];
}

/** `SOUTHWEST` is `SW`; other words are unchanged. */
export function directionOf(word: string): string {
  return directions.get(word) ?? word;
}

function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[.'’]/g, '')
    .replace(/[^A-Z0-9#/-]+/g, ' ')
    .trim();
}

/** A unit within the building, which tax boundaries ignore. */
const unit =
  / (#.*|(APT|APARTMENT|UNIT|STE|SUITE|FL|FLOOR|BLDG|BUILDING|RM|ROOM|LOT|TRLR|TRAILER|DEPT|DEPARTMENT|SPC|SPACE|PH|PENTHOUSE|SLIP|HNGR|PIER|STOP|NO|NUMBER)( #?[A-Z0-9-]+)( .*)?|BSMT|FRNT|LBBY|LOWR|OFC|REAR|SIDE|UPPR)$/;

const directions: ReadonlyMap<string, string> = new Map(
  [
    ['N', 'NORTH'],
    ['S', 'SOUTH'],
    ['E', 'EAST'],
    ['W', 'WEST'],
    ['NE', 'NORTHEAST'],
    ['NW', 'NORTHWEST'],
    ['SE', 'SOUTHEAST'],
    ['SW', 'SOUTHWEST'],
  ].flatMap(([short = '', long = '']): [string, string][] => [
    [short, short],
    [long, short],
  ]),
);

/** The most complete reading first; a possible direction or suffix may also be part of the name. */
function readingsOf(words: readonly string[]): StreetReading[] {
  const readings: StreetReading[] = [];
  for (const hasPre of [true, false]) {
    for (const hasPost of [true, false]) {
      for (const hasSuffix of [true, false]) {
        readings.push(...readingsWith(words, { hasPre, hasPost, hasSuffix }));
      }
    }
  }
  return readings;
}

function readingsWith(
  words: readonly string[],
  parts: { readonly hasPre: boolean; readonly hasPost: boolean; readonly hasSuffix: boolean },
): StreetReading[] {
  const name = [...words];
  const preDirection = parts.hasPre ? directions.get(name.shift() ?? '') : '';
  const postDirection = parts.hasPost ? directions.get(name.pop() ?? '') : '';
  const suffix = parts.hasSuffix ? streetSuffix(name.pop() ?? '') : '';
  if (preDirection === undefined || postDirection === undefined || suffix === null || name.length === 0) return [];
  return spellingsOf(name).map((street) => ({ preDirection, street, suffix, postDirection }));
}

const ordinals =
  'FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH ELEVENTH TWELFTH THIRTEENTH FOURTEENTH FIFTEENTH SIXTEENTH SEVENTEENTH EIGHTEENTH NINETEENTH TWENTIETH'.split(
    ' ',
  );
const beginnings: ReadonlyMap<string, string> = new Map([
  ['SAINT', 'ST'],
  ['ST', 'SAINT'],
  ['MOUNT', 'MT'],
  ['MT', 'MOUNT'],
  ['FORT', 'FT'],
  ['FT', 'FORT'],
]);

function spellingsOf(words: readonly string[]): string[] {
  const [first = '', ...others] = words;
  const number = ordinals.indexOf(first) + 1;
  const word = ordinals[Number(/^(\d+)(ST|ND|RD|TH)$/.exec(first)?.[1] ?? 0) - 1];
  const other = number > 0 ? ordinal(number) : (word ?? (others.length > 0 ? beginnings.get(first) : undefined));
  const names = other === undefined ? [words] : [words, [other, ...others]];
  return names.map((name) => name.join(' '));
}

function ordinal(number: number): string {
  const ending = number > 3 ? 'TH' : (['ST', 'ND', 'RD'][number - 1] ?? 'TH');
  return `${number}${ending}`;
}
