import { expect, it } from 'vitest';
import { foreignProductTerms } from '../../../src/domain/lookups/foreign-product-terms.ts';
import { productTerms } from '../../../src/domain/lookups/product-terms.ts';
import { stemsOf } from '../../../src/domain/products/named-products.ts';
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

it.each([
  ['Herrenhemd, weiß', 'C1S2'],
  ['Laufschuhe Damen', 'C1S3'],
  ['Kinderschuhe', 'C1S4'],
  ['Brot', 'C1S10'],
  ['Grüner Tee', 'C1S10'],
  ['Vollmilchschokolade / Schokolade', 'C1S11'],
  ['Fußbälle und Fußball', 'C1S46'],
  ['Gutschein für Schuhe', 'C7S1'],
  ['Chaussures de football', 'C1S6'],
  ['Chaussures en cuir', 'C1S3'],
  ['Jupe enfant', 'C1S4'],
  ['Pain complet', 'C1S10'],
  ['Jus d’orange 1 L', 'C1S10'],
  ['Livre audio', 'C2S7'],
  ['Livres de poche', 'C1S30'],
  ['Camisa de algodón', 'C1S2'],
  ['Zapatos de seguridad', 'C1S8'],
  ['Pan integral', 'C1S10'],
  ['Botella de agua', 'C1S1'],
  ['Pañales talla 3', 'C1S24'],
  ['Sartén 28 cm', 'C1S1'],
  ['Magliette uomo', 'C1S2'],
  ['Acqua minerale', 'C1S13'],
  ['Scarpe da calcio', 'C1S6'],
  ['Latte intero', 'C1S10'],
  ['Overhemden heren', 'C1S2'],
  ['Kookboeken', 'C1S30'],
  ['Regenjassen en regenjas', 'C1S2'],
  ['Zonnebril', 'C1S5'],
  ['Cadeaukaart', 'C7S1'],
])('suggests for the foreign name %s the code %s first', (name, taxCode) => {
  expect(suggested(name)[0]).toBe(taxCode);
});

// Words with two meanings, and what would follow from the wrong one.
it.each([
  ['Gift', 'poison in German'],
  ['Menu', 'a meal or a list'],
  ['Pan', 'bread in Spanish'],
  ['Pain', 'bread in French'],
  ['Rock', 'a skirt in German'],
  ['Hose', 'trousers in German'],
  ['Tee', 'tea in German, a T-shirt in English'],
  ['Burro', 'butter in Italian, a donkey in Spanish'],
  ['Tenda', 'a tent or a curtain'],
  ['Car jack', 'like the stem of Jacke'],
  ['West wall art kit', 'like the stem of Weste'],
  ['Window pane', 'bread in Italian'],
  ['Spend tracker', 'like the stem of Spende'],
  ['The best thing', 'like the stem of the Dutch thee'],
  ['Kiste', 'unknown'],
  ['Hülle für Laptops', 'only what it is for'],
  ['Étui pour téléphone', 'only what it is for'],
  ['Funda de ordenador', 'only what it is for'],
])('suggests nothing for %s (%s)', (name) => {
  expect(suggested(name)).toEqual([]);
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

it('names the language of a foreign term in the reason', () => {
  expect(codesThatMayFit({ name: 'Zwei Hemden', category: null }, taxCodes, [])[0]!.reason).toMatch(
    /^The name contains "hemden" \(German\)\. The code covers: /,
  );
});

it('has no foreign term that means something else in English or another of the languages', () => {
  const codeOf = new Map<string, { taxCode: string; term: string }>();
  const clashes: string[] = [];
  for (const terms of [productTerms, ...Object.values(foreignProductTerms)]) {
    for (const [taxCode, list] of Object.entries(terms)) {
      if (taxCode === 'C3S2') continue;
      for (const term of list.split(/,\s+/)) {
        const stems = stemsOf(term).join(' ');
        const known = codeOf.get(stems);
        if (known && known.taxCode !== taxCode) clashes.push(`${term} ${taxCode}, ${known.term} ${known.taxCode}`);
        codeOf.set(stems, { taxCode, term });
      }
    }
  }
  expect(clashes).toEqual([]);
});

it('has terms only for known codes, and none for two of them except software as a service', () => {
  const codes = new Set(taxCodes.map(({ code }) => code));
  const languages = [productTerms, ...Object.values(foreignProductTerms)];
  expect(languages.flatMap((terms) => Object.keys(terms)).filter((code) => !codes.has(code))).toEqual([]);
  const terms = Object.values(productTerms).flatMap((list) => list.split(/,\s+/));
  expect(terms.filter((term, at) => terms.indexOf(term) !== at)).toEqual(['saas', 'software as a service']);
});
