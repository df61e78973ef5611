import { z } from 'zod';
import { absentAsNull } from '../base/fields.ts';
import { field, type RecordOf, record } from '../base/record.ts';
import type { TaxCode } from '../lookups/catalogue.ts';
import { productFields } from './product.ts';

const { name, category } = productFields.shape;

/** A product for which to suggest tax codes. */
export const describedProductInput = z.object({
  name: absentAsNull(name).meta({ description: 'Name of the product, such as Rain coat.' }),
  category: absentAsNull(category).meta({ description: 'Category of the product in your system, such as Apparel.' }),
});
export type DescribedProduct = z.output<typeof describedProductInput>;

const taxCodeSuggestion = record('TaxCodeSuggestion', 'A tax code that may fit a product, for a person to accept.', {
  taxCode: field.text('The suggested tax code.', { examples: ['C1S2'] }),
  name: field.text('Short name of the code, such as Clothing.'),
  reason: field.text('Reason for the suggestion: mapped products of the same category, or words in common.'),
});
type TaxCodeSuggestion = RecordOf<typeof taxCodeSuggestion>;

const most = 3;

export const suggestionsField = field.list(
  taxCodeSuggestion,
  most,
  'Possible tax codes, best first; can be empty. Documents never use a suggestion. To accept one, store the product with its code.',
);

export const taxCodeSuggestions = record('TaxCodeSuggestions', 'Tax codes that may fit a product.', {
  suggestions: suggestionsField,
});
export type TaxCodeSuggestions = RecordOf<typeof taxCodeSuggestions>;

/** The number of products in a category that are mapped to a tax code. */
export type MappedCount = { readonly category: string; readonly taxCode: string; readonly productCount: number };

/**
 * Suggests the codes of mapped products in the same category first, then codes that share words with the name or the
 * category.
 */
export function codesThatMayFit(
  product: DescribedProduct,
  catalogue: readonly TaxCode[],
  mapped: readonly MappedCount[],
): TaxCodeSuggestion[] {
  const named = new Map(catalogue.map((code) => [code.code, code]));
  const ofCategory = mapped
    .filter((count) => count.category === product.category && named.has(count.taxCode))
    .sort((one, other) => other.productCount - one.productCount)
    .map(({ taxCode, productCount }) => {
      const have = productCount === 1 ? '1 product has' : `${productCount} products have`;
      const reason = `${have} this code in the category ${JSON.stringify(product.category)}.`;
      return { taxCode, name: named.get(taxCode)!.name, reason };
    });
  const found = [...ofCategory, ...byWords(product, catalogue)];
  const isFirst = ({ taxCode }: TaxCodeSuggestion, index: number) =>
    found.findIndex((one) => one.taxCode === taxCode) === index;
  return found.filter(isFirst).slice(0, most);
}

function byWords({ name: of, category: within }: DescribedProduct, catalogue: readonly TaxCode[]): TaxCodeSuggestion[] {
  const asked = wordsOf(`${of ?? ''} ${within ?? ''}`);
  const texts = catalogue.map((code) => {
    // Later sentences in a description list what other codes cover.
    const covered = code.description.split(/\.(?:\s|$)/)[0]!;
    return { code, covered, inName: wordsOf(code.name), inAll: wordsOf(`${code.name} ${covered}`) };
  });
  const spread = (word: string) => texts.filter(({ inAll }) => inAll.has(word)).length;
  const scored = texts.flatMap(({ code, covered, inName, inAll }) => {
    const shared = [...asked.keys()].filter((word) => inAll.has(word));
    if (shared.length === 0) return [];
    const score = shared.reduce((sum, word) => sum + (inName.has(word) ? 2 : 1) / spread(word), 0);
    const words = shared.map((word) => JSON.stringify(asked.get(word))).join(', ');
    return [
      { score, taxCode: code.code, name: code.name, reason: `Words in common: ${words}. The code covers: ${covered}.` },
    ];
  });
  return scored.sort((one, other) => other.score - one.score).map(({ score: _, ...suggestion }) => suggestion);
}

const tooCommon = new Set([
  'and',
  'for',
  'the',
  'with',
  'without',
  'other',
  'like',
  'made',
  'use',
  'own',
  'not',
  'good',
]);

/** The words of a text as written, keyed by stem. */
function wordsOf(text: string): Map<string, string> {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.split(/[^\p{L}-]+/u).filter((word) => word.length > 2);
  return new Map(words.map((word) => [stemOf(word), word] as const).filter(([stem]) => !tooCommon.has(stem)));
}

const stemOf = (word: string) =>
  word
    .replace(/(?<=[xs]|sh|ch)es$/, '')
    .replace(/ies$/, 'y')
    .replace(/(?<!s)s$/, '');
