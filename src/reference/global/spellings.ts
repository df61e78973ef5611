import { asList, asRecord, asText, asTexts, type JsonRecord } from '../files/json-file.ts';
import { fold } from '../names/folding.ts';
import type { Country, Region } from './country-book.ts';

export function indexRegions(file: JsonRecord, regions: ReadonlyMap<string, Region>): Map<string, Region> {
  const index = new Map<string, Region>();
  for (const value of asList(file.regions, 'regions')) {
    const row = asRecord(value, 'region');
    const region = regions.get(asText(row.id, 'region'));
    if (!region) continue;
    const code = region.id.replace(/^[A-Z]{2}-/, '');
    for (const text of [region.id, code, region.name, ...asTexts(row.spellings, region.id)]) {
      index.set(`${region.country}/${fold(text)}`, region);
    }
  }
  return index;
}

export function indexTowns(file: JsonRecord, regions: ReadonlyMap<string, Region>): Map<string, Region> {
  const index = new Map<string, Region>();
  for (const value of asList(file.regions, 'regions')) {
    const row = asRecord(value, 'region');
    const region = regions.get(asText(row.id, 'region'));
    if (!region) continue;
    for (const town of asTexts(row.towns, region.id)) index.set(`${region.country}/${fold(town)}`, region);
  }
  return index;
}

export function indexPostalCodes(
  regions: ReadonlyMap<string, Region>,
): Map<string, { readonly prefix: string; readonly region: Region }[]> {
  const index = new Map<string, { readonly prefix: string; readonly region: Region }[]>();
  for (const region of regions.values()) {
    for (const text of region.postal) {
      const [, delivering = region.country, prefix = text] = /^([A-Z]{2}):(.+)$/.exec(text) ?? [];
      const known = index.get(delivering) ?? [];
      index.set(delivering, known);
      known.push({ prefix, region });
    }
  }
  for (const known of index.values()) known.sort((left, right) => right.prefix.length - left.prefix.length);
  return index;
}

export function indexCountries(
  file: JsonRecord,
  countries: ReadonlyMap<string, Country>,
): Map<string, { readonly country: string; readonly region: string | null }> {
  const index = new Map<string, { readonly country: string; readonly region: string | null }>();
  for (const { alpha2, alpha3, name } of countries.values()) {
    for (const text of [alpha2, alpha3, name]) index.set(fold(text), { country: alpha2, region: null });
  }
  for (const row of asList(file.spellings, 'spellings')) {
    const [country = '', text = ''] = asTexts(row, 'spellings');
    index.set(fold(text), { country, region: null });
  }
  for (const value of asList(file.codesOfRegions, 'codes of regions')) {
    const row = asList(value, 'codes of regions');
    const region = asText(row[1], 'codes of regions');
    const country = region.slice(0, 2);
    for (const text of [row[0], row[2], row[3]]) {
      if (typeof text === 'string') index.set(fold(text), { country, region });
    }
  }
  return index;
}
