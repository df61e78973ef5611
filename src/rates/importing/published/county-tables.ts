import { sum, zero } from '../../../tax/numbers/decimal.ts';
import { readPublishedRate } from './readings.ts';
import type { CellReader, PublishedTable } from './table.ts';

const county = ['county', 'countyname'];

/**
 * The counties of the Metropolitan Commuter Transportation District (N.Y. Tax Law 1109), marked with a star in the
 * list.
 */
const commuterCounties = 'New York City,Dutchess,Nassau,Orange,Putnam,Rockland,Suffolk,Westchester'.split(',');

/** States whose local rates depend on the county, with few exceptions. */
export const countyTables: readonly PublishedTable[] = [
  {
    form: 'VA',
    title: 'Virginia Department of Taxation, sales tax rates by locality',
    state: 'VA',
    columns: {
      code: ['countyorcitycodefips'],
      name: ['localityname'],
      total: ['totalgeneralsalestax'],
      state: ['stategeneralsalestax'],
      northern: ['stateregionalsalestaxnva'],
      hamptonRoads: ['stateregionalsalestaxhr'],
      central: ['stateregionalsalestaxcva'],
      triangle: ['stateregionalsalestaxht'],
      local: ['localsalestax'],
      extra: ['additionallocaloptionsalestax'],
    },
    unit: 'FRACTION',
    /** In the rate book, the uniform local tax is part of the state rate. */
    read(cell) {
      const rates = (...columns: readonly string[]) => addedUp(columns.map(cell));
      const regions = [
        ['Northern Virginia Region', rates('northern')],
        ['Hampton Roads Region', rates('hamptonRoads')],
        ['Central Virginia Region', rates('central')],
        ['Historic Triangle Region', rates('triangle')],
      ] as const;
      const total = readPublishedRate(cell('total'));
      const all = rates('state', 'northern', 'hamptonRoads', 'central', 'triangle', 'local', 'extra');
      const extra = total !== null && all?.eq(total) ? rates('extra') : null;
      return [
        { level: 'COUNTY', name: cell('name'), code: cell('code').padStart(3, '0'), rate: extra },
        { level: 'STATE', name: 'Virginia', rate: rates('state', 'local') },
        ...regions
          .filter(([, rate]) => !rate?.isZero())
          .map(([name, rate]) => ({ level: 'DISTRICT', name, rate }) as const),
      ];
    },
  },
  {
    form: 'SC',
    title: 'South Carolina Department of Revenue, rates by municipality (ST-575)',
    state: 'SC',
    columns: { name: ['municipality'], county, rate: ['totaltaxrate', 'totaltax'] },
    unit: 'FRACTION',
    /** Totals. A star marks municipalities in several counties. */
    read(cell) {
      const of = { kind: 'COMBINED', county: cell('county'), rate: cell('rate') } as const;
      if (/^unincorporated/i.test(cell('name'))) return [{ ...of, level: 'COUNTY', name: cell('county') }];
      return [{ ...of, level: 'CITY', name: cell('name').replace(/^\*\s*/, '') }];
    },
  },
  {
    form: 'PA',
    title: 'Pennsylvania Department of Revenue, consumption tax rates',
    state: 'PA',
    columns: { tax: ['', 'tax', 'taxtype'], rate: ['taxrate', 'rate'] },
    clue: /PA Sales, Use/i,
    unit: 'FRACTION',
    /** The local taxes have one row per county: `1 percent for Allegheny County`. */
    read(cell) {
      const [, percent, place = ''] = /^([\d.]+) ?(?:percent|%)(?: for (.+))?$/.exec(cell('rate')) ?? [];
      const rate = percent === undefined ? null : `${percent}%`;
      if (/^PA Sales, Use/i.test(cell('tax'))) return [{ level: 'STATE', name: 'Pennsylvania', rate }];
      if (/^local sales tax/i.test(cell('tax')) || cell('tax') === '') return [{ level: 'COUNTY', name: place, rate }];
      return 'other taxes';
    },
  },
  {
    form: 'NY',
    title: 'New York Publication 718, sales and use tax rates by jurisdiction',
    state: 'NY',
    columns: {
      name: ['countyorotherlocality', 'jurisdiction', 'taxingjurisdiction'],
      rate: ['taxrate', 'rate'],
      code: ['reportingcode', 'taxreportingcode', 'code'],
    },
    isSideBySide: true,
    clue: /718|new york/i,
    unit: 'PERCENT',
    /** Totals. Cities follow their county, which is written as `Cattaraugus – except`. */
    read(cell, carried) {
      const listed = cell('name').replace(/^\*\s*/, '');
      if (/\bsee New York City/i.test(listed)) return 'boroughs, which are listed as New York City';
      const isCity = listed.endsWith('(city)');
      const name = listed.replace(/\s*\(city\)$|\s*[–—-]+\s*except$/i, '');
      if (!isCity) carried.set('county', name);
      const ofCounty = carried.get('county') ?? '';
      const includes = commuterCounties.includes(ofCounty) ? ['NY-DMCTD'] : [];
      const of = { name, kind: 'COMBINED', rate: cell('rate'), includes } as const;
      if (name === 'New York State only') return [{ ...of, level: 'STATE', kind: 'OWN' }];
      if (isCity) return [{ ...of, level: 'CITY', county: ofCounty || null }];
      return [{ ...of, level: name === 'New York City' ? 'CITY' : 'COUNTY' }];
    },
  },
  {
    form: 'FL',
    title: 'Florida Department of Revenue, discretionary sales surtax (DR-15DSS)',
    state: 'FL',
    columns: { county, rate: ['totalsurtaxrate', 'surtaxrate', 'discretionarysalessurtaxrate', 'totalrate', 'rate'] },
    isSideBySide: true,
    clue: /surtax/i,
    unit: 'FRACTION',
    itemCap: /first \$([\d,]+)\b/i,
    /**
     * If a county has several surtaxes, its first row has their total, followed by the individual rates in parentheses.
     */
    read(cell) {
      const rate = /^none$/i.test(cell('rate')) ? '0' : cell('rate').replace(/\s*\(.*\)$/, '');
      return [{ level: 'COUNTY', name: cell('county'), rate }];
    },
  },
];

/** An empty cell means no tax. Null if a cell contains no rate. */
function addedUp(texts: readonly ReturnType<CellReader>[]) {
  const rates = texts.map((text) => (text === '' ? zero : readPublishedRate(text)));
  const known = rates.filter((rate) => rate !== null);
  return known.length === rates.length ? sum(known) : null;
}
