import { asList, asRecord, asText, asTexts, type JsonRecord } from '../files/json-file.ts';
import { foldedForms } from '../names/folding.ts';
import type { Country, Region } from './country-book.ts';

/** Regions by their codes and names, the names of their towns, and the codes and names that they have as countries. */
export function indexRegions(
  files: { readonly regions: JsonRecord; readonly countries: JsonRecord },
  regions: ReadonlyMap<string, Region>,
): Map<string, Region> {
  const index = new Map<string, Region>();
  const asCountries = namesAsCountries(files.countries);
  for (const value of asList(files.regions.regions, 'regions')) {
    const row = asRecord(value, 'region');
    const region = regions.get(asText(row.id, 'region'));
    if (!region) continue;
    const texts = [
      ...(asCountries.get(region.target ?? region.id) ?? []),
      ...asTexts(row.towns ?? [], region.id),
      region.id.replace(/^[A-Z]{2}-/, ''),
      region.name,
      ...asTexts(row.spellings ?? [], region.id),
    ];
    for (const text of texts.flatMap(foldedForms)) index.set(`${region.country}/${text}`, region);
  }
  return index;
}

/** The names of countries by alpha-2 code and, by region id, the names of regions that have their own country code. */
function namesAsCountries(file: JsonRecord): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  const add = (id: string, texts: readonly unknown[]) => {
    const known = names.get(id) ?? [];
    names.set(id, [...known, ...texts.filter((text) => typeof text === 'string')]);
  };
  for (const list of [file.countries, file.notCovered]) {
    // A country's alpha-2 code may also be the code of a province: VA is Varese.
    for (const row of asList(list, 'countries')) {
      const [alpha2, alpha3, name] = asList(row, 'countries');
      add(asText(alpha2, 'countries'), [alpha3, name]);
    }
  }
  for (const row of asList(file.spellings, 'spellings')) {
    const [country = '', text = ''] = asTexts(row, 'spellings');
    if (text.length > 3) add(country, [text]);
  }
  for (const row of asList(file.codesOfRegions, 'codes of regions')) {
    const [code, region, name, alpha3] = asList(row, 'codes of regions');
    add(asText(region, 'codes of regions'), [code, name, alpha3]);
  }
  return names;
}

export function indexTowns(file: JsonRecord, regions: ReadonlyMap<string, Region>): Map<string, Region> {
  const index = new Map<string, Region>();
  for (const value of asList(file.regions, 'regions')) {
    const row = asRecord(value, 'region');
    const region = regions.get(asText(row.id, 'region'));
    if (!region) continue;
    for (const town of asTexts(row.towns ?? [], region.id).flatMap(foldedForms)) {
      index.set(`${region.country}/${town}`, region);
    }
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

/** Countries, and regions with their own country code, by all of their names. */
export function indexCountries(
  { countries: file, regions }: { readonly countries: JsonRecord; readonly regions: JsonRecord },
  countries: ReadonlyMap<string, Country>,
): Map<string, { readonly country: string; readonly region: string | null }> {
  const index = new Map<string, { readonly country: string; readonly region: string | null }>();
  const withCodes = new Set<string>();
  for (const { alpha2, alpha3, name } of countries.values()) {
    for (const text of [alpha2, alpha3, name].flatMap(foldedForms)) index.set(text, { country: alpha2, region: null });
  }
  for (const row of asList(file.spellings, 'spellings')) {
    const [country = '', text = ''] = asTexts(row, 'spellings');
    for (const form of foldedForms(text)) index.set(form, { country, region: null });
  }
  for (const value of asList(file.codesOfRegions, 'codes of regions')) {
    const row = asList(value, 'codes of regions');
    const region = asText(row[1], 'codes of regions');
    const country = region.slice(0, 2);
    withCodes.add(region);
    for (const text of [row[0], row[2], row[3]]) {
      if (typeof text !== 'string') continue;
      for (const form of foldedForms(text)) index.set(form, { country, region });
    }
  }
  for (const value of asList(regions.regions, 'regions')) {
    const { id, target, spellings = [] } = asRecord(value, 'region');
    const region = asText(id, 'region');
    const named =
      typeof target === 'string' ? { country: target, region: null } : { country: region.slice(0, 2), region };
    if (!(withCodes.has(region) || countries.has(`${target}`))) continue;
    const names = asTexts(spellings, region).filter((text) => text.length > 4 && !/\d/.test(text));
    for (const form of names.flatMap(foldedForms)) if (!index.has(form)) index.set(form, named);
  }
  return index;
}
