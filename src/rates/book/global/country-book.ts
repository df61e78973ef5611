import type { CountryFacts } from '../../../domain/lookups/catalogue.ts';
import type { RetailerSurcharge } from '../../../domain/places/place-law.ts';
import type { Notice } from '../../../tax/model/assessment.ts';
import type { RoundingLaw } from '../../../tax/model/place.ts';
import type { JsonRecord } from '../files/json-file.ts';
import type { RateWindow } from '../files/rate-windows.ts';
import type { Source } from '../files/source.ts';
import type { ImportBook } from './imports.ts';
import type { ThresholdAbroad } from './nexus-thresholds.ts';
import type { PostalBook } from './postal-codes.ts';

export type Country = {
  readonly alpha2: string;
  readonly alpha3: string;
  readonly name: string;
  readonly taxName: string;
  readonly facts: CountryFacts;
  readonly taxation: 'TAXED' | 'NO_TAX_THERE' | 'NOT_COVERED';
  readonly notices: readonly Notice[];
  readonly windows: readonly RateWindow[];
  /** The country's rounding law, with its first day; null if the seller may choose. */
  readonly rounding: (RoundingLaw & { readonly from: string }) | null;
  readonly retailerSurcharge: RetailerSurcharge | null;
  /** The country whose tax territory this country shares: Switzerland for Liechtenstein. */
  readonly territoryOf: string | null;
};

export const regionKinds = ['none', 'beside', 'single', 'replaces', 'same', 'halved', 'outside', 'country'] as const;

/**
 * Relation of a region's tax to its country's tax. `beside`: a second tax; `single`: one harmonized rate that the
 * country levies; `replaces`: its own rate; `halved`: half of the country's rate is the region's for sales within it;
 * `country`: another country of the rate book; `outside`: not in the tax territory.
 */
type RegionKind = (typeof regionKinds)[number];

export type Region = {
  readonly id: string;
  readonly country: string;
  readonly name: string;
  readonly kind: RegionKind;
  /** The country whose law applies in the region, if its kind is `country`. */
  readonly target: string | null;
  readonly taxName: string | null;
  /**
   * Whether goods sent to the region from the rest of the country are exports, although the region's taxes are in the
   * rate book.
   */
  readonly isOwnTerritory: boolean;
  /** A second territory that includes the region for goods: `XI`, where EU rules apply to goods. */
  readonly goodsTerritory: string | null;
  /**
   * Prefixes of the region's postal codes or, with `*` for digits, whole codes; `DE:87491` specifies the country that
   * delivers the mail.
   */
  readonly postal: readonly string[];
  /** Prefixes that no publication confirms. An address located only by such a prefix is uncertain. */
  readonly uncheckedPostal: readonly string[];
  /** Postal codes shared with places outside the region; the names tell these places apart. */
  readonly sharedPostal: readonly string[];
  /** Whether the region is outside the country's tax territory for goods, but not for services. */
  readonly isOutsideForGoods: boolean;
  readonly notices: readonly Notice[];
  /** The notice for other sellers, if the region's rates apply only to sellers established there. */
  readonly elsewhere: readonly Notice[] | null;
  readonly windows: readonly RateWindow[];
};

/**
 * For a country whose tax is split equally with its regions (India): the names of the two halves and of the whole tax,
 * and the law.
 */
export type SplitGst = { readonly countryHalf: string; readonly whole: string; readonly source: string };

/** The categories that a country taxes at the standard rate because its law specifies no other rate. */
export type StandardRated = {
  readonly country: string;
  readonly categories: ReadonlySet<string>;
  readonly source: Source;
  readonly readOn: string | null;
};

export type GlobalBook = {
  readonly asOf: string;
  readonly countries: ReadonlyMap<string, Country>;
  readonly regions: ReadonlyMap<string, Region>;
  /** A region by its country and folded spelling: `CA/quebec`, `CA/qc`. */
  readonly regionsBySpelling: ReadonlyMap<string, Region>;
  /** A region by its country and the folded name of one of its towns: `IT/livigno`. */
  readonly regionsByTown: ReadonlyMap<string, Region>;
  readonly postalRegions: ReadonlyMap<string, readonly { readonly prefix: string; readonly region: Region }[]>;
  /** Country, and region for region codes (`GP`), by folded code or name. */
  readonly spellings: ReadonlyMap<string, { readonly country: string; readonly region: string | null }>;
  /** The countries that are not in the rate book, by folded code or name. */
  readonly notCovered: ReadonlyMap<string, Country>;
  readonly postalCodes: PostalBook;
  readonly categoryRates: readonly JsonRecord[];
  readonly standardRated: readonly StandardRated[];
  /** Imported rows. While in force, they take precedence over the book's rows for the same place. */
  readonly ruleCorrections: readonly JsonRecord[];
  readonly splitGst: ReadonlyMap<string, SplitGst>;
  /**
   * Countries, each with its source, in which a region's tax, or its half of the tax, is rounded separately from the
   * country's tax.
   */
  readonly separateTaxes: ReadonlyMap<string, string>;
  readonly imports: ImportBook;
  readonly nexus: readonly ThresholdAbroad[];
};

/** A country by its alpha-2 code, whether or not its taxes are in the rate book. */
export function countryIn(book: Pick<GlobalBook, 'countries' | 'notCovered'>, alpha2: string): Country | null {
  return book.countries.get(alpha2) ?? book.notCovered.get(alpha2.toLowerCase()) ?? null;
}
