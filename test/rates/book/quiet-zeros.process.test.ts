import { describe, expect, it } from 'vitest';
import type { MatchedPlace } from '../../../src/domain/places/address-match.ts';
import { asList, asRecord, asText, readJsonFile } from '../../../src/rates/book/files/json-file.ts';
import { appliedRates } from '../../../src/tax/law/applied-rates.ts';
import { placeOf, rateBook } from './rate-book.ts';

/** An ordinary day, a day of the holidays of many states, and days before and after the year of the rate book. */
const days = ['2025-03-03', '2026-06-15', '2026-08-08', '2027-03-01'];

/** Notices that a zero may be wrong, or about its conditions. */
const told = new Set([
  'FACT_UNCERTAIN',
  'CONDITION_UNKNOWN',
  'CATEGORY_WITHOUT_FACTS',
  'CATEGORY_IS_BROAD',
  'RULE_START_UNKNOWN',
  'RULE_NOT_KNOWN_FOR_DATE',
  'RATE_START_UNKNOWN',
  'LOCAL_TAX_NOT_COVERED',
  'TAX_NOT_COVERED',
]);

/** Third-party collections of facts, or memory: a single one is not enough for a zero. */
const compiled = [
  /^TaxLocus sales-tax data/,
  /^open-sales-tax/,
  /^recalled/,
  /^arrijr\/vat-rates/,
  /^commerceguys\/tax/,
  /^iconfinder\/pyvat/,
  /^kdeldycke\/vat-rates/,
  /^node-sales-tax/,
  /^taxid\.dev/,
  /^vatnode/,
];

function restsOnOneCompiledSource(source: string): boolean {
  const parts = source.split(/; | and (?=open-sales-tax|TaxLocus)|, and /);
  return parts.length === 1 && compiled.some((name) => name.test(source));
}

type Zero = { readonly place: MatchedPlace; readonly name: string; readonly day: string; readonly code: string };

/** The error in the zero of a code at a place and day; null if it is taxed, has a source or has a notice. */
function quietZero({ place, name, day, code }: Zero): string | null {
  const { rule, notices } = rateBook.ruleFor(place, day, code, 'ITEM');
  const facts = rateBook.placeFacts(place, day);
  if (appliedRates(rule, facts.taxPlace).some(({ rate }) => !rate.isZero())) return null;
  // With a price limit, the zero depends on the price: clothing below 110 USD is known to be exempt.
  if ([...notices, ...facts.notices, ...place.notices].some((notice) => told.has(notice.code))) return null;
  const { taxPlace } = facts;
  const hasNoTax = taxPlace.rates.every(({ rate }) => rate.isZero());
  const category = rateBook.taxCodes.find((known) => known.code === code)?.category;
  if (hasNoTax) {
    const unknown = taxPlace.rates.find(({ source }) => source === '' || restsOnOneCompiledSource(source));
    return unknown ? `${name}: no tax there, by ${unknown.source}` : null;
  }
  if (rule.category !== category) return `${code} in ${name} on ${day}: the rule of ${rule.category}`;
  if (rule.source === '' || restsOnOneCompiledSource(rule.source))
    return `${code} in ${name} on ${day}: by ${rule.source}`;
  return null;
}

function quietZerosOf(places: ReadonlyMap<string, MatchedPlace>): string[] {
  const faults = new Set<string>();
  for (const [name, place] of places) {
    for (const { code } of rateBook.taxCodes) {
      for (const day of days) {
        const fault = quietZero({ place, name, day, code });
        if (fault !== null) faults.add(fault);
      }
    }
  }
  return [...faults];
}

describe('a zero', () => {
  it('has a rule with a source, or a notice, for every code in every state', () => {
    const places = new Map(rateBook.states.map(({ code }) => [code, placeOf({ state: code, isPartial: true })]));
    expect(quietZerosOf(places)).toEqual([]);
  });

  it('has a rule with a source, or a notice, for every code in every country and region', () => {
    const abroad = rateBook.countries.filter(({ code }) => code !== 'US');
    const places = new Map(abroad.map(({ code }) => [code, placeOf({ country: code })]));
    expect(quietZerosOf(places)).toEqual([]);
  });
});

describe('a category that was never looked up', () => {
  const catalogue = readJsonFile('tax-codes.json');
  const categories = asList(catalogue.categories, 'categories').map((row) => asList(row, 'category'));
  const codeOf = (category: unknown) => rateBook.taxCodes.find((known) => known.category === category)!.code;
  // The law on delivery only matters if the goods have a different rate.
  const isTold = (place: MatchedPlace, category: unknown) => {
    const rule = rateBook.ruleFor(place, '2026-06-15', codeOf(category), 'ITEM');
    const codes = [...rule.notices, ...rule.noticesIfMixed].map(({ code }) => code);
    return codes.includes('CATEGORY_WITHOUT_FACTS') || codes.includes('SHIPPING_AT_STANDARD_RATE');
  };

  it('is taxed as general goods with a notice in a state', () => {
    const quiet = rateBook.states.flatMap(({ code: state }) => {
      const file = readJsonFile(`us/${state}.json`);
      if (asRecord(file.state, state).levies === 'NONE') return [];
      const known = new Set(asList(file.taxability, state).map((row) => asRecord(row, state).category));
      const place = placeOf({ state, isPartial: true });
      return categories
        .filter(([, facts]) => {
          const names = typeof facts === 'string' ? [facts] : asList(facts ?? [], 'facts');
          return names.length > 0 && !names.includes('general') && !names.some((name) => known.has(name));
        })
        .filter(([category]) => !isTold(place, category))
        .map(([category]) => `${category} in ${state}`);
    });
    expect(quiet).toEqual([]);
  });

  it('is taxed at the standard rate with a notice in a country, where rates differ by category', () => {
    const file = readJsonFile('global/category-rates.json');
    const rows = asList(file.rates, 'rates').map((row) => asRecord(row, 'rate'));
    const atStandardRate = asList(file.standardRated, 'lists').map((list) => asRecord(list, 'list'));
    const countries = asList(readJsonFile('global/countries.json').countries, 'countries');
    const taxing = countries
      .map((row) => asList(row, 'country'))
      .filter((row) => row[7] === 'TAXED' && row[0] !== 'US');
    expect(taxing.length).toBeGreaterThan(150);
    const quiet = taxing.flatMap(([value]) => {
      const country = asText(value, 'country');
      const known = new Set([
        ...rows.filter((row) => row.country === country).map(({ category }) => category),
        ...atStandardRate
          .filter((list) => list.country === country)
          .flatMap((list) => asList(list.categories, 'categories')),
      ]);
      // Monaco and the Isle of Man follow the rules of another country.
      if (known.has('goods') || placeOf({ country }).country !== country) return [];
      return categories
        .map((row) => ({ id: row[0], facts: [...asList(row[3], 'facts'), ...asList(row[5] ?? [], 'facts'), row[0]] }))
        .filter(
          ({ facts }) => facts.length > 1 && !facts.includes('standard') && !facts.some((name) => known.has(name)),
        )
        .filter(({ id }) => !isTold(placeOf({ country }), id))
        .map(({ id }) => `${id} in ${country}`);
    });
    expect(quiet).toEqual([]);
  });
});
