import { readdirSync } from 'node:fs';
import { findCountry, matchAddress, matchCandidates } from './address-matching.ts';
import type { Books } from './books.ts';
import { BoundedCache } from './bounded-cache.ts';
import { makeGlobalBook } from './global-book.ts';
import { globalPlaceFacts } from './global-facts.ts';
import { regionalSaleOf } from './halved-taxes.ts';
import { asText, dataFolder, readJsonFile } from './json-file.ts';
import { makeJurisdictionList } from './jurisdiction-list.ts';
import type { CountryFacts, PlaceFacts, ReferenceData, StateFacts } from './reference-data.ts';
import { makeRuleFor } from './rule-finder.ts';
import { listSources } from './sources.ts';
import { findTaxCode, readTaxCodes } from './tax-codes.ts';
import { readTaxNumberFormats } from './tax-number-formats.ts';
import { makeCheckTaxNumber } from './tax-numbers.ts';
import type { StateBook } from './us-book.ts';
import { makeUsBook } from './us-book-reader.ts';
import { coverageOfState } from './us-coverage.ts';
import { usPlaceFacts } from './us-facts.ts';
import { makeStateDirectory } from './us-states.ts';

/** Loads the rate book that ships with the product, once; every look-up after that is in memory. */
export function loadBundledReferenceData(): ReferenceData {
  const head = readJsonFile('book.json');
  const books = loadBooks();
  const states = new Map([...books.us.states.values()].map((state) => [state.code, stateFacts(state)]));
  const countries = new Map([...books.global.countries.values()].map(({ facts }) => [facts.code, facts]));
  return {
    version: asText(head.version, 'book'),
    asOf: asText(head.asOf, 'book'),
    asOfByPlace: asOfByPlace(books, countries.values()),
    taxCodes: books.taxCodes.codes,
    states: [...states.values()],
    countries: [...countries.values()],
    matchAddress: (address) => matchAddress(books, address),
    matchCandidates: (address) => matchCandidates(books, address),
    placeFacts: makePlaceFacts(books),
    ruleFor: makeRuleFor(books),
    findTaxCode: (taxCode) => findTaxCode(books.taxCodes, taxCode),
    findState: (text) => states.get(books.states.find(text)?.code ?? '') ?? null,
    findCountry: (text) => findCountry(books, text),
    countryFacts: (country) => countries.get(country) ?? null,
    ...makeJurisdictionList(books),
    sources: () => listSources(books),
    nexusThresholds: (state) => books.us.states.get(state)?.nexusThresholds ?? [],
    checkTaxNumber: makeCheckTaxNumber(books.taxNumberFormats),
    taxNumberFormat: (country) => books.taxNumberFormats.get(country) ?? null,
  };
}

function stateFacts(state: StateBook): StateFacts {
  return { ...state.facts, coverage: coverageOfState(state) };
}

export function loadBooks(): Books {
  const stateFiles = readdirSync(new URL('us/', dataFolder)).sort();
  const us = makeUsBook({
    states: stateFiles.map((name) => readJsonFile(`us/${name}`)),
    delivery: readJsonFile('us-delivery.json'),
    deliveryFees: readJsonFile('us-delivery-fees.json'),
  });
  return {
    us,
    states: makeStateDirectory(us),
    global: makeGlobalBook({
      countries: readJsonFile('global/countries.json'),
      regions: readJsonFile('global/regions.json'),
      categoryRates: readJsonFile('global/category-rates.json'),
    }),
    taxCodes: readTaxCodes(readJsonFile('tax-codes.json')),
    taxNumberFormats: readTaxNumberFormats(readJsonFile('global/vat-numbers.json')),
  };
}

function asOfByPlace(books: Books, countries: Iterable<CountryFacts>): Readonly<Record<string, string>> {
  const days: Record<string, string> = {};
  for (const { code } of countries) if (code !== 'US') days[code] = books.global.asOf;
  for (const { code, asOf } of books.us.states.values()) days[`US-${code}`] = asOf;
  return days;
}

function makePlaceFacts(books: Books): ReferenceData['placeFacts'] {
  const cache = new BoundedCache<PlaceFacts>(20_000);
  return (place, taxDate, seller = null) => {
    const key = `${taxDate} ${place.country} ${place.subdivision} ${place.jurisdictionIds.join(' ')}`;
    if (place.regime === 'SALES_TAX') return cache.getOrMake(key, () => usPlaceFacts(books.us, place, taxDate));
    const regionalSale = regionalSaleOf(books.global, place, seller);
    return cache.getOrMake(regionalSale === null ? key : `${key} ${regionalSale}`, () =>
      globalPlaceFacts(books.global, { place, taxDate, regionalSale }),
    );
  };
}
