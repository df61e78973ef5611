import { expect, it } from 'vitest';
import { productTerms } from '../../../src/domain/lookups/product-terms.ts';
import { codesThatMayFit } from '../../../src/domain/products/suggest-tax-codes.ts';
import { reference } from '../../support/context.ts';

const { taxCodes } = reference;

const suggested = (name: string | null, category: string | null = null) =>
  codesThatMayFit({ name, category }, taxCodes, []).map(({ taxCode }) => taxCode);

it.each([
  ['T Shirt Basic, Blue XL', 'C1S2'],
  ['Men’s leather belts', 'C1S2'],
  ['Women’s running shoes', 'C1S3'],
  ['Kids’ sneakers', 'C1S4'],
  ['Organic cotton baby onesie', 'C1S4'],
  ['Soccer cleats', 'C1S6'],
  ['Steel toe boots', 'C1S8'],
  ['Halloween costumes', 'C1S7'],
  ['Necklace with ring', 'C1S51'],
  ['Coffee beans 1 kg', 'C1S10'],
  ['Coffee mug', 'C1S1'],
  ['Tomatoes, canned', 'C1S10'],
  ['Baby formula', 'C1S10'],
  ['Box of chocolates', 'C1S11'],
  ['Milk chocolate', 'C1S11'],
  ['Chocolate milk', 'C1S10'],
  ['Bottle of mineral water', 'C1S13'],
  ['Dog food', 'C1S1'],
  ['Baby shampoo', 'C1S1'],
  ['Paracetamol 500 mg tablets', 'C1S21'],
  ['The Great Gatsby (paperback)', 'C1S30'],
  ['E-Book', 'C2S1'],
  ['Kitchen knives', 'C1S1'],
  ['Knitted scarves', 'C1S2'],
  ['Shoe repair', 'C4S8'],
  ['Repair of a watch', 'C4S2'],
  ['Concert tickets', 'C5S1'],
  ['Gift card for shoes', 'C7S1'],
])('suggests for %s the code %s first', (name, taxCode) => {
  expect(suggested(name)[0]).toBe(taxCode);
});

it('knows a category by its most specific part, and prefers a code that name and category suggest', () => {
  expect(suggested('Aurora', 'Apparel & Accessories > Clothing > Rain boots')).toEqual(['C1S3', 'C1S2']);
  expect(suggested('Orange', 'Apparel')).toEqual(['C1S10', 'C1S2']);
  expect(suggested('Shirt, orange', 'Groceries')[0]).toBe('C1S10');
});

it('suggests nothing for an unknown product, one without a code, or the product that an accessory is for', () => {
  for (const name of ['Xyz', 'Red wine', 'Cover for laptops', '']) expect(suggested(name)).toEqual([]);
  expect(suggested(null)).toEqual([]);
});

it('gives the term and what the code covers as the reason', () => {
  expect(codesThatMayFit({ name: 'Two gold coins', category: null }, taxCodes, [])[0]!.reason).toMatch(
    /^The name contains "gold coin"\. The code covers: Gold bars /,
  );
});

it('has terms only for known codes, and none for two of them except software as a service', () => {
  const codes = new Set(taxCodes.map(({ code }) => code));
  expect(Object.keys(productTerms).filter((code) => !codes.has(code))).toEqual([]);
  const terms = Object.values(productTerms).flatMap((list) => list.split(/,\s+/));
  expect(terms.filter((term, at) => terms.indexOf(term) !== at)).toEqual(['saas', 'software as a service']);
});
