import type { SellerPlace } from '../../../domain/places/address-match.ts';
import type { Notice } from '../../../tax/model/assessment.ts';
import { asRecord, asText, type JsonRecord } from '../files/json-file.ts';
import type { RateWindow } from '../files/rate-windows.ts';
import type { Country, GlobalBook, Region, SplitGst } from './country-book.ts';

export function readSplitGst(file: JsonRecord): ReadonlyMap<string, SplitGst> {
  return new Map(
    Object.entries(asRecord(file.halvedTaxes, 'halved taxes')).map(([country, value]) => {
      const row = asRecord(value, country);
      const countryHalf = asText(row.countryHalf, country);
      return [country, { countryHalf, whole: asText(row.whole, country), source: asText(row.source, country) }];
    }),
  );
}

export function readSeparateTaxes(file: JsonRecord): ReadonlyMap<string, string> {
  const taxes = Object.entries(asRecord(file.separateTaxes, 'separate taxes'));
  return new Map(taxes.map(([country, source]) => [country, asText(source, country)]));
}

/** Whether a sale stays within one region, according to the known places of buyer and seller. */
export type RegionalSale = 'WITHIN' | 'BETWEEN' | 'SELLER_UNKNOWN' | 'BUYER_UNKNOWN';

/** Null if the country's tax is never split. A sale from abroad counts as a sale between regions. */
export function regionalSaleOf(book: GlobalBook, place: SellerPlace, seller: SellerPlace | null): RegionalSale | null {
  if (!book.splitGst.has(place.country)) return null;
  if (seller !== null && seller.country !== place.country) return 'BETWEEN';
  if (seller === null || seller.subdivision === null) return 'SELLER_UNKNOWN';
  if (place.subdivision === null) return 'BUYER_UNKNOWN';
  return seller.subdivision === place.subdivision ? 'WITHIN' : 'BETWEEN';
}

/** Both halves of the country's rate within a region; the full rate everywhere else. */
export function splitGstRates(
  { windows }: Country,
  { tax, region }: { readonly tax: SplitGst; readonly region: Region | null },
): readonly (readonly RateWindow[])[] {
  const ofCountry = windows.map((window) => renamed(window, region ? tax.countryHalf : tax.whole));
  if (region === null) return [ofCountry];
  const ofRegion = windows.map((window) => ({
    ...window,
    rate: {
      ...window.rate,
      jurisdiction: { ...window.rate.jurisdiction, ...asJurisdiction(region) },
      source: tax.source,
    },
  }));
  return [ofCountry, ofRegion].map((levy) => levy.map(halved));
}

function asJurisdiction({ id, name, taxName }: Region) {
  return { id, level: 'REGION', name, code: taxName ?? id } as const;
}

function renamed({ rate, ...window }: RateWindow, code: string): RateWindow {
  return { ...window, rate: { ...rate, jurisdiction: { ...rate.jurisdiction, code } } };
}

function halved({ rate, ...window }: RateWindow): RateWindow {
  return { ...window, rate: { ...rate, rate: rate.rate.div(2) } };
}

export function regionalSaleNotices({ name }: Country, tax: SplitGst, sale: RegionalSale): readonly Notice[] {
  const taken = `the sale was treated as a sale between states, with ${tax.whole} at the full rate; the total is the same either way`;
  switch (sale) {
    case 'SELLER_UNKNOWN': {
      const message = `The seller's state in ${name} is unknown; ${taken}.`;
      return [{ code: 'SELLER_STATE_UNKNOWN', pointer: '/region', message }];
    }
    case 'BUYER_UNKNOWN': {
      const message = `The buyer's state in ${name} was not sent; ${taken}.`;
      return [{ code: 'PROVINCE_UNKNOWN', pointer: '/region', message }];
    }
    case 'WITHIN':
    case 'BETWEEN':
      return [];
  }
}
