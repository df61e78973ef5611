import {
  asList,
  asRecord,
  asText,
  asTextOrNull,
  asTexts,
  type JsonList,
  type JsonRecord,
} from '../../../../src/rates/book/files/json-file.ts';
import { gapReaches } from '../../../../src/rates/book/us/book/state-book.ts';
import {
  isAmount,
  isSource,
  isText,
  type Period,
  periodFaults,
  rateFaults,
  unlinkedPeriods,
} from '../period-faults.ts';

/** The valid references in state files: categories and conditions of tax codes, and the counties of all states. */
export type Catalogue = {
  readonly categories: ReadonlySet<unknown>;
  readonly conditions: ReadonlySet<string>;
  readonly counties: ReadonlySet<unknown>;
};

/** Holiday goods without a separate tax code. */
const withoutCode: ReadonlySet<unknown> = new Set([
  'backpacks_first_40',
  'bed_and_bath',
  'bookbags',
  'calculators',
  'chainsaws',
  'computer_hardware',
  'hurricane_shutters',
  'computer_peripherals',
  'electronic_devices',
  'school_art_supplies',
  'school_instructional_materials',
]);

/** Taxes that ended and were reintroduced later. */
const interrupted: ReadonlySet<string> = new Set(['MN-M15832']);

const rows = (file: JsonRecord, name: string) => asList(file[name], name).map((row) => asList(row, name));
const records = (file: JsonRecord, name: string) => asList(file[name], name).map((row) => asRecord(row, name));
const codeOf = (file: JsonRecord) => asText(asRecord(file.state, 'state').code, 'state');

/** All errors in a state's file; none in the bundled book. */
export function stateFaults(file: JsonRecord, catalogue: Catalogue): string[] {
  return [
    ...headFaults(file),
    ...jurisdictionFaults(file),
    ...countyFaults(file),
    ...zipFaults(file, catalogue),
    ...cityDistrictFaults(file),
    ...taxabilityFaults(file, catalogue),
    ...holidayFaults(file, catalogue),
    ...capFaults(file),
    ...nexusFaults(file),
    ...unusedSources(file),
  ].map((fault) => `${codeOf(file)}: ${fault}`);
}

function isSourceOf(file: JsonRecord): (value: unknown) => boolean {
  const sources = asList(file.sources, 'sources');
  return (value) => typeof value === 'number' && isSource(sources[value]);
}

/** Sources that no row names: a fact that lost its row would otherwise stay in the list. */
function unusedSources(file: JsonRecord): string[] {
  const { sources, ...parts } = file;
  const used = new Set<unknown>(rows(file, 'jurisdictions').flatMap((row) => rates(row[8]).map((rate) => rate[3])));
  if (file.cityDistricts !== undefined) for (const row of rows(file, 'cityDistricts')) used.add(row[2]);
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, one] of Object.entries(value)) {
      if (name === 'source' || name === 'marketplaceSource') used.add(one);
      collect(one);
    }
  };
  collect(parts);
  return asList(sources, 'sources').flatMap((_source, index) => (used.has(index) ? [] : [`source ${index} is unused`]));
}

const rates = (value: unknown) => asList(value, 'rates').map((rate) => asList(rate, 'rates'));

function levelsOf(file: JsonRecord): Map<unknown, unknown> {
  return new Map(rows(file, 'jurisdictions').map((row) => [row[0], row[1]]));
}

function headFaults(file: JsonRecord): string[] {
  const head = asRecord(file.state, 'state');
  const reaches: ReadonlySet<unknown> = new Set(gapReaches);
  const faults = asList(head.gaps, 'gaps').flatMap((gap) => {
    const [what, reach, ...cities] = asTexts(gap, 'gap');
    return isText(what) && reaches.has(reach) && (reach === 'CITIES') === cities.length > 0 ? [] : [`gap ${what}`];
  });
  if (!/^\d{4}-\d\d-\d\d$/.test(String(head.asOf))) faults.push(`as of ${head.asOf}`);
  if (head.localRateCap !== null && !isAmount(head.localRateCap)) faults.push(`cap ${head.localRateCap}`);
  return faults;
}

function jurisdictionFaults(file: JsonRecord): string[] {
  const isSource = isSourceOf(file);
  const code = codeOf(file);
  const countyNames = new Set(rows(file, 'counties').map((row) => row[1]));
  const seen = new Set<unknown>();
  const faults = rows(file, 'jurisdictions').flatMap((row) => {
    const id = asText(row[0], code);
    const windows = asList(row[8], id).map((window) => asList(window, id));
    const own = rateFaults(id, windows, isSource);
    if (seen.has(id)) own.push(`${id} is there twice`);
    seen.add(id);
    if (id !== code && !id.startsWith(`${code}-`)) own.push(`${id} is not of the state`);
    if (windows.length === 0) own.push(`${id} has no rate`);
    if (row[5] !== null && !countyNames.has(row[5])) own.push(`${id} has an unknown county ${row[5]}`);
    if (row[7] !== null && row[7] !== windows[0]?.[1]) own.push(`${id} was introduced on ${row[7]}`);
    return interrupted.has(id) ? own : [...own, ...unlinkedPeriods(id, windows)];
  });
  if (levelsOf(file).get(code) !== 'STATE') faults.push('the state itself is missing');
  return faults;
}

function countyFaults(file: JsonRecord): string[] {
  const levels = levelsOf(file);
  const fips = asText(asRecord(file.state, 'state').fips, 'fips');
  return rows(file, 'counties').flatMap(([code, name, id]) => {
    const isRight = String(code).startsWith(fips) && isText(name) && (id === null || levels.get(id) === 'COUNTY');
    return isRight ? [] : [`county ${code} ${name} ${id}`];
  });
}

function zipFaults(file: JsonRecord, catalogue: Catalogue): string[] {
  const levels = levelsOf(file);
  const counties = new Map(rows(file, 'counties').map((row) => [row[0], row[2]]));
  const seen = new Set<unknown>();
  return rows(file, 'zips').flatMap((row) => {
    const faults = zipRowFaults(row, { levels, counties, catalogue });
    if (seen.has(row[0])) faults.push('is there twice');
    seen.add(row[0]);
    return faults.map((fault) => `ZIP ${row[0]}: ${fault}`);
  });
}

type Known = {
  readonly levels: ReadonlyMap<unknown, unknown>;
  readonly counties: ReadonlyMap<unknown, unknown>;
  readonly catalogue: Catalogue;
};

function zipRowFaults(row: JsonList, { levels, counties, catalogue }: Known): string[] {
  const [zip, , county, city, , precision] = row;
  const countyId = row.length > 7 ? row[7] : (counties.get(county) ?? null);
  const faults: string[] = [];
  if (!/^\d{5}$/.test(String(zip))) faults.push('has no five digits');
  if (county !== null && !counties.has(county)) faults.push(`unknown county ${county}`);
  for (const one of asTexts(row[6], 'counties')) {
    if (!catalogue.counties.has(one)) faults.push(`unknown county ${one}`);
  }
  if (countyId !== null && levels.get(countyId) !== 'COUNTY') faults.push(`unknown county ${countyId}`);
  if (city !== null && levels.get(city) !== 'CITY') faults.push(`unknown city ${city}`);
  for (const id of asTexts(row[4], 'districts')) {
    if (levels.get(id) !== 'DISTRICT') faults.push(`unknown district ${id}`);
  }
  if (precision === 'state-only' && (city !== null || countyId !== null)) faults.push('has local rates');
  return faults;
}

function cityDistrictFaults(file: JsonRecord): string[] {
  if (file.cityDistricts === undefined) return [];
  const levels = levelsOf(file);
  const isSource = isSourceOf(file);
  const districts = new Map(rows(file, 'cityDistricts').map((row) => [row[0], row]));
  const faults = [...districts].flatMap(([id, row]) => {
    const known = asTexts(row[1], 'districts').every((one) => levels.get(one) === 'DISTRICT');
    return levels.get(id) === 'CITY' && known && isSource(row[2]) ? [] : [`districts of ${id}`];
  });
  const severalCounties = new Set(
    rows(file, 'jurisdictions')
      .filter(([, , , , , county]) => county === null)
      .map(([id]) => id),
  );
  const differing = rows(file, 'zips').filter((row) => {
    if (row[3] === null) return false;
    const ofCity = asTexts(districts.get(row[3])?.[1] ?? [], 'districts');
    const ofZip = asTexts(row[4], 'districts');
    // A district may reach a city in one of its counties only.
    const isPart = ofZip.length > 0 && ofZip.length < ofCity.length && ofZip.every((id) => ofCity.includes(id));
    return JSON.stringify(ofZip) !== JSON.stringify(ofCity) && !(isPart && severalCounties.has(row[3]));
  });
  return [...faults, ...differing.map(([zip]) => `ZIP ${zip} has other districts than its city`)];
}

function taxabilityFaults(file: JsonRecord, { categories, conditions }: Catalogue): string[] {
  const isSource = isSourceOf(file);
  const levels = levelsOf(file);
  const all = records(file, 'taxability');
  const named = new Set(all.map(({ category }) => category));
  const faults = all.flatMap((row) => {
    const own: string[] = [];
    if (!categories.has(row.category)) own.push('is unknown');
    if (!isSource(row.source)) own.push('has no source');
    if (row.as !== undefined && !named.has(row.as)) own.push(`is as ${row.as}`);
    if (row.as === undefined && !['yes', 'no', 'reduced'].includes(String(row.taxable))) own.push(`is ${row.taxable}`);
    if (row.taxable === 'reduced' && row.stateRate === undefined && row.together === undefined) own.push('has no rate');
    for (const rate of [row.stateRate, row.together]) {
      if (rate !== undefined && !/^0(\.\d{1,8})?$/.test(String(rate))) own.push(`has the rate ${rate}`);
    }
    for (const id of asTexts(row.places, 'places')) if (!levels.has(id)) own.push(`holds in ${id}`);
    if (row.condition !== undefined && !conditions.has(String(row.condition))) own.push(`depends on ${row.condition}`);
    own.push(...readOnFaults(row));
    if (row.notIncluded !== undefined && !isText(row.notIncluded)) own.push('leaves out something without a name');
    for (const id of Object.keys(row.localById === undefined ? {} : asRecord(row.localById, 'rates'))) {
      if (!levels.has(id)) own.push(`has a rate in ${id}`);
    }
    return own.map((fault) => `${row.category} ${fault}`);
  });
  if (!named.has('general')) faults.push('general goods are missing');
  return [...faults, ...overlapsWithin(all, (row) => `${row.category} ${row.use} ${JSON.stringify(row.places)}`)];
}

/** The day a row was read, if given; its source must have been available then. */
function readOnFaults({ readOn }: JsonRecord): string[] {
  return readOn === undefined || /^202[5-9]-\d\d-\d\d$/.test(String(readOn)) ? [] : [`was read on ${readOn}`];
}

function holidayFaults(file: JsonRecord, { categories }: Catalogue): string[] {
  const isSource = isSourceOf(file);
  return records(file, 'holidays').flatMap((row) => {
    const own = periodFaults([periodOf(row)]);
    if (!categories.has(row.category) && !withoutCode.has(row.category)) own.push('unknown category');
    if (!isSource(row.source)) own.push('no source');
    own.push(...readOnFaults(row));
    if (row.from === undefined || row.to === undefined) own.push('no end');
    if (row.cap !== null && row.cap !== undefined && !isAmount(row.cap)) own.push(`cap ${row.cap}`);
    return own.map((fault) => `holiday ${row.name} of ${row.category}: ${fault}`);
  });
}

const isPartOfPrice = (on: unknown) => on === undefined || on === 'WHOLE_PRICE';

function capFaults(file: JsonRecord): string[] {
  const isSource = isSourceOf(file);
  const levels: ReadonlySet<unknown> = new Set(['STATE', 'COUNTY', 'CITY', 'DISTRICT']);
  const cities = new Set(rows(file, 'jurisdictions').flatMap(([id, level]) => (level === 'CITY' ? [id] : [])));
  return records(file, 'singleItemCaps').flatMap((row) => {
    const isPlace =
      row.city === undefined
        ? asTexts(row.levels, 'cap').every((level) => levels.has(level))
        : isAmount(row.rateAbove) && isAmount(row.upTo) && cities.has(row.city) && isPartOfPrice(row.on);
    const isRight = isSource(row.source) && isPlace;
    return isRight && periodFaults([periodOf(row)]).length === 0 ? [] : ['single item cap'];
  });
}

function nexusFaults(file: JsonRecord): string[] {
  const isSource = isSourceOf(file);
  const all = records(file, 'nexus');
  const faults = all.flatMap((row) => {
    const own = periodFaults([periodOf(row)]);
    if (!isSource(row.source)) own.push('no source');
    if (!isAmount(row.salesThreshold)) own.push(`sales of ${row.salesThreshold}`);
    const countsTransactions = row.transactionThreshold !== undefined && row.transactionThreshold !== null;
    if (countsTransactions === (row.combine === 'sales_only')) own.push(`combined by ${row.combine}`);
    return own.map((fault) => `nexus from ${row.from}: ${fault}`);
  });
  return [...faults, ...overlapsWithin(all, () => 'nexus'), ...unlinkedRecords(all)];
}

function unlinkedRecords(all: readonly JsonRecord[]): string[] {
  return unlinkedPeriods(
    'nexus',
    all.map((row) => [null, row.from ?? null, row.to ?? null]),
  );
}

function periodOf(row: JsonRecord): Period {
  return { from: asTextOrNull(row.from, 'from'), to: asTextOrNull(row.to, 'to') };
}

export function overlapsWithin(all: readonly JsonRecord[], keyOf: (row: JsonRecord) => string): string[] {
  const groups = new Map<string, JsonRecord[]>();
  for (const row of all) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return [...groups].flatMap(([key, group]) => periodFaults(group.map(periodOf)).map((fault) => `${key}: ${fault}`));
}
