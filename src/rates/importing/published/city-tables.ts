import { readPublishedRate } from './readings.ts';
import type { PublishedTable } from './table.ts';

const county = ['county', 'countyname'];

const arizonaCounties = 'APA COC COH GLA GRA GRN LAP MAR MOH NAV PMA PNL STC YAV YMA'.split(' ');

/** Colorado districts that the file identifies only by the type of their tax. */
const coloradoDistricts: Readonly<Record<string, (county: string) => string>> = {
  RTD: () => 'Regional Transportation District',
  CD: () => 'Scientific and Cultural Facilities District',
  MTS: (name) => `${name} County mass transit system`,
  PSI: (name) => `${name} County public safety improvements`,
};

/** States whose cities have their own rates. */
export const cityTables: readonly PublishedTable[] = [
  {
    form: 'WA',
    title: 'Washington Department of Revenue, local sales tax rates',
    state: 'WA',
    columns: { name: ['name'], state: ['state'], rate: ['rate'], from: ['effectivedate'] },
    unit: 'FRACTION',
    /** Totals by location code. The part above the state rate, with county and transit rates, is assigned to the city. */
    read(cell) {
      // Rows such as "KING COUNTY UNINC. AREAS", and rows of transit or tribal areas, do not refer to a city.
      if (/county|uninc|rta|tribe|tribal|reservation|ptba/i.test(cell('name'))) return 'areas outside cities';
      const [total = null, ofState = null] = [cell('rate'), cell('state')].map((text) => readPublishedRate(text));
      const rate = total && ofState && total.gte(ofState) ? total.minus(ofState) : null;
      return [{ level: 'CITY', name: cell('name'), rate, from: cell('from') }];
    },
  },
  {
    form: 'CA',
    title: 'CDTFA, city and county sales tax rates',
    state: 'CA',
    columns: { location: ['location'], rate: ['rate'], county, type: ['type'] },
    unit: 'FRACTION',
    /** The total for each city and for the rest of each county. */
    read(cell) {
      const of = { kind: 'COMBINED', county: cell('county') || null, rate: cell('rate') } as const;
      if (/^city$/i.test(cell('type'))) return [{ ...of, level: 'CITY', name: cell('location') }];
      return [{ ...of, level: 'COUNTY', name: cell('location') && (cell('county') || cell('location')) }];
    },
  },
  {
    form: 'AL',
    title: 'Alabama Department of Revenue, local tax rates',
    state: 'AL',
    columns: {
      code: ['localitycode'],
      name: ['localityname'],
      tax: ['taxtype'],
      kind: ['ratetype'],
      rate: ['rate'],
      from: ['activedate'],
    },
    optional: { to: ['inactivedate'] },
    unit: 'PERCENT',
    /** County codes begin with 7, city codes with 9. */
    read(cell) {
      if (cell('tax') !== 'ST' || !cell('kind').startsWith('GENER')) return 'taxes other than the general sales tax';
      const level = cell('code').startsWith('7') ? 'COUNTY' : 'CITY';
      return [{ level, name: cell('name'), rate: cell('rate'), from: cell('from'), to: cell('to') }];
    },
  },
  {
    form: 'AZ',
    title: 'Arizona Department of Revenue, transaction privilege tax rates',
    state: 'AZ',
    columns: { region: ['regioncode'], name: ['regionname'], business: ['businesscode'], rate: ['taxrate'] },
    optional: { from: ['ratestartdate'], to: ['rateenddate'] },
    unit: 'PERCENT',
    /** The rate of a county includes the state rate; the rate of a city does not include any other rate. */
    read(cell) {
      if (cell('business').padStart(3, '0') !== '017') return 'activities other than retail';
      if (/\b(indian|nation|tribe|reservation|stadium)\b/i.test(cell('name'))) return 'tribal and stadium areas';
      const of = { name: cell('name'), rate: cell('rate'), from: cell('from'), to: cell('to') };
      if (arizonaCounties.includes(cell('region'))) return [{ ...of, level: 'COUNTY', kind: 'COMBINED' }];
      return [{ ...of, level: 'CITY' }];
    },
  },
  {
    form: 'CO',
    title: 'Colorado Department of Revenue, jurisdiction codes and rates (DR 1002)',
    state: 'CO',
    columns: { place: ['locationcode', 'location'], county, type: ['taxtype'], rate: ['rate'] },
    isSideBySide: true,
    unit: 'PERCENT',
    /** Each row lists the taxes of a place: state, county, city and districts, each with its type and rate. */
    read(cell) {
      const [type, of] = [cell('type').toUpperCase(), { rate: cell('rate') }];
      if (type === '' && of.rate === '') return [];
      if (type === 'STATE') return [{ ...of, level: 'STATE', name: 'Colorado' }];
      if (type === 'COUNTY' || type === 'CNTY') return [{ ...of, level: 'COUNTY', name: cell('county') }];
      if (type === 'CITY') return [{ ...of, level: 'CITY', name: cell('place'), county: cell('county') }];
      const district = coloradoDistricts[type]?.(cell('county'));
      return district ? [{ ...of, level: 'DISTRICT', name: district }] : 'taxes of districts without a name';
    },
  },
  {
    form: 'LA',
    title: 'Louisiana local sales tax rates by domicile',
    state: 'LA',
    columns: {
      name: ['jurisdictiondomicilecode', 'jurisdictionname', 'jurisdiction'],
      rate: ['taxrate', 'comblocalrate', 'combinedlocalrate', 'localrate'],
    },
    clue: /louisiana|parish|domicile/i,
    unit: 'FRACTION',
    /** The total of all local taxes, as in the rate book. */
    read(cell) {
      const name = cell('name').replace(/\s*\(\d{4}\)$/, '');
      return [{ level: /\bparish\b/i.test(name) ? 'COUNTY' : 'CITY', name, rate: cell('rate') }];
    },
  },
  {
    form: 'MO',
    title: 'Missouri Department of Revenue, sales and use tax rates',
    state: 'MO',
    columns: {
      name: ['jurisdictionname'],
      code: ['jurisdictioncode'],
      rate: ['salestaxrate0000', 'salestaxrate', 'salesrate'],
    },
    unit: 'FRACTION',
    /** Totals. A code combines city, county and district: `70000-077-000`. The city of St. Louis is a county. */
    read(cell) {
      const [, city, ofCounty, part] = /^(\d{5})-(\d{3})-(\d{3})$/.exec(cell('code')) ?? [];
      if (part !== undefined && part !== '000') return 'special districts, which cover parts of a place';
      const of = { name: cell('name'), kind: 'COMBINED', rate: part === undefined ? null : cell('rate') } as const;
      if (city === '00000' || ofCounty === '510') return [{ ...of, level: 'COUNTY', code: ofCounty ?? null }];
      return [{ ...of, level: 'CITY', county: ofCounty ?? null }];
    },
  },
  {
    form: 'TN',
    title: 'Tennessee Department of Revenue, county and city local tax rates',
    state: 'TN',
    columns: { county, city: ['city'], rate: ['localtaxrate', 'localtax'] },
    optional: { from: ['effectivedate', 'effective'], code: ['fipscode', 'fips'] },
    isSideBySide: true,
    unit: 'FRACTION',
    itemCap: /first \$([\d,]+)\b.*\bsingle article/i,
    /** Cities follow the row of their county, in which the city is empty. A star marks cities in several counties. */
    read(cell, carried) {
      if (cell('county') !== '') carried.set('county', cell('county'));
      const of = { rate: cell('rate').replace(/^\*\s*/, ''), from: cell('from') };
      const code = (digits: number) => cell('code').padStart(digits, '0');
      if (cell('city') === '') return [{ ...of, level: 'COUNTY', name: cell('county'), code: code(3) }];
      const ofCounty = carried.get('county') ?? null;
      return [{ ...of, level: 'CITY', name: cell('city'), county: ofCounty, code: code(5) }];
    },
  },
];
