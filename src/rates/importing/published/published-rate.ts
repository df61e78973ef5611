import type { CsvRow } from '../../../files/csv/csv.ts';
import type { JurisdictionLevel } from '../../../tax/model/place.ts';
import type { Decimal } from '../../../tax/numbers/decimal.ts';

export type PublishedRate = {
  readonly line: number;
  readonly country: string;
  /** US state; null outside the US. */
  readonly state: string | null;
  readonly level: JurisdictionLevel;
  readonly name: string;
  /** Distinguishes places with the same name. */
  readonly county: string | null;
  /** The code of the jurisdiction, if the file contains it and the rate book uses it too. */
  readonly code: string | null;
  /**
   * `OWN`: the rate of this jurisdiction only. `COMBINED`: the rate including the state, the districts in `includes`
   * and, for a city, its county.
   */
  readonly kind: 'OWN' | 'COMBINED';
  /** Ids of the districts whose rates a combined rate includes, such as `NY-DMCTD`. */
  readonly includes: readonly string[];
  readonly rate: Decimal;
  /** A day on which the rate applies. */
  readonly on: string;
  /** The first day of the rate, if the file contains it. */
  readonly from: string | null;
  /** The last day of the rate, if the file contains it. */
  readonly through: string | null;
};

/** A line that should contain a rate but does not. */
export type UnreadLine = { readonly line: number; readonly reason: string };

export type PublishedFile = {
  readonly title: string;
  readonly rates: readonly PublishedRate[];
  readonly unreadable: readonly UnreadLine[];
  /** Number of omitted rows, by reason. */
  readonly leftOut: ReadonlyMap<string, number>;
  /** The price limit for local taxes on a single item, if a title or remark in the file specifies it. */
  readonly itemCap?: { readonly line: number; readonly upTo: string };
};

/** The format in which an authority publishes its rates. */
export type PublishedForm = {
  /** Short name of the format: `NY`; `TEDB` for the European Commission. */
  readonly form: string;
  readonly title: string;
  /** The US state; null for the European Commission. */
  readonly state: string | null;
  /** Whether a file has this format, judging by its first rows and its name. */
  matches(rows: readonly CsvRow[], name: string): boolean;
  /** The reason why a file that resembles this format does not match; null if it does not resemble it. */
  mismatch?(rows: readonly CsvRow[], name: string): string | null;
  /** The date of the rates, from the first rows or the name of a file; null if they do not contain a date. */
  publishedOn(rows: readonly CsvRow[], name: string): string | null;
  /** `day` is used for rates without a date. */
  read(rows: readonly CsvRow[], day: string): PublishedFile;
};

export const unreadableRate = 'Expected a name and a rate from 0 to 0.5.';
