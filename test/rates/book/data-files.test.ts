import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  asList,
  asRecord,
  asText,
  asTexts,
  dataFolder,
  type JsonRecord,
  readJsonFile,
} from '../../../src/rates/book/files/json-file.ts';
import { categoryRateFaults, countryFaults, regionFaults, taxNumberFaults } from './global/world-faults.ts';
import { isSource, isText, rateFaults } from './period-faults.ts';
import { type Catalogue, overlapsWithin, stateFaults } from './us/state-faults.ts';

const stateFiles = readdirSync(new URL('us/', dataFolder)).sort();
const states = stateFiles.map((name) => ({ code: name.slice(0, 2), file: readJsonFile(`us/${name}`) }));
const countries = readJsonFile('global/countries.json');
const regions = readJsonFile('global/regions.json');
const categoryRates = readJsonFile('global/category-rates.json');
const taxNumbers = readJsonFile('global/vat-numbers.json');
const taxCodes = readJsonFile('tax-codes.json');

const records = (file: JsonRecord, name: string) => asList(file[name], name).map((row) => asRecord(row, name));
const columns = (file: JsonRecord, name: string) => asList(file[name], name).map((row) => asList(row, name));

const catalogue: Catalogue = {
  categories: new Set(columns(taxCodes, 'categories').flatMap((row) => row.slice(0, 2))),
  conditions: new Set(Object.keys(asRecord(taxCodes.conditions, 'conditions'))),
  counties: new Set(states.flatMap(({ file }) => columns(file, 'counties').map(([fips]) => fips))),
};
const countryCodes = new Set(columns(countries, 'countries').map((row) => row[0]));
const missingCodes = asList(countries.notCovered, 'not covered').map((row) => asList(row, 'not covered')[0]);
const placeIds = new Set([...countryCodes, ...records(regions, 'regions').map((row) => row.id)]);

describe('files of the rate book', () => {
  it('have a file for every state, the District of Columbia and Puerto Rico', () => {
    expect(states).toHaveLength(52);
    for (const { code, file } of states) expect(asRecord(file.state, code).code).toBe(code);
  });

  it('contain the number of records stated in the README', () => {
    const rows = (name: string) => states.flatMap(({ file }) => asList(file[name], name));
    const jurisdictions = states.flatMap(({ file }) => columns(file, 'jurisdictions'));
    const windows = jurisdictions.flatMap((row) => asList(row[8], 'rates').map((window) => asList(window, 'rates')));
    const levels = ['STATE', 'COUNTY', 'CITY', 'DISTRICT'];
    expect(jurisdictions).toHaveLength(10_213);
    expect(levels.map((level) => jurisdictions.filter((row) => row[1] === level).length)).toEqual([
      52, 2_106, 7_837, 218,
    ]);
    expect(windows).toHaveLength(10_396);
    expect(windows.filter((window) => window[2] !== null)).toHaveLength(187);
    expect(rows('zips')).toHaveLength(41_112);
    expect(new Set(states.flatMap(({ file }) => columns(file, 'zips').map(([zip]) => zip))).size).toBe(41_112);
    expect(rows('counties')).toHaveLength(3_229);
    expect(rows('taxability').length).toBeGreaterThanOrEqual(2_238);
    expect(rows('holidays')).toHaveLength(146);
    expect(rows('nexus')).toHaveLength(69);
    expect(rows('singleItemCaps')).toHaveLength(11);
    expect(asList(countries.countries, 'countries')).toHaveLength(190);
    expect(asList(countries.notCovered, 'not covered')).toHaveLength(44);
    expect(asList(regions.regions, 'regions')).toHaveLength(130);
    expect(asList(categoryRates.rates, 'rates').length).toBeGreaterThanOrEqual(440);
    expect(asList(taxNumbers.formats, 'formats')).toHaveLength(90);
  });

  it.each(states)('have no errors in $code', ({ file }) => {
    expect(stateFaults(file, catalogue)).toEqual([]);
  });

  it.each(states)('give a ZIP code of $code the city of its name, or one with the same rate', ({ file }) => {
    const countyNames = new Map(columns(file, 'counties').map(([fips, name]) => [fips, name]));
    const cities = columns(file, 'jurisdictions').filter((row) => row[1] === 'CITY');
    const named = new Map(cities.map((row) => [row[2], row]));
    const rates = new Map(cities.map((row) => [row[0], JSON.stringify([row[6], row[8]])]));
    const differing = columns(file, 'zips').filter((row) => {
      const own = named.get(row[1]);
      return own !== undefined && own[5] === countyNames.get(row[2]) && rates.get(own[0]) !== rates.get(row[3]);
    });
    expect(differing).toEqual([]);
  });

  it('have sourced rules on shipping and handling for every state, from their first day to today', () => {
    const file = readJsonFile('us-delivery.json');
    const rules = records(file, 'rules');
    for (const { code } of states) {
      for (const fee of ['shipping', 'handling']) {
        const own = rules.filter((row) => row.state === code && row.fee === fee);
        expect(
          own.filter((row) => row.to === undefined),
          `${code} ${fee}`,
        ).toHaveLength(1);
      }
    }
    for (const row of rules) {
      expect(isSource(row.source)).toBe(true);
      expect(row.rule === 'follows_goods').toBe(row.mixed !== undefined);
      if (row.condition !== undefined) expect(asRecord(file.conditions, 'us')).toHaveProperty(String(row.condition));
    }
    expect(overlapsWithin(rules, (row) => `${row.state} ${row.fee}`)).toEqual([]);
  });

  it('have sourced delivery fees that do not overlap, for known categories', () => {
    const categories = new Set(columns(taxCodes, 'categories').map((row) => row[0]));
    for (const fee of records(readJsonFile('us-delivery-fees.json'), 'fees')) {
      const id = asText(fee.state, 'fee');
      const amounts = asList(fee.amounts, id).map((amount) => asList(amount, id));
      expect(rateFaults(id, amounts, isText)).toEqual([]);
      for (const name of ['alsoCounts', 'neverCounts']) {
        for (const category of asTexts(fee[name], id)) expect(categories).toContain(category);
      }
    }
  });

  it('have no errors in countries, regions, category rates and tax numbers', () => {
    expect(countryFaults(countries)).toEqual([]);
    expect(regionFaults(regions, new Set([...countryCodes, ...missingCodes]))).toEqual([]);
    expect(categoryRateFaults(categoryRates, placeIds)).toEqual([]);
    expect(taxNumberFaults(taxNumbers)).toEqual([]);
  });

  it('have a category for every code, and for every name at the standard rate', () => {
    const categories = new Set(columns(taxCodes, 'categories').map((row) => row[0]));
    for (const row of columns(taxCodes, 'codes')) expect(categories).toContain(row[3]);
    const listed = records(categoryRates, 'standardRated').flatMap((row) => asTexts(row.categories, 'categories'));
    for (const category of listed) expect(categories).toContain(category);
  });
});

type Breakage = (file: JsonRecord) => void;

/** Sets a member, given by a path of names and list positions, in a copy of a file. */
const set =
  (value: unknown, ...path: readonly (string | number)[]): Breakage =>
  (file) => {
    const parent = path.slice(0, -1).reduce<unknown>((part, key) => Reflect.get(Object(part), key), file);
    Reflect.set(Object(parent), path.at(-1) ?? '', value);
  };
const repeatFirst =
  (name: string): Breakage =>
  (file) => {
    Reflect.set(file, name, [...asList(file[name], name), asList(file[name], name)[0]]);
  };

function broken(file: JsonRecord, breakage: Breakage): JsonRecord {
  const copy = structuredClone(file);
  breakage(copy);
  return copy;
}

describe('a broken row is found', () => {
  const texas = readJsonFile('us/TX.json');
  const last = asList(texas.jurisdictions, 'TX').length - 1;
  const inCity = columns(texas, 'zips').findIndex((row) => row[3] !== null);

  it.each<[string, Breakage, RegExp]>([
    ['a repeated jurisdiction', repeatFirst('jurisdictions'), /is there twice/],
    ['a jurisdiction of another state', set('OK-C001', 'jurisdictions', last, 0), /is not of the state/],
    ['a jurisdiction without a rate', set([], 'jurisdictions', last, 8), /has no rate/],
    ['a rate above one', set('8.25', 'jurisdictions', last, 8, 0, 0), /rate 8.25/],
    ['a source that is not listed', set(99, 'jurisdictions', last, 8, 0, 3), /source 99/],
    ['a day that is none', set('2026-02-30', 'jurisdictions', last, 8, 0, 1), /no day/],
    ['an end before the start', set([['0.01', '2026-02-01', '2026-01-01', 1]], 'jurisdictions', last, 8), /after/],
    [
      'windows that overlap',
      set(
        [
          ['0.01', null, '2026-06-30', 1],
          ['0.02', '2026-06-30', null, 1],
        ],
        'jurisdictions',
        last,
        8,
      ),
      /overlaps/,
    ],
    [
      'a gap between windows',
      set(
        [
          ['0.01', null, '2026-06-30', 1],
          ['0.02', '2026-08-01', null, 1],
        ],
        'jurisdictions',
        last,
        8,
      ),
      /nothing between 2026-06-30 and 2026-08-01/,
    ],
    ['an unknown county of a jurisdiction', set('Nowhere County', 'jurisdictions', 1, 5), /unknown county/],
    ['a wrong day of introduction', set('2026-01-01', 'jurisdictions', last, 7), /was introduced/],
    ['a county of another state', set('40001', 'counties', 0, 0), /county 40001/],
    ['a county with the rate of a city', set('TX-MHOUSTON', 'counties', 0, 2), /county 48001/],
    ['a repeated ZIP code', repeatFirst('zips'), /is there twice/],
    ['a ZIP code of four digits', set('7730', 'zips', 0, 0), /five digits/],
    ['an unknown county of a ZIP code', set('48999', 'zips', 0, 2), /unknown county 48999/],
    ['an unknown further county', set(['99999'], 'zips', 0, 6), /unknown county 99999/],
    ['an unknown city', set('TX-MNOWHERE', 'zips', inCity, 3), /unknown city/],
    ['an unknown district', set(['TX-DNOWHERE'], 'zips', inCity, 4), /unknown district/],
    ['local rates where none are held', set('state-only', 'zips', inCity, 5), /has local rates/],
    ['other districts than those of the city', set([], 'zips', inCity, 4), /other districts than its city/],
    ['districts of no city', set('TX-MNOWHERE', 'cityDistricts', 0, 0), /districts of TX-MNOWHERE/],
    ['an unknown category', set('nonsense', 'taxability', 1, 'category'), /nonsense is unknown/],
    ['general goods that are missing', set('clothing', 'taxability', 0, 'category'), /general goods are missing/],
    ['a rule without a source', set(undefined, 'taxability', 1, 'source'), /has no source/],
    ['a rule of no kind', set('perhaps', 'taxability', 1, 'taxable'), /is perhaps/],
    ['a reduced rule without a rate', set('reduced', 'taxability', 1, 'taxable'), /has no rate/],
    ['an unknown condition', set('if_it_rains', 'taxability', 1, 'condition'), /depends on if_it_rains/],
    ['a day that is none', set('yesterday', 'taxability', 1, 'readOn'), /was read on yesterday/],
    ['a tax left out without a name', set('', 'taxability', 1, 'notIncluded'), /leaves out something without a name/],
    ['a rate in no jurisdiction', set({ 'TX-NONE': '0.01' }, 'taxability', 1, 'localById'), /has a rate in TX-NONE/],
    ['a repeated rule', repeatFirst('taxability'), /overlaps/],
    ['a holiday of unknown goods', set('nonsense', 'holidays', 0, 'category'), /unknown category/],
    ['a holiday that ends before it begins', set('2026-01-01', 'holidays', 0, 'to'), /after/],
    ['a cap that is no amount', set('-5', 'holidays', 0, 'cap'), /cap -5/],
    ['a holiday without a source', set(null, 'holidays', 0, 'source'), /no source/],
    ['a threshold of nothing', set('0', 'nexus', 0, 'salesThreshold'), /sales of 0/],
    ['a test that is not combined', set('or', 'nexus', 0, 'combine'), /combined by or/],
    ['thresholds that overlap', repeatFirst('nexus'), /overlaps/],
    ['a cap of local rates that is none', set('two', 'state', 'localRateCap'), /cap two/],
    ['a gap that reaches nowhere', set([['Something.', 'MOON']], 'state', 'gaps'), /gap Something/],
    ['a source that no row names', repeatFirst('sources'), /source \d+ is unused/],
  ])('%s', (_name, breakage, fault) => {
    expect(stateFaults(broken(texas, breakage), catalogue).join('\n')).toMatch(fault);
  });

  it('a single item cap without a source', () => {
    const florida = broken(readJsonFile('us/FL.json'), set(99, 'singleItemCaps', 0, 'source'));
    expect(stateFaults(florida, catalogue)).toContain('FL: single item cap');
  });

  it.each<[string, Breakage, RegExp]>([
    ['a repeated country', repeatFirst('countries'), /AD is there twice/],
    ['a currency that is none', set('Euro', 'countries', 0, 4), /currency Euro/],
    ['a country that is taxed without a rate', set([], 'countries', 0, 9), /taxed without a rate/],
    ['a rate of a country without a source', set(['LAW', ''], 'countries', 0, 9, 0, 3), /source/],
    ['a rate in percent', set('21', 'countries', 0, 9, 0, 0), /rate 21/],
  ])('%s', (_name, breakage, fault) => {
    expect(countryFaults(broken(countries, breakage)).join('\n')).toMatch(fault);
  });

  it.each<[string, Breakage, RegExp]>([
    ['a repeated region', repeatFirst('regions'), /is there twice/],
    ['a region of an unknown country', set('ZZ', 'regions', 0, 'country'), /unknown country ZZ/],
    ['a region without a source', set('', 'regions', 0, 'source'), /no source/],
    ['a region that lacks its rates', set('single', 'regions', 0, 'how'), /single with 0 rates/],
  ])('%s', (_name, breakage, fault) => {
    expect(regionFaults(broken(regions, breakage), countryCodes).join('\n')).toMatch(fault);
  });

  it.each<[string, Breakage, RegExp]>([
    ['a repeated rate of a category', repeatFirst('rates'), /overlaps/],
    ['a category of an unknown country', set('ZZ', 'rates', 0, 'country'), /unknown country/],
    ['a category of an unknown region', set('AT-99', 'rates', 0, 'region'), /unknown region/],
    ['a rate of a category without a source', set('', 'rates', 0, 'source'), /no source/],
    ['a source of no kind', set(['RUMOUR', 'a page'], 'rates', 0, 'source'), /no source/],
    [
      'a category at the standard rate with a row',
      set(['books'], 'standardRated', 0, 'categories'),
      /books has rows too/,
    ],
    ['a second list of a country', repeatFirst('standardRated'), /has two lists/],
    ['a rate of a category in percent', set('10', 'rates', 0, 'rate'), /rate 10/],
  ])('%s', (_name, breakage, fault) => {
    expect(categoryRateFaults(broken(categoryRates, breakage), placeIds).join('\n')).toMatch(fault);
  });

  it.each<[string, Breakage, RegExp]>([
    ['a repeated form of tax numbers', repeatFirst('formats'), /is there twice/],
    ['a form with an open end', set(['^ATU\\d{8}'], 'formats', 0, 2), /leaves an end open/],
    ['a form that is no pattern', set(['^ATU(\\d{8}$'], 'formats', 0, 2), /is no pattern/],
    ['a form without its prefix', set(['^\\d{8}$'], 'formats', 0, 2), /lacks the prefix/],
    ['a form without a pattern', set([], 'formats', 0, 2), /has no pattern/],
    ['forms without a source', set('', 'source'), /no source/],
  ])('%s', (_name, breakage, fault) => {
    expect(taxNumberFaults(broken(taxNumbers, breakage)).join('\n')).toMatch(fault);
  });
});
