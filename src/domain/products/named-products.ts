import { foreignProductTerms } from '../lookups/foreign-product-terms.ts';
import { productTerms } from '../lookups/product-terms.ts';

/** A common product name in a text, with the tax codes of the product. */
type NamedProduct = {
  readonly term: string;
  readonly taxCodes: readonly string[];
  /** Such as German; null for English. */
  readonly language: string | null;
};

type Term = NamedProduct & { readonly stems: readonly string[] };

const termsByFirstStem = readTerms();

const before = '(?<![\\p{L}\\p{M}])';
const after = '(?![\\p{L}\\p{M}])';
const anyOf = (words: string) => `${before}(?:${words.replaceAll(' ', '|')})${after}`;
const purpose = new RegExp(anyOf('for für pour para per voor'), 'iu');
const partEnd = new RegExp(
  `[,;:(|]|\\s[-–—]\\s|${anyOf('of with without in from by to mit ohne aus avec sans con sin senza met zonder')}`,
  'iu',
);

/**
 * Finds common product names in a text. The last name before a word such as `with` comes first: a `shirt dress with
 * belt` is a dress. Names after `for` are ignored: a `cover for laptops` is not a computer.
 */
export function namedProducts(text: string): NamedProduct[] {
  const [product] = text.normalize('NFC').split(purpose);
  const parts = product!.split(partEnd);
  return parts.flatMap((part) => termsIn(stemsOf(part)).reverse());
}

/** The stems of the words in a text. */
export function stemsOf(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .replace(/\p{M}|['’]s?\b/gu, '')
    .toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).flatMap((word) => stemOf(word) || []);
}

/** The terms in order of occurrence. A longer term takes precedence over its parts. */
function termsIn(stems: readonly string[]): Term[] {
  const found: Term[] = [];
  for (let at = 0; at < stems.length; at++) {
    const starting = termsByFirstStem.get(stems[at]!) ?? [];
    const isComplement = complementMarkers.has(stems[at - 1] ?? '');
    const term = starting.find(
      (one) => !(isComplement && one.language !== null) && one.stems.every((stem, index) => stem === stems[at + index]),
    );
    if (!term) continue;
    found.push(term);
    at += term.stems.length - 1;
  }
  return found;
}

/** A name after these words only describes another: a `funda de ordenador` is a cover. */
const complementMarkers = new Set(['de', 'di', 'du', 'del', 'da', 'von', 'van']);

function readTerms(): Map<string, Term[]> {
  const terms = new Map<string, Term>();
  for (const [language, ofLanguage] of [[null, productTerms] as const, ...Object.entries(foreignProductTerms)]) {
    for (const [taxCode, list] of Object.entries(ofLanguage)) {
      for (const term of list.split(/,\s+/)) {
        const key = `${language} ${term}`;
        const taxCodes = [...(terms.get(key)?.taxCodes ?? []), taxCode];
        terms.set(key, { term, language, taxCodes, stems: stemsOf(term) });
      }
    }
  }
  const byFirstStem = new Map<string, Term[]>();
  for (const term of [...terms.values()].sort((one, other) => other.stems.length - one.stems.length)) {
    const [first] = term.stems;
    byFirstStem.set(first!, [...(byFirstStem.get(first!) ?? []), term]);
  }
  return byFirstStem;
}

/** Singular and plural have the same stem, which need not be a word: `cookies` and `cookie` become `cooki`. */
function stemOf(word: string): string {
  return word
    .replace(/(?<=[xs]|sh|ch)es$/, '')
    .replace(/(?<!s)s$/, '')
    .replace(/(?:ie|y)$/, 'i')
    .replace(/[fv]e?$/, 'f')
    .replace(/(?<=..)e$/, '');
}
