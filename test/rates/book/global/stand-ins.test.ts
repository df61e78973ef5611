import { describe, expect, it } from 'vitest';
import { readJsonFile } from '../../../../src/rates/book/files/json-file.ts';
import { makeGlobalBook } from '../../../../src/rates/book/global/book-reader.ts';
import { globalRules } from '../../../../src/rates/book/global/taxability.ts';
import { readTaxCodes } from '../../../../src/rates/book/rules/tax-codes.ts';

const { categories } = readTaxCodes(readJsonFile('tax-codes.json'), []);

/** The rules of Switzerland if the rate book knew only these rows. */
function rulesWith(rows: readonly { readonly category: string; readonly rate: string }[], categoryId: string) {
  const source = ['LAW', 'MWSTG, art. 25'];
  const book = makeGlobalBook({
    countries: readJsonFile('global/countries.json'),
    regions: readJsonFile('global/regions.json'),
    categoryRates: { rates: rows.map((row) => ({ country: 'CH', source, ...row })) },
    imports: readJsonFile('global/imports.json'),
    nexus: readJsonFile('global/nexus.json'),
  });
  const at = { country: book.countries.get('CH')!, region: null };
  const [first] = globalRules(book, at, categories.get(categoryId)!);
  const { rule, notices } = first!.facts;
  return { terms: rule.terms, notices: notices.map(({ code }) => code) };
}

describe('a category that replaces another', () => {
  const hotels = { category: 'accommodation', rate: '0.038' };

  it('taxes a holiday home like a hotel night, with a notice', () => {
    const { terms } = rulesWith([hotels], 'lodging');
    expect(terms).toHaveLength(1);
    expect(rulesWith([hotels], 'short_term_rental')).toEqual({ terms, notices: ['CATEGORY_WITHOUT_FACTS'] });
  });

  it('is not used if the category has its own facts', () => {
    const homes = { category: 'short_term_rental', rate: '0.081' };
    const { terms, notices } = rulesWith([hotels, homes], 'short_term_rental');
    expect(notices).toEqual([]);
    expect(terms).not.toEqual(rulesWith([hotels], 'lodging').terms);
  });

  it('uses the standard rate, with the same notice, where neither is known', () => {
    const { terms, notices } = rulesWith([{ category: 'books', rate: '0.026' }], 'short_term_rental');
    expect(terms.map(({ rate }) => rate.kind)).toEqual(['general']);
    expect(notices).toEqual(['CATEGORY_WITHOUT_FACTS']);
  });
});
