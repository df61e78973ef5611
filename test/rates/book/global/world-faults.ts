import { asList, asRecord, asText, asTexts, type JsonRecord } from '../../../../src/rates/book/files/json-file.ts';
import { isSource, isText, rateFaults, unlinkedPeriods } from '../period-faults.ts';
import { overlapsWithin } from '../us/state-faults.ts';

const rows = (file: JsonRecord, name: string) => asList(file[name], name).map((row) => asList(row, name));
const records = (file: JsonRecord, name: string) => asList(file[name], name).map((row) => asRecord(row, name));

/** All errors in the countries; none in the bundled book. */
export function countryFaults(file: JsonRecord): string[] {
  const seen = new Set<unknown>();
  return rows(file, 'countries').flatMap((row) => {
    const id = asText(row[0], 'country');
    const windows = asList(row[9], id).map((window) => asList(window, id));
    const faults = [...rateFaults(id, windows, isSource), ...unlinkedPeriods(id, windows)];
    if (seen.has(id)) faults.push(`${id} is there twice`);
    seen.add(id);
    if (!/^[A-Z]{2}$/.test(id) || !/^[A-Z]{3}$/.test(String(row[1]))) faults.push(`${id}: code ${row[1]}`);
    if (!/^[A-Z]{3}$/.test(String(row[4]))) faults.push(`${id}: currency ${row[4]}`);
    if (row[7] === 'TAXED' && windows.length === 0 && id !== 'US') faults.push(`${id}: taxed without a rate`);
    return faults;
  });
}

/** All errors in the regions of these countries. */
export function regionFaults(file: JsonRecord, countries: ReadonlySet<unknown>): string[] {
  const seen = new Set<unknown>();
  return records(file, 'regions').flatMap((row) => {
    const id = asText(row.id, 'region');
    const windows = row.rates === undefined ? [] : asList(row.rates, id).map((window) => asList(window, id));
    const faults = [...rateFaults(id, windows, isSource), ...unlinkedPeriods(id, windows)];
    if (seen.has(id)) faults.push(`${id} is there twice`);
    seen.add(id);
    if (!countries.has(row.country)) faults.push(`${id}: unknown country ${row.country}`);
    if (row.target !== undefined && !countries.has(row.target)) faults.push(`${id}: unknown country ${row.target}`);
    if (!isText(row.source)) faults.push(`${id}: no source`);
    const needsRates = ['beside', 'single', 'replaces'].includes(asText(row.how, id));
    if (needsRates !== windows.length > 0) faults.push(`${id}: ${row.how} with ${windows.length} rates`);
    return faults;
  });
}

/** All errors in the category rates of these countries and regions. */
export function categoryRateFaults(file: JsonRecord, places: ReadonlySet<unknown>): string[] {
  const all = records(file, 'rates');
  const faults = all.flatMap((row) => {
    const own: string[] = [];
    if (!isSource(row.source)) own.push('no source');
    if (!places.has(row.country)) own.push('unknown country');
    if (row.region !== undefined && !places.has(row.region)) own.push(`unknown region ${row.region}`);
    if (row.rate !== undefined && !/^(0(\.\d{1,6})?|general)$/.test(String(row.rate))) own.push(`rate ${row.rate}`);
    return own.map((fault) => `${row.country} ${row.category}: ${fault}`);
  });
  return [
    ...faults,
    ...overlapsWithin(all, (row) => `${row.country} ${row.region} ${row.category}`),
    ...standardRatedFaults(file, all),
  ];
}

/** A country has one list, of categories without rows. */
function standardRatedFaults(file: JsonRecord, rates: readonly JsonRecord[]): string[] {
  const seen = new Set<unknown>();
  return records(file, 'standardRated').flatMap((list) => {
    const categories = asTexts(list.categories, 'categories');
    const own = new Set(rates.flatMap((row) => (row.country === list.country && !row.region ? [row.category] : [])));
    const faults = categories.filter((category) => own.has(category)).map((category) => `${category} has rows too`);
    if (new Set(categories).size < categories.length) faults.push('lists a category twice');
    if (!isSource(list.source)) faults.push('no source');
    if (seen.has(list.country)) faults.push('has two lists');
    seen.add(list.country);
    return faults.map((fault) => `${list.country} at the standard rate: ${fault}`);
  });
}

/** All errors in the tax number formats. */
export function taxNumberFaults(file: JsonRecord): string[] {
  const seen = new Set<unknown>();
  const faults = rows(file, 'formats').flatMap((row) => {
    const [country, prefix, patterns, isInVies] = row;
    const own: string[] = [];
    if (seen.has(country)) own.push('is there twice');
    seen.add(country);
    if (!/^[A-Z]{2}$/.test(String(country))) own.push('is no country');
    if (typeof isInVies !== 'boolean') own.push(`in VIES: ${isInVies}`);
    const texts = asTexts(patterns, 'patterns');
    if (texts.length === 0) own.push('has no pattern');
    for (const pattern of texts) {
      if (!/^\^.*\$$/.test(pattern)) own.push(`${pattern} leaves an end open`);
      if (!isPattern(pattern)) own.push(`${pattern} is no pattern`);
      if (isInVies && !pattern.startsWith(`^${prefix}`)) own.push(`${pattern} lacks the prefix ${prefix}`);
    }
    return own.map((fault) => `${country}: ${fault}`);
  });
  return isText(file.source) ? faults : [...faults, 'no source'];
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text).source !== '';
  } catch {
    return false;
  }
}
