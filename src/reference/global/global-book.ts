import type { CountryFacts } from '../../domain/lookups/catalogue.ts';
import type { Notice } from '../../tax/model/assessment.ts';
import type { Jurisdiction } from '../../tax/model/place.ts';
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
import { type RateWindow, readRateWindows } from '../files/rate-windows.ts';
import { fold } from '../names/folding.ts';
import { indexCountries, indexPostalCodes, indexRegions, indexTowns } from './global-spellings.ts';
import { type HalvedTax, readHalvedTaxes } from './halved-taxes.ts';

export type Country = {
  readonly alpha2: string;
  readonly alpha3: string;
  readonly name: string;
  readonly taxName: string;
  readonly facts: CountryFacts;
  readonly taxation: 'TAXED' | 'NO_TAX_THERE';
  readonly notices: readonly Notice[];
  readonly windows: readonly RateWindow[];
};

const regionKinds = ['none', 'beside', 'single', 'replaces', 'same', 'halved', 'outside', 'country'] as const;

/**
 * How a region stands to its country's tax. `beside`: a second tax; `single`: one harmonised rate that the country
 * levies; `replaces`: its own rate; `halved`: half of the country's rate is the region's when the sale stays inside it;
 * `country`: another country of the rate book; `outside`: not in the tax territory.
 */
export type RegionKind = (typeof regionKinds)[number];

export type Region = {
  readonly id: string;
  readonly country: string;
  readonly name: string;
  readonly kind: RegionKind;
  /** The country whose law holds there, for `country`. */
  readonly target: string | null;
  readonly taxName: string | null;
  /** Whether goods from the rest of the country are exported to it, although its taxes are in the book. */
  readonly isOwnTerritory: boolean;
  /** A second territory that it belongs to for goods: `XI`, where EU rules hold for them. */
  readonly goodsTerritory: string | null;
  /** Postal codes begin so, in the region's country; `DE:87491` is written with the country that delivers. */
  readonly postal: readonly string[];
  readonly notices: readonly Notice[];
  readonly windows: readonly RateWindow[];
};

export type GlobalBook = {
  readonly asOf: string;
  readonly countries: ReadonlyMap<string, Country>;
  readonly regions: ReadonlyMap<string, Region>;
  /** `CA/quebec`, `CA/qc`: a region by its country and folded spelling. */
  readonly regionsBySpelling: ReadonlyMap<string, Region>;
  /** `IT/livigno`: a region by its country and the folded name of a town in it. */
  readonly regionsByTown: ReadonlyMap<string, Region>;
  readonly postalRegions: ReadonlyMap<string, readonly { readonly prefix: string; readonly region: Region }[]>;
  /** Folded code or name to a country, and to a region where the code names one (`GP`). */
  readonly spellings: ReadonlyMap<string, { readonly country: string; readonly region: string | null }>;
  /** Folded code or name of the countries that the book lacks. */
  readonly notCovered: ReadonlyMap<string, string>;
  readonly categoryRates: readonly JsonRecord[];
  readonly halvedTaxes: ReadonlyMap<string, HalvedTax>;
};

export function makeGlobalBook(files: {
  readonly countries: JsonRecord;
  readonly regions: JsonRecord;
  readonly categoryRates: JsonRecord;
}): GlobalBook {
  const countries = new Map(asList(files.countries.countries, 'countries').map(readCountry));
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
    regionsBySpelling: indexRegions(files.regions, regions),
    regionsByTown: indexTowns(files.regions, regions),
    postalRegions: indexPostalCodes(regions),
    spellings: indexCountries(files.countries, countries),
    notCovered: new Map(
      asList(files.countries.notCovered, 'notCovered').flatMap((row) => {
        const texts = asTexts(row, 'notCovered');
        const name = texts[2] ?? '';
        return texts.map((text): [string, string] => [fold(text), name]);
      }),
    ),
    categoryRates: asList(files.categoryRates.rates, 'category rates').map((row) => asRecord(row, 'category rate')),
    halvedTaxes: readHalvedTaxes(files.regions),
  };
}

function readCountry(value: unknown): [string, Country] {
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
  return [
    alpha2,
    {
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
        arePricesUsuallyInclusive: asFlag(row[6], alpha2),
      },
      taxation: asOneOf(['TAXED', 'NO_TAX_THERE'], row[7], alpha2),
      notices: readNotices(row[8], alpha2),
      windows: readRateWindows(jurisdiction, row[9], (source) => asText(source, alpha2)),
    },
  ];
}

function readRegion(row: JsonRecord, countries: ReadonlyMap<string, Country>): Region {
  const id = asText(row.id, 'region');
  const name = asText(row.name, id);
  const kind = asOneOf(regionKinds, row.how, id);
  const taxName = asTextOrNull(row.tax, id);
  const country = asText(row.country, id);
  // One harmonised rate is levied by the country for its region: all of it counts as the country's.
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
    postal: asTexts(row.postal, id),
    notices: readNotices(row.notice ?? null, id),
    windows: row.rates === undefined ? [] : readRateWindows(jurisdiction, row.rates, (source) => asText(source, id)),
  };
}

function readNotices(value: unknown, where: string): readonly Notice[] {
  if (value === null) return [];
  const [code = '', message = ''] = asTexts(value, where);
  return [{ code, pointer: '', message }];
}
