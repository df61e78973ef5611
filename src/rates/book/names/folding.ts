const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  þ: 'th',
};

/** Removes case, accents and punctuation: `St. Louis`, `ST.LOUIS` and `st louis` become equal. */
export function fold(text: string): string {
  if (plainWords.test(text)) return text.toLowerCase(); // This covers nearly all names in the rate book.
  const plain = isAscii(text) ? text.toLowerCase() : withoutAccents(text);
  const parted = plain.includes('.') ? plain.replace(dotInsteadOfBlank, '$1 ') : plain;
  return parted
    .replace(/['’`´ʻʼ‘.]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const plainWords = /^[A-Za-z]+(?: [A-Za-z]+)*$/;

function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßøæœłđıþ]/g, (letter) => letters[letter] ?? letter);
}

/** A space is missing in `ST.LOUIS` and `N.Carolina`, but not in `N.Y.C.`. */
const dotInsteadOfBlank = /(\p{L}{2}|(?<!\p{L})\p{L}(?=\.\p{L}{3}))\.(?=\p{L}{2})/gu;

/** The folded forms of a name: umlauts may also be written out (`Buesingen`), and `å` as `aa`. */
export function foldedForms(text: string): readonly string[] {
  const written = text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[äöüåø]/g, (letter) => digraphs[letter]!);
  return [...new Set([fold(text), fold(written)])];
}

const digraphs: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/** Common and Postal Service abbreviations, and British spellings, each mapped to one form. */
const wholeWords = wordsIn({
  st: 'saint',
  ste: 'sainte',
  ft: 'fort',
  mt: 'mount',
  mtn: 'mount',
  mountain: 'mount',
  mtns: 'mountains',
  pt: 'point',
  hts: 'heights',
  hgts: 'heights',
  hls: 'hills',
  spg: 'spring',
  spgs: 'springs',
  jct: 'junction',
  bch: 'beach',
  ctr: 'center',
  centre: 'center',
  hbr: 'harbor',
  harbour: 'harbor',
  twp: 'township',
  vly: 'valley',
  vlg: 'village',
  vw: 'view',
  cty: 'city',
  crk: 'creek',
  cyn: 'canyon',
  est: 'estates',
  ests: 'estates',
  fls: 'falls',
  gdns: 'gardens',
  grv: 'grove',
  isl: 'island',
  lk: 'lake',
  lks: 'lakes',
  pk: 'park',
  plns: 'plains',
  rvr: 'river',
});
const leadingWords = wordsIn({
  n: 'north',
  no: 'north',
  s: 'south',
  so: 'south',
  e: 'east',
  w: 'west',
});

/** A map contains only these words, while an object would also contain `constructor`. */
function wordsIn(words: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(words));
}

/** `N. Carolina` becomes `north carolina`. */
export function foldDirection(text: string): string {
  const folded = fold(text);
  const blank = folded.indexOf(' ');
  const direction = blank < 0 ? undefined : leadingWords.get(folded.slice(0, blank));
  return direction === undefined ? folded : direction + folded.slice(blank);
}

/** A place name with abbreviations expanded and additions removed: `City of Ft. Worth, TX` becomes `fort worth`. */
export function foldPlace(text: string): string {
  const bare = plainWords.test(text) ? text : text.replace(/\([^)]*\)|,.*$|\s[-–—]\s.*$/g, ' ');
  return foldDirection(bare)
    .replace(/^(the )?(city|town|village|borough|township) of /, '')
    .replace(/^mc (?=\p{L})/u, 'mc')
    .split(' ')
    .map((word) => wholeWords.get(word) ?? word)
    .join(' ');
}

/** A folded place name without the type of place: `salt lake city` becomes `salt lake`. */
export function bareName(folded: string): string {
  return folded.replace(/ (city|town|village|township|borough|municipality|municipio|county)$/, '');
}

/**
 * Allows one typo in a short name, two in a long name, or misplaced spaces. Names of up to three letters must match
 * exactly.
 */
export function isNearSpelling(left: string, right: string): boolean {
  if (left.replaceAll(' ', '') === right.replaceAll(' ', '')) return true;
  const longest = Math.max(left.length, right.length);
  if (longest < 4) return false;
  const allowed = longest < 8 ? 1 : 2;
  return Math.abs(left.length - right.length) <= allowed && slips(left, right) <= allowed;
}

/** The number of letters inserted, omitted, replaced, or swapped with an adjacent letter. */
function slips(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1];
      const swapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
          ? (beforeLast[column - 2] ?? 0) + 1
          : Number.POSITIVE_INFINITY;
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        swapped,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[right.length] ?? 0;
}
