import { expect, it } from 'vitest';
import type { RateChange } from '../../../src/domain/lookups/rate-changes.ts';
import { lawDifferences } from '../../../src/rates/book/book-differences.ts';
import type { Books } from '../../../src/rates/book/books.ts';
import { loadBooks } from '../../../src/rates/book/bundled.ts';
import { type BundledBook, ownBook } from '../../../src/rates/book/files/book-files.ts';
import { atOnce } from '../../../src/rates/book/files/steps.ts';
import { otherChanges } from '../../../src/rates/book/other-changes.ts';
import { bookWith } from '../../support/rate-books.ts';
import { bookWithMinneapolis } from '../../support/rate-releases.ts';

const day = '2026-12-01';
const replaced =
  (from: string, to: string) =>
  (text: string): string =>
    text.replace(from, to);
const changed = (
  [
    // A corrected rate of a state and of a country, a corrected rule of each, and a new announcement in a region.
    ['us/WI.json', replaced('"0.05","1982-05-01"', '"0.055","1982-05-01"')],
    ['us/MN.json', replaced('{"category": "clothing", "taxable": "no"', '{"category": "clothing", "taxable": "yes"')],
    ['global/countries.json', replaced('["0.19","2021-01-01",null', '["0.2","2021-01-01",null')],
    [
      'global/category-rates.json',
      replaced(
        '{"country": "FR", "category": "accommodation", "rate": "0.1"',
        '{"country": "FR", "category": "accommodation", "rate": "0.12"',
      ),
    ],
    [
      'global/regions.json',
      replaced(
        '["0.09975", "2013-01-01", null',
        '["0.09975", "2013-01-01", "2036-12-31", "Act"], ["0.1", "2037-01-01", null',
      ),
    ],
  ] as const
).reduce<BundledBook>(
  (book, [name, change]) => bookWith('2027.01.1', name, change, book),
  bookWithMinneapolis('2027.01.1', '0.007', '2037-01-01'),
);
const [before, after] = [loadBooks(), loadBooks([], changed)];

it('lists the changes of a book to the law in force, and its announced changes', () => {
  const found = atOnce(lawDifferences(before, after, day));
  const lawOf = (law: (typeof found)[number]['before']) => law && (law.rate ?? law.treatment);
  expect(found.map((one) => [one.changeId, one.taxCodes.length > 0, lawOf(one.before), lawOf(one.after)])).toEqual([
    ['0-NOW.DE.DE.RATE', false, '0.19', '0.2'],
    ['0-NOW.FR.FR.RULE', true, '0.1', '0.12'],
    ['0-NOW.US.MN.RULE', true, 'EXEMPT', 'TAXABLE'],
    ['0-NOW.US.WI.RATE', false, '0.05', '0.055'],
    ['2037-01-01.CA.CA-QC.RATE', false, '0.09975', '0.1'],
    ['2037-01-01.US.MN-M43000.RATE', false, '0.005', '0.007'],
  ]);
});

it('lists nothing between two books with the same law, and the reverse the other way', () => {
  expect(atOnce(lawDifferences(before, before, day))).toEqual([]);
  const back = atOnce(lawDifferences(after, before, day));
  expect(back.map(({ changeId, after: law }) => [changeId, law?.rate])).toContainEqual(['0-NOW.US.WI.RATE', '0.05']);
});

it('lists announced changes that a book withdraws, new and removed places, and thresholds', () => {
  const lawOf = (law: RateChange['before']) => law && (law.rate ?? law.description);
  const textsOf = (from: Books, to: Books) =>
    atOnce(lawDifferences(from, to, day)).map((one) => [one.changeId, lawOf(one.before), lawOf(one.after)]);
  expect(textsOf(after, before).slice(-2)).toEqual([
    ['2037-01-01.CA.CA-QC.RATE', '0.1', '0.09975'],
    ['2037-01-01.US.MN-M43000.RATE', '0.007', '0.005'],
  ]);
  const without = bookWith('2027.01.1', 'global/countries.json', (text) => {
    const file = JSON.parse(text) as { countries: unknown[][] };
    return JSON.stringify({ ...file, countries: file.countries.filter(([code]) => code !== 'SC') });
  });
  expect(textsOf(loadBooks([], without), before)).toEqual([
    ['0-NOW.SC.SC.RATE', 'Not covered by the rate book before.', '0.15'],
  ]);
  expect(textsOf(before, loadBooks([], without))).toEqual([
    ['0-NOW.SC.SC.RATE', '0.15', 'No longer covered by the rate book.'],
  ]);
  const threshold = replaced('"100000", "combine": "sales_only"', '"150000", "combine": "sales_only"');
  const higher = bookWith('2027.01.1', 'us/WI.json', threshold);
  expect(textsOf(before, loadBooks([], higher))).toEqual([
    ['0-NOW.US.WI.THRESHOLD', expect.stringMatching(/^Sales of 100000 USD/), expect.stringContaining('150000 USD')],
  ]);
});

it('shows an announced change as one of the law in force from its day on', () => {
  const ids = atOnce(lawDifferences(before, after, '2037-02-01')).map(({ changeId }) => changeId);
  expect(ids).toContain('0-NOW.US.MN-M43000.RATE');
  expect(ids.filter((id) => id.startsWith('2037-01-01'))).toEqual([]);
});

it('lists the rules of a new region, which had those of its country', () => {
  const withoutQuebec = bookWith('2027.01.1', 'global/regions.json', (text) => {
    const file = JSON.parse(text) as { regions: { id: string }[] };
    return JSON.stringify({ ...file, regions: file.regions.filter(({ id }) => id !== 'CA-QC') });
  });
  const found = atOnce(lawDifferences(loadBooks([], withoutQuebec), before, day));
  expect(found.find(({ kind }) => kind === 'RATE')).toMatchObject({ before: null, after: { rate: '0.09975' } });
  const back = atOnce(lawDifferences(before, loadBooks([], withoutQuebec), day));
  expect(back.map(({ changeId, after: law }) => [changeId, law])).toEqual([['0-NOW.CA.CA-QC.RATE', null]]);
  // Books: 5 % of Canada, and nothing for Quebec.
  const ofBooks = found.find(({ taxCodes }) => taxCodes.includes('C1S30'))!;
  expect(ofBooks).toMatchObject({ kind: 'RULE', subdivision: 'CA-QC', before: { treatment: 'TAXABLE' } });
  expect(ofBooks.after).toMatchObject({ rate: '0', treatment: 'REDUCED' });
});

it('lists the rule of a new tax code, which was that of general goods', () => {
  const withoutBooks = bookWith('2027.01.1', 'tax-codes.json', (text) => {
    const file = JSON.parse(text) as { codes: string[][]; categories: unknown[][] };
    const codes = file.codes.filter(([, , , category]) => category !== 'diapers');
    return JSON.stringify({ ...file, codes, categories: file.categories.filter(([id]) => id !== 'diapers') });
  });
  const found = atOnce(lawDifferences(loadBooks([], withoutBooks), before, day));
  const inMinnesota = found.filter(({ subdivision, country }) => country === 'US' && subdivision === 'MN');
  expect(inMinnesota).toMatchObject([{ before: { treatment: 'TAXABLE' }, after: { treatment: 'EXEMPT' } }]);
});

it('lists other facts that a book changes', () => {
  const changes = [
    ['due-days.json', replaced('"state": "WI", "months": 1', '"state": "WI", "months": 2')],
    ['us-delivery-fees.json', replaced('"CO"', '"KS"')],
    [
      'global/nexus.json',
      replaced('"salesThreshold": "50000", "currency": "NOK"', '"salesThreshold": "60000", "currency": "NOK"'),
    ],
    ['us/TX.json', replaced('"from": "2027-08-06"', '"from": "2027-08-13"')],
  ] as const;
  const book = changes.reduce<BundledBook>((one, [name, change]) => bookWith('2027.01.1', name, change, one), ownBook);
  const found = atOnce(otherChanges(ownBook, book));
  expect(found).toContain('changed: return due date, US WI');
  expect(found).toContain('changed: nexus threshold, NO ABROAD');
  expect(found).toContain('removed: delivery fee, CO Retail Delivery Fee');
  expect(found).toContain('added: delivery fee, KS Retail Delivery Fee');
  expect(found.filter((text) => text.startsWith('changed: tax holiday, TX, '))).not.toEqual([]);
  expect(atOnce(otherChanges(ownBook, ownBook))).toEqual([]);
});
