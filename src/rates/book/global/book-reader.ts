import type { Notice } from '../../../tax/model/assessment.ts';
import { noticeCodes } from '../../../tax/model/notices.ts';
import type { Jurisdiction } from '../../../tax/model/place.ts';
import {
  asFlag,
  asList,
  asOneOf,
  asRecord,
  asText,
  asTextOrNull,
  asTexts,
  type JsonRecord,
} from '../files/json-file.ts';
import { readRateWindows } from '../files/rate-windows.ts';
import { asSource } from '../files/source.ts';
import { foldedForms } from '../names/folding.ts';
import { type Country, type GlobalBook, type Region, regionKinds, type StandardRated } from './country-book.ts';
import { readImportBook } from './imports.ts';
import { readThresholdsAbroad } from './nexus-thresholds.ts';
import { readPostalBook } from './postal-codes.ts';
import { indexCountries, indexPostalCodes, indexRegions, indexTowns } from './spellings.ts';
import { readSeparateTaxes, readSplitGst } from './split-gst.ts';

export function makeGlobalBook(files: {
  readonly countries: JsonRecord;
  readonly regions: JsonRecord;
  readonly categoryRates: JsonRecord;
  readonly imports: JsonRecord;
  readonly nexus: JsonRecord;
}): GlobalBook {
  const roundings = readRoundings(files.countries);
  const surcharges = readSurcharges(files.countries);
  const sharedTerritories = asRecord(files.countries.sharedTerritories ?? {}, 'shared territories');
  const countries = new Map(
    asList(files.countries.countries, 'countries').map((row) => {
      const country = readCountry(row);
      const { alpha2 } = country;
      const shared = sharedTerritories[alpha2];
      return [
        alpha2,
        {
          ...country,
          rounding: roundings.get(alpha2) ?? null,
          retailerSurcharge: surcharges.get(alpha2) ?? null,
          territoryOf: shared === undefined ? null : asText(asRecord(shared, alpha2).of, alpha2),
        },
      ] as const;
    }),
  );
  const regions = new Map(
    asList(files.regions.regions, 'regions').map((value): [string, Region] => {
      const region = readRegion(asRecord(value, 'region'), countries);
      return [region.id, region];
    }),
  );
  return {
    asOf: asText(files.countries.asOf, 'countries'),
    countries,
    regions,
    regionsBySpelling: indexRegions(files, regions),
    regionsByTown: indexTowns(files.regions, regions),
    postalRegions: indexPostalCodes(regions),
    spellings: indexCountries(files, countries),
    notCovered: new Map(
      asList(files.countries.notCovered, 'notCovered').flatMap((row) => {
        const texts = asTexts(row, 'notCovered');
        const country = notCovered(texts);
        return texts.flatMap(foldedForms).map((text): [string, Country] => [text, country]);
      }),
    ),
    postalCodes: readPostalBook(files.countries),
    categoryRates: categoryRows(files.categoryRates.rates),
    ruleCorrections: categoryRows(files.categoryRates.corrections ?? []),
    standardRated: readStandardRated(files.categoryRates),
    splitGst: readSplitGst(files.regions),
    separateTaxes: readSeparateTaxes(files.regions),
    imports: readImportBook(files.imports),
    nexus: readThresholdsAbroad(files.nexus),
  };
}

function categoryRows(rows: unknown): readonly JsonRecord[] {
  return asList(rows, 'category rates').map((row) => asRecord(row, 'category rates'));
}

function readRoundings({ rounding }: JsonRecord): ReadonlyMap<string, Country['rounding']> {
  return new Map(
    asList(rounding ?? [], 'rounding').map((value) => {
      const row = asRecord(value, 'rounding');
      const country = asText(row.country, 'rounding');
      const level = asOneOf(['DOCUMENT_PER_RATE'], row.level, country);
      return [country, { level, from: asText(row.from, country), source: asText(row.source, country) }];
    }),
  );
}

/** Books from earlier releases have no such lists. */
function readStandardRated({ standardRated }: JsonRecord): readonly StandardRated[] {
  return asList(standardRated ?? [], 'standard rated').map((value) => {
    const row = asRecord(value, 'standard rated');
    const country = asText(row.country, 'standard rated');
    return {
      country,
      categories: new Set(asTexts(row.categories, country)),
      source: asSource(row.source, country),
      readOn: asTextOrNull(row.readOn, country),
    };
  });
}

/** Books from earlier releases have no such list. */
function readSurcharges({ retailerSurcharges }: JsonRecord): ReadonlyMap<string, Country['retailerSurcharge']> {
  return new Map(
    asList(retailerSurcharges ?? [], 'retailer surcharges').map((value) => {
      const row = asRecord(value, 'retailer surcharge');
      const country = asText(row.country, 'retailer surcharge');
      return [country, { numbers: asText(row.numbers, country), message: asText(row.message, country) }];
    }),
  );
}

function readCountry(value: unknown): Omit<Country, 'rounding' | 'retailerSurcharge' | 'territoryOf'> {
  const row = asList(value, 'country');
  const alpha2 = asText(row[0], 'country');
  const name = asText(row[2], alpha2);
  const taxName = asText(row[3], alpha2);
  const jurisdiction: Jurisdiction = {
    id: alpha2,
    level: 'COUNTRY',
    name,
    code: taxName,
    fips: null,
    districtOf: null,
  };
  return {
    alpha2,
    alpha3: asText(row[1], alpha2),
    name,
    taxName,
    facts: {
      code: alpha2,
      name,
      taxName,
      currency: asText(row[4], alpha2),
      isInEu: asFlag(row[5], alpha2),
    },
    taxation: asOneOf(['TAXED', 'NO_TAX_THERE', 'NOT_COVERED'], row[7], alpha2),
    notices: readNotices(row[8], alpha2),
    windows: readRateWindows(jurisdiction, row[9], (source) => asSource(source, alpha2)),
  };
}

/** A country without taxes in the rate book. A calculation is possible only for sellers who owe no tax there. */
function notCovered([alpha2 = '', alpha3 = '', name = '']: readonly string[]): Country {
  const message = `The taxes of ${name} are not in the rate book; no tax was calculated.`;
  const taxName = 'NONE';
  return {
    alpha2,
    alpha3,
    name,
    taxName,
    facts: { code: alpha2, name, taxName, currency: 'USD', isInEu: false },
    taxation: 'NOT_COVERED',
    notices: [{ code: 'TAX_NOT_COVERED', pointer: '', message }],
    windows: [],
    rounding: null,
    retailerSurcharge: null,
    territoryOf: null,
  };
}

function readRegion(row: JsonRecord, countries: ReadonlyMap<string, Country>): Region {
  const id = asText(row.id, 'region');
  const name = asText(row.name, id);
  const kind = asOneOf(regionKinds, row.how, id);
  const taxName = asTextOrNull(row.tax, id);
  const country = asText(row.country, id);
  // The country levies one harmonized rate for its region. The rate is reported entirely as the country's tax.
  const jurisdiction: Jurisdiction = {
    id,
    level: kind === 'single' ? 'COUNTRY' : 'REGION',
    name: kind === 'single' ? (countries.get(country)?.name ?? name) : name,
    code: taxName ?? 'NONE',
    fips: null,
    districtOf: null,
  };
  return {
    id,
    country,
    name,
    isOwnTerritory: row.territory === 'own',
    goodsTerritory: asTextOrNull(row.goodsTerritory, id),
    kind,
    target: asTextOrNull(row.target, id),
    taxName,
    postal: asTexts(row.postal ?? [], id),
    sharedPostal: asTexts(row.sharedPostal ?? [], id),
    isOutsideForGoods: row.goods === 'outside',
    uncheckedPostal: asTexts(row.uncheckedPostal ?? [], id),
    notices: readNotices(row.notice ?? null, id),
    elsewhere: row.within === true ? readNotices(row.elsewhere ?? null, id) : null,
    windows: row.rates === undefined ? [] : readRateWindows(jurisdiction, row.rates, (source) => asSource(source, id)),
  };
}

function readNotices(value: unknown, where: string): readonly Notice[] {
  if (value === null) return [];
  const [code, message = ''] = asTexts(value, where);
  return [{ code: asOneOf(noticeCodes, code, where), pointer: '', message }];
}
