import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  asList,
  asRecord,
  asText,
  asTextOrNull,
  asTexts,
  dataFolder,
  type JsonRecord,
  readJsonFile,
} from '../../src/reference/json-file.ts';

type Period = { readonly from: string | null; readonly to: string | null };

const stateFiles = readdirSync(new URL('us/', dataFolder)).sort();
const states = stateFiles.map((name) => ({ code: name.slice(0, 2), file: readJsonFile(`us/${name}`) }));
const countries = readJsonFile('global/countries.json');
const regions = readJsonFile('global/regions.json');
const categoryRates = asList(readJsonFile('global/category-rates.json').rates, 'rates').map((row) =>
  asRecord(row, 'rate'),
);
const taxCodes = readJsonFile('tax-codes.json');

const rows = (file: JsonRecord, name: string) => asList(file[name], name);
const records = (file: JsonRecord, name: string) => rows(file, name).map((row) => asRecord(row, name));
const columns = (file: JsonRecord, name: string) => rows(file, name).map((row) => asList(row, name));

/** What is wrong with periods that must follow each other: overlaps, ends before starts, days that are none. */
function faultsOf(periods: readonly Period[]): string[] {
  const faults: string[] = [];
  const sorted = [...periods].sort((left, right) => (left.from ?? '').localeCompare(right.from ?? ''));
  for (const [index, { from, to }] of sorted.entries()) {
    for (const day of [from, to]) if (day !== null && !/^\d{4}-\d\d-\d\d$/.test(day)) faults.push(`no day: ${day}`);
    if (from !== null && to !== null && from > to) faults.push(`${from} after ${to}`);
    const next = sorted[index + 1];
    if (next && (to === null || next.from === null || next.from <= to))
      faults.push(`${from} to ${to} overlaps ${next.from}`);
  }
  return faults;
}

function rateFaults(
  id: string,
  windows: readonly (readonly unknown[])[],
  isSource: (value: unknown) => boolean,
): string[] {
  const periods = windows.map((row) => ({ from: asTextOrNull(row[1], id), to: asTextOrNull(row[2], id) }));
  const faults = faultsOf(periods);
  for (const [rate, , , source] of windows) {
    if (!/^0(\.\d{1,8})?$/.test(asText(rate, id))) faults.push(`rate ${rate}`);
    if (!isSource(source)) faults.push(`source ${source}`);
  }
  return faults.map((fault) => `${id}: ${fault}`);
}

const isText = (value: unknown) => typeof value === 'string' && value.length > 0;

function periodOf(row: JsonRecord): Period {
  return { from: asTextOrNull(row.from, 'from'), to: asTextOrNull(row.to, 'to') };
}

function overlapsWithin(all: readonly JsonRecord[], keyOf: (row: JsonRecord) => string): string[] {
  const groups = new Map<string, JsonRecord[]>();
  for (const row of all) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return [...groups].flatMap(([key, group]) => faultsOf(group.map(periodOf)).map((fault) => `${key}: ${fault}`));
}

describe('files of the rate book', () => {
  it('has a file for every state, the District of Columbia and Puerto Rico', () => {
    expect(states).toHaveLength(52);
    for (const { code, file } of states) expect(asRecord(file.state, code).code).toBe(code);
  });

  it('has every ZIP code once', () => {
    const zips = states.flatMap(({ file }) => columns(file, 'zips').map(([zip]) => zip));
    expect(new Set(zips).size).toBe(zips.length);
    expect(zips).toHaveLength(41_112);
  });

  describe.each(states)('$code', ({ code, file }) => {
    const sources = asTexts(file.sources, code);
    const isSource = (value: unknown) => typeof value === 'number' && isText(sources[value]);
    const jurisdictions = columns(file, 'jurisdictions');
    const levels = new Map(jurisdictions.map((row) => [row[0], row[1]]));
    const taxability = records(file, 'taxability');

    it('has each jurisdiction once, with sourced rates that do not overlap', () => {
      expect(levels.size).toBe(jurisdictions.length);
      expect(levels.get(code)).toBe('STATE');
      const faults = jurisdictions.flatMap((row) => {
        const id = asText(row[0], code);
        const windows = asList(row[8], id).map((window) => asList(window, id));
        const introducedOn = asTextOrNull(row[7], id);
        const first = windows[0]?.[1];
        const early = introducedOn !== null && introducedOn !== first ? [`${id}: introduced ${introducedOn}`] : [];
        return [...rateFaults(id, windows, isSource), ...early];
      });
      expect(faults).toEqual([]);
    });

    it('knows every jurisdiction that a ZIP code names', () => {
      const counties = new Map(columns(file, 'counties').map((row) => [row[0], row[2]]));
      const unknown = columns(file, 'zips').flatMap((row) => {
        const countyJurisdiction = row.length > 7 ? row[7] : (counties.get(row[2]) ?? null);
        const isCountyKnown = row[2] === null || counties.has(row[2]);
        const isRight =
          isCountyKnown &&
          (countyJurisdiction === null || levels.get(countyJurisdiction) === 'COUNTY') &&
          (row[3] === null || levels.get(row[3]) === 'CITY') &&
          asTexts(row[4], code).every((id) => levels.get(id) === 'DISTRICT');
        return isRight ? [] : [row[0]];
      });
      expect(unknown).toEqual([]);
    });

    it('gives a ZIP code the city that its place is named after, or one with the same rate', () => {
      const countyNames = new Map(columns(file, 'counties').map(([fips, name]) => [fips, name]));
      const cities = jurisdictions.filter((row) => row[1] === 'CITY');
      const named = new Map(cities.map((row) => [row[2], row]));
      const rates = new Map(cities.map((row) => [row[0], JSON.stringify([row[6], row[8]])]));
      const differing = columns(file, 'zips').filter((row) => {
        const own = named.get(row[1]);
        return own !== undefined && own[5] === countyNames.get(row[2]) && rates.get(own[0]) !== rates.get(row[3]);
      });
      expect(differing).toEqual([]);
    });

    it('gives the districts of cities as its ZIP codes do', () => {
      if (file.cityDistricts === undefined) return;
      const districts = new Map(columns(file, 'cityDistricts').map((row) => [row[0], row]));
      for (const [id, row] of districts) {
        expect(levels.get(id)).toBe('CITY');
        for (const district of asTexts(row[1], code)) expect(levels.get(district), district).toBe('DISTRICT');
        expect(isSource(row[2])).toBe(true);
      }
      const differing = columns(file, 'zips').filter(
        (row) => row[3] !== null && JSON.stringify(row[4]) !== JSON.stringify(districts.get(row[3])?.[1] ?? []),
      );
      expect(differing).toEqual([]);
    });

    it('has sourced rules that do not overlap', () => {
      const named = new Set(taxability.map(({ category }) => category));
      expect(named.has('general')).toBe(true);
      for (const row of taxability) {
        expect(isSource(row.source), `${row.category} without a source`).toBe(true);
        if (row.as !== undefined) expect(named).toContain(row.as);
        else expect(['yes', 'no', 'reduced']).toContain(row.taxable);
        if (row.taxable === 'reduced') expect(row.stateRate ?? row.together).toBeDefined();
        for (const id of asTexts(row.places, code)) expect(levels.has(id), id).toBe(true);
        if (row.condition !== undefined)
          expect(asRecord(taxCodes.conditions, code)).toHaveProperty(String(row.condition));
      }
      expect(overlapsWithin(taxability, (row) => `${row.category} ${row.use} ${JSON.stringify(row.places)}`)).toEqual(
        [],
      );
    });

    it('has sourced holidays, caps and thresholds', () => {
      for (const row of [...records(file, 'holidays'), ...records(file, 'singleItemCaps'), ...records(file, 'nexus')]) {
        expect(isSource(row.source)).toBe(true);
        expect(faultsOf([periodOf(row)])).toEqual([]);
      }
      expect(overlapsWithin(records(file, 'nexus'), () => code)).toEqual([]);
    });
  });

  it('has sourced rules on shipping and handling for every state, from their first day to today', () => {
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
      expect(isText(row.source)).toBe(true);
      expect(row.rule === 'follows_goods').toBe(row.mixed !== undefined);
      if (row.condition !== undefined) expect(asRecord(file.conditions, 'us')).toHaveProperty(String(row.condition));
    }
    expect(overlapsWithin(rules, (row) => `${row.state} ${row.fee}`)).toEqual([]);
  });

  it('has sourced fees on deliveries that do not overlap, for goods of known categories', () => {
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

  it('has sourced standard rates that do not overlap, for every country', () => {
    const faults = columns(countries, 'countries').flatMap((row) => {
      const id = asText(row[0], 'country');
      return rateFaults(
        id,
        asList(row[9], id).map((window) => asList(window, id)),
        isText,
      );
    });
    expect(faults).toEqual([]);
    expect(columns(countries, 'countries')).toHaveLength(190);
  });

  it('has sourced regions of known countries', () => {
    const known = new Set(columns(countries, 'countries').map((row) => row[0]));
    const faults = records(regions, 'regions').flatMap((row) => {
      const id = asText(row.id, 'region');
      const windows = row.rates === undefined ? [] : asList(row.rates, id).map((window) => asList(window, id));
      const isComplete =
        known.has(row.country) && isText(row.source) && (row.target === undefined || known.has(row.target));
      const needsRates = ['beside', 'single', 'replaces'].includes(asText(row.how, id));
      return [
        ...rateFaults(id, windows, isText),
        ...(isComplete && needsRates === windows.length > 0 ? [] : [`${id}: incomplete`]),
      ];
    });
    expect(faults).toEqual([]);
  });

  it('has sourced category rates that do not overlap', () => {
    const ids = new Set([
      ...columns(countries, 'countries').map((row) => row[0]),
      ...records(regions, 'regions').map((row) => row.id),
    ]);
    for (const row of categoryRates) {
      expect(isText(row.source)).toBe(true);
      expect(ids.has(row.country)).toBe(true);
      expect(row.region === undefined || ids.has(row.region)).toBe(true);
    }
    expect(overlapsWithin(categoryRates, (row) => `${row.country} ${row.region} ${row.category}`)).toEqual([]);
  });

  it('has a category for every code', () => {
    const categories = new Set(columns(taxCodes, 'categories').map((row) => row[0]));
    for (const row of columns(taxCodes, 'codes')) expect(categories).toContain(row[3]);
  });
});
