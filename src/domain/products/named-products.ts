import { productTerms } from '../lookups/product-terms.ts';

/** A common product name in a text, with the tax codes of the product. */
type NamedProduct = { readonly term: string; readonly taxCodes: readonly string[] };

type Term = NamedProduct & { readonly stems: readonly string[] };

const termsByFirstStem = readTerms();

/**
 * Finds common product names in a text. The last name before a word such as `with` comes first: a `shirt dress with
 * belt` is a dress. Names after `for` are ignored: a `cover for laptops` is not a computer.
 */
export function namedProducts(text: string): NamedProduct[] {
  const [product] = text.split(/\bfor\b/i);
  const parts = product!.split(/[,;:(|]|\s[-–—]\s|\b(?:of|with|without|in|from|by|to)\b/i);
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
    const term = starting.find((one) => one.stems.every((stem, index) => stem === stems[at + index]));
    if (!term) continue;
    found.push(term);
    at += term.stems.length - 1;
  }
  return found;
}

function readTerms(): Map<string, Term[]> {
  const terms = new Map<string, Term>();
  for (const [taxCode, list] of Object.entries(productTerms)) {
    for (const term of list.split(/,\s+/)) {
      const taxCodes = [...(terms.get(term)?.taxCodes ?? []), taxCode];
      terms.set(term, { term, taxCodes, stems: stemsOf(term) });
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
