import { readdirSync } from 'node:fs';
import type { Notice } from '../tax/assessment.ts';
import { BoundedCache } from './bounded-cache.ts';
import { type BookRule, findRule } from './category-rules.ts';
import { fold, isNearSpelling } from './folding.ts';
import { type GlobalBook, makeGlobalBook } from './global-book.ts';
import { globalPlaceFacts } from './global-facts.ts';
import { asCountryOfTax, matchGlobalAddress } from './global-match.ts';
import { globalRules } from './global-rules.ts';
import { asText, dataFolder, readJsonFile } from './json-file.ts';
import type {
  AddressFault,
  AddressMatch,
  AddressQuery,
  MatchedPlace,
  PlaceFacts,
  ReferenceData,
  RuleFacts,
} from './reference-data.ts';
import { type Category, findTaxCode, readTaxCodes, type TaxCodeCatalogue } from './tax-codes.ts';
import { makeUsBook, type UsBook } from './us-book.ts';
import { usPlaceFacts } from './us-facts.ts';
import { matchUsAddress } from './us-match.ts';
import { usRules } from './us-rules.ts';
import { makeStateDirectory, type StateDirectory } from './us-states.ts';

type Books = {
  readonly us: UsBook;
  readonly states: StateDirectory;
  readonly global: GlobalBook;
  readonly taxCodes: TaxCodeCatalogue;
};

/** Loads the rate book that ships with the product, once; every look-up after that is in memory. */
export function loadBundledReferenceData(): ReferenceData {
  const head = readJsonFile('book.json');
  const us = makeUsBook(
    readdirSync(new URL('us/', dataFolder))
      .sort()
      .map((name) => readJsonFile(`us/${name}`)),
  );
  const global = makeGlobalBook({
    countries: readJsonFile('global/countries.json'),
    regions: readJsonFile('global/regions.json'),
    categoryRates: readJsonFile('global/category-rates.json'),
  });
  const books: Books = {
    us,
    global,
    states: makeStateDirectory(us),
    taxCodes: readTaxCodes(readJsonFile('tax-codes.json')),
  };
  const placeFacts = makePlaceFacts(books);
  return {
    version: asText(head.version, 'book'),
    asOf: asText(head.asOf, 'book'),
    matchAddress: (address) => matchAddress(books, address),
    placeFacts,
    ruleFor: makeRuleFor(books),
    findTaxCode: (taxCode) => findTaxCode(books.taxCodes, taxCode),
    findState: (text) => books.states.find(text),
    findCountry: (text) => findCountry(books, text),
  };
}

function matchAddress(books: Books, address: AddressQuery): AddressMatch {
  const given = address.country?.trim() ?? '';
  const folded = fold(given);
  const spelled = books.global.spellings.get(folded);
  if (spelled?.country === 'US') return matchUsAddress(books.us, books.states, address);
  if (spelled) {
    const named = books.global.countries.get(spelled.country);
    const tax = named && spelled.region === null ? asCountryOfTax(named) : null;
    const country = books.global.countries.get(tax?.country ?? spelled.country);
    const regionId = tax?.regionId ?? spelled.region;
    if (country) return matchGlobalAddress(books.global, country, { address, regionId });
  }
  if (isPuertoRico(folded)) return matchUsAddress(books.us, books.states, { ...address, state: 'PR' });
  return { kind: 'unmatched', faults: [countryFault(books, given, folded)] };
}

function isPuertoRico(folded: string): boolean {
  return folded === 'pr' || folded === 'pri' || folded === 'puerto rico';
}

function findCountry(books: Books, text: string): string | null {
  const folded = fold(text);
  if (isPuertoRico(folded)) return 'PR';
  return books.global.spellings.get(folded)?.country ?? null;
}

function countryFault(books: Books, given: string, folded: string): AddressFault {
  const missing = books.global.notCovered.get(folded);
  if (missing !== undefined) {
    return {
      code: 'COUNTRY_NOT_COVERED',
      field: 'country',
      given,
      expected: 'a country of the rate book',
      suggestions: [],
      message: `The rate book does not hold the taxes of ${missing}.`,
    };
  }
  const near = [...books.global.countries.values()].filter(({ name }) => isNearSpelling(folded, fold(name)));
  return {
    code: 'ERR-ADDR-001',
    field: 'country',
    given: given === '' ? null : given,
    expected: 'a country by ISO code or English name',
    suggestions: near.map(({ alpha2 }) => alpha2),
    message: given === '' ? 'The address names no country.' : `"${given}" is not a country.`,
  };
}

function makePlaceFacts(books: Books): (place: MatchedPlace, taxDate: string) => PlaceFacts {
  const cache = new BoundedCache<PlaceFacts>(20_000);
  return (place, taxDate) =>
    cache.getOrMake(`${taxDate} ${place.country} ${place.subdivision} ${place.jurisdictionIds.join(' ')}`, () =>
      place.regime === 'SALES_TAX'
        ? usPlaceFacts(books.us, place, taxDate)
        : globalPlaceFacts(books.global, place, taxDate),
    );
}

type RuleFor = ReferenceData['ruleFor'];

function makeRuleFor(books: Books): RuleFor {
  const rules = new BoundedCache<readonly BookRule[]>(20_000);
  const unknown = new BoundedCache<RuleFacts>(5_000);
  return (place, taxDate, taxCode, line) => {
    const known = findTaxCode(books.taxCodes, taxCode);
    const category = categoryOf(books, known?.category ?? (line === 'SHIPPING_FEE' ? 'shipping' : 'general'));
    const key = `${place.country} ${place.subdivision} ${category.id}`;
    const facts = findRule(
      rules.getOrMake(key, () => rulesOf(books, place, category)),
      { jurisdictionIds: place.jurisdictionIds, taxDate },
    );
    if (!facts) throw new Error(`No rule for ${key} on ${taxDate}`);
    if (known) return facts;
    const isEarly = taxDate < '2026-01-01' ? 'early' : '';
    return unknown.getOrMake(`${facts.rule.id} ${facts.rule.fromOn} ${isEarly} ${taxCode}`, () => ({
      ...facts,
      notices: [...facts.notices, unknownCode(taxCode, line)],
    }));
  };
}

function rulesOf(books: Books, place: MatchedPlace, category: Category): readonly BookRule[] {
  if (place.regime === 'SALES_TAX') {
    const state = books.us.states.get(place.subdivision ?? '');
    return state ? usRules(state, category, books.taxCodes.conditions) : [untaxedRule(category)];
  }
  const country = books.global.countries.get(place.country);
  if (!country) throw new Error(`No country ${place.country} in the rate book`);
  const region = place.subdivision === null ? null : (books.global.regions.get(place.subdivision) ?? null);
  return globalRules(books.global, { country, region }, category);
}

function categoryOf(books: Books, id: string): Category {
  const category = books.taxCodes.categories.get(id);
  if (!category) throw new Error(`No category ${id} in the rate book`);
  return category;
}

function untaxedRule(category: Category): BookRule {
  const facts: RuleFacts = {
    rule: {
      id: `US/${category.id}`,
      category: category.id,
      description: 'An address of the armed forces lies in no state',
      treatment: 'NOT_TAXABLE',
      terms: [],
      fromOn: null,
      toOn: null,
      source: 'States tax sales within their own borders',
    },
    followsGoods: null,
    notices: [],
  };
  return { facts, earlyFacts: facts, places: null };
}

function unknownCode(taxCode: string, line: 'ITEM' | 'SHIPPING_FEE'): Notice {
  const given = taxCode.trim();
  const taken = line === 'ITEM' ? 'general goods (C1S1)' : 'shipping (C6S1)';
  return {
    code: 'TAX_CODE_UNKNOWN',
    pointer: '/taxCode',
    message:
      given === ''
        ? `No tax code was sent; the line was taken as ${taken}.`
        : `Tax code "${given}" is not in the catalogue; the line was taken as ${taken}.`,
  };
}
