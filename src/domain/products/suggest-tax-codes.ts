import { z } from 'zod';
import { absentAsNull } from '../base/fields.ts';
import { field, type RecordOf, record } from '../base/record.ts';
import { formatCount } from '../base/words.ts';
import type { TaxCode } from '../lookups/catalogue.ts';
import { namedProducts, stemsOf } from './named-products.ts';
import { productFields } from './product.ts';

const { name, category } = productFields.shape;

/** A product for which to suggest tax codes. */
export const describedProductInput = z.object({
  name: absentAsNull(name).meta({ description: 'Name of the product, such as Rain coat.' }),
  category: absentAsNull(category).meta({ description: 'Category of the product in your system, such as Apparel.' }),
});
export type DescribedProduct = z.output<typeof describedProductInput>;

const taxCodeSuggestion = record(
  'TaxCodeSuggestion',
  'A tax code that may fit a product, to be accepted by a person.',
  {
    taxCode: field.text('The suggested tax code.', { examples: ['C1S2'] }),
    name: field.text('Short name of the code, such as Clothing.'),
    reason: field.text(
      'Reason for the suggestion: mapped products in the same category, or a common product in its name or category.',
    ),
  },
);
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

export type MappedCount = { readonly category: string; readonly taxCode: string; readonly productCount: number };

/**
 * Suggests the codes of mapped products in the same category first, then the codes of common products that the name or
 * the category contains.
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
      const have = formatCount(productCount, 'product has', 'products have');
      const reason = `${have} this code in the category ${JSON.stringify(product.category)}.`;
      return { taxCode, name: named.get(taxCode)!.name, reason };
    });
  const ofTerms = codesOfTerms(product).flatMap(({ taxCode, within, term, language }) => {
    const code = named.get(taxCode);
    if (!code) return [];
    // Later sentences in a description list what other codes cover.
    const covered = code.description.split(/\.(?:\s|$)/)[0]!;
    const shown = `${JSON.stringify(term)}${language === null ? '' : ` (${language})`}`;
    const reason = `The ${within} contains ${shown}. The code covers: ${covered}.`;
    return [{ taxCode, name: code.name, reason }];
  });
  const found = [...ofCategory, ...ofTerms];
  const isFirst = ({ taxCode }: TaxCodeSuggestion, index: number) =>
    found.findIndex((one) => one.taxCode === taxCode) === index;
  return found.filter(isFirst).slice(0, most);
}

type CodeOfTerm = {
  readonly taxCode: string;
  readonly within: 'name' | 'category';
  readonly term: string;
  readonly language: string | null;
};

/** Best first: codes suggested by both the name and the category, then by the name only, then by the category only. */
function codesOfTerms({ name, category }: DescribedProduct): CodeOfTerm[] {
  const isForChildren = stemsOf(`${name ?? ''} ${category ?? ''}`).some((stem) => childStems.has(stem));
  const codesIn = (within: CodeOfTerm['within'], text: string) =>
    namedProducts(text).flatMap(({ term, language, taxCodes }) => {
      const adult = taxCodes.map((taxCode) => ({ taxCode, within, term, language }));
      const hasChildrens = isForChildren && taxCodes.some((taxCode) => adultClothing.has(taxCode));
      return hasChildrens ? [{ taxCode: childrensClothing, within, term, language }, ...adult] : adult;
    });
  const ofName = codesIn('name', name ?? '');
  // The last part is the most specific: `Apparel > Dresses`.
  const parts = (category ?? '').split(/[>/|]/).reverse();
  const ofCategory = parts.flatMap((part) => codesIn('category', part));
  const inBoth = ofName.filter(({ taxCode }) => ofCategory.some((other) => other.taxCode === taxCode));
  return [...inBoth, ...ofName, ...ofCategory];
}

const adultClothing = new Set(['C1S2', 'C1S3']);
const childrensClothing = 'C1S4';
const childStems = new Set(
  stemsOf(
    'baby child children kid infant toddler boy girl junior youth kinder enfant bébé niño niña bambino bambina bambini',
  ),
);
