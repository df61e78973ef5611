import type { MatchedPlace } from '../../../domain/places/address-match.ts';
import type { PlaceFacts } from '../../../domain/places/place-law.ts';
import type { Territory } from '../../../tax/law/supply.ts';
import type { TaxPlace } from '../../../tax/model/place.ts';
import { type FoundRate, findRate, noticesOnRates, type RateWindow } from '../files/rate-windows.ts';
import { type Country, countryIn, type GlobalBook, type Region } from './country-book.ts';
import { importLawOf } from './imports.ts';
import { type RegionalSale, regionalSaleNotices, splitGstRates } from './split-gst.ts';

type GlobalSale = {
  readonly place: MatchedPlace;
  readonly taxDate: string;
  /** Null if the country's tax is never split with its regions. */
  readonly regionalSale: RegionalSale | null;
};

/** The country and region of a place outside the US, and the rates in force there on the day. */
export function globalPlaceFacts(book: GlobalBook, { place, taxDate, regionalSale }: GlobalSale): PlaceFacts {
  const country = countryIn(book, place.country);
  if (!country) throw new Error(`No country ${place.country} in the rate book`);
  const region = place.subdivision === null ? null : (book.regions.get(place.subdivision) ?? null);
  const halvedTax = regionalSale === null ? undefined : book.splitGst.get(country.alpha2);
  const levies = halvedTax
    ? splitGstRates(country, { tax: halvedTax, region: regionalSale === 'WITHIN' ? region : null })
    : leviesOf(country, region);
  const found = levies.map((windows) => findRate({ windows, introducedOn: null }, taxDate));
  const taxation = region?.kind === 'outside' ? 'OUTSIDE_TERRITORY' : taxationOf(country, found);
  const territory = territoryOf(country, region);
  return {
    taxPlace: {
      regime: 'GLOBAL_TAX',
      country: country.alpha2,
      subdivision: place.subdivision,
      taxDate,
      rates: found.filter((one) => one.kind === 'in-force').map(({ window }) => window.rate),
      localRateCap: null,
      ...(levies.length > 1 && book.separateTaxes.has(country.alpha2) && { areTaxesSeparate: true }),
      ...roundingOn(country, taxDate),
    },
    taxation,
    territory,
    ...(region?.isOutsideForGoods && { areGoodsOutside: true }),
    authority: { name: country.name, abbreviation: country.alpha2, taxName: taxNameOf(country, region) },
    deliveryFee: null,
    ...(country.retailerSurcharge &&
      territory.taxTerritories.includes(country.alpha2) && { retailerSurcharge: country.retailerSurcharge }),
    ...importLawOf(book.imports, territory, taxDate),
    notices: [
      ...noticesOnRates(taxation === 'TAXED' ? found : found.flatMap(doubtOnly), taxDate),
      ...(halvedTax && regionalSale ? regionalSaleNotices(country, halvedTax, regionalSale) : []),
    ],
  };
}

function roundingOn({ rounding }: Country, taxDate: string): Pick<TaxPlace, 'rounding'> {
  if (rounding === null || taxDate < rounding.from) return {};
  return { rounding: { level: rounding.level, source: rounding.source } };
}

function territoryOf({ alpha2, facts, territoryOf: shared }: Country, region: Region | null): Territory {
  const isOwn = region !== null && (region.isOwnTerritory || region.kind === 'outside');
  return {
    country: alpha2,
    isInEuForGoods: (facts.isInEu && !isOwn) || region?.goodsTerritory === 'XI',
    isInEuForServices: facts.isInEu && !isOwn,
    taxTerritories: [
      isOwn ? region.id : alpha2,
      ...(region?.goodsTerritory ? [region.goodsTerritory] : []),
      ...(shared !== null && !isOwn ? [shared] : []),
    ],
  };
}

/** The rates at a place: the country's, the region's, or both; empty outside the tax territory. */
function leviesOf(country: Country, region: Region | null): readonly (readonly RateWindow[])[] {
  switch (region?.kind) {
    case 'beside':
      return [country.windows, region.windows];
    case 'single':
    case 'replaces':
      return [region.windows];
    case 'outside':
      return [];
    default:
      return [country.windows];
  }
}

/** `NO_TAX_THERE` if no rate above zero is in force on the day, for example before the tax was introduced. */
function taxationOf({ taxation }: Country, found: readonly FoundRate[]): Country['taxation'] {
  if (taxation === 'NOT_COVERED') return taxation;
  return found.some((one) => one.kind === 'in-force' && !one.window.rate.rate.isZero()) ? taxation : 'NO_TAX_THERE';
}

/** If a country does not levy the tax, its start cannot be in doubt, but the absence of the tax can be. */
function doubtOnly(found: FoundRate): FoundRate[] {
  if (found.kind !== 'in-force' || found.gap === 'BEFORE_KNOWN' || found.window.uncertainty === null) return [];
  return [{ ...found, gap: 'NONE' }];
}

function taxNameOf(country: Country, region: Region | null): string {
  if (region?.kind === 'halved') return country.taxName;
  if (region?.kind === 'beside') return `${country.taxName} and ${region.taxName}`;
  return region?.taxName ?? country.taxName;
}
