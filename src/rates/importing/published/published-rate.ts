import type { CsvRow } from '../../../files/csv/csv.ts';
import type { JurisdictionLevel } from '../../../tax/model/place.ts';
import type { Decimal } from '../../../tax/numbers/decimal.ts';

/** A rate as an authority publishes it. */
export type PublishedRate = {
  readonly line: number;
  readonly country: string;
  /** US state; null elsewhere. */
  readonly state: string | null;
  readonly level: JurisdictionLevel;
  readonly name: string;
  /** Distinguishes places of the same name. */
  readonly county: string | null;
  /** The code of the jurisdiction, if the file has one that the rate book uses too. */
  readonly code: string | null;
  /** `OWN`: of this jurisdiction only. `COMBINED`: with the state, the districts in `includes` and, for a city, its county. */
  readonly kind: 'OWN' | 'COMBINED';
  /** Ids of the districts whose rates a combined rate includes: `NY-DMCTD`. */
  readonly includes: readonly string[];
  readonly rate: Decimal;
  /** The day that the rate is published for. */
  readonly on: string;
  /** The first day of the rate, if the file names one. */
  readonly from: string | null;
  /** The last day of the rate, if the file names one. */
  readonly through: string | null;
};

/** A line that should hold a rate but does not. */
export type UnreadLine = { readonly line: number; readonly reason: string };

/** A file of published rates, as far as it could be read. */
export type PublishedFile = {
  readonly title: string;
  readonly rates: readonly PublishedRate[];
  readonly unreadable: readonly UnreadLine[];
  /** Rows that the rate book cannot hold, counted by reason. */
  readonly leftOut: ReadonlyMap<string, number>;
  /** The price up to which local taxes apply to a single item, if a title or remark of the file names it. */
  readonly itemCap?: { readonly line: number; readonly upTo: string };
};

/** The form in which an authority publishes its rates. */
export type PublishedForm = {
  /** `NY`; `TEDB` for the European Commission. */
  readonly form: string;
  readonly title: string;
  /** The US state; null for the European Commission. */
  readonly state: string | null;
  /** Whether a file has this form, from its first rows and its name. */
  matches(rows: readonly CsvRow[], name: string): boolean;
  /** Why a file that resembles this form does not have it; null if it does not resemble it. */
  mismatch?(rows: readonly CsvRow[], name: string): string | null;
  /** The day of the rates according to the first rows or the name of a file; null if they contain none. */
  publishedOn(rows: readonly CsvRow[], name: string): string | null;
  /** Rates without a day get the given one. */
  read(rows: readonly CsvRow[], day: string): PublishedFile;
};

export const unreadableRate = 'Expected a name and a rate from 0 to 0.5.';
