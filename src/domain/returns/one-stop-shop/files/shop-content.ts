import { decimal } from '../../../../tax/numbers/decimal.ts';
import { sumOfTexts } from '../../../base/amount.ts';
import type { ReportPeriod } from '../../../base/report-period.ts';
import type { ShopScheme } from '../../../nexus/one-stop-shop.ts';
import { northernIreland } from '../../../places/eu-code.ts';
import type { ShopFigures, ShopSupplyRow } from '../shop-record.ts';

/** A number in the spelling of its country, with a separate prefix: `EL` and `123456783`. */
export type ShopNumber = { readonly prefix: string; readonly digits: string };

/** The member state of dispatch or of a fixed establishment, other than the member state of identification. */
type ShopOrigin = {
  readonly country: string;
  readonly isEstablishment: boolean;
  /** Null without a valid number from a registration in that member state. */
  readonly number: ShopNumber | null;
};

export type ContentRow = Omit<ShopSupplyRow, 'dispatchedFrom'> & {
  readonly rateType: 'STANDARD' | 'REDUCED';
  /** Null for supplies from the member state of identification, and if the return does not list their origin. */
  readonly origin: ShopOrigin | null;
};

/** The content of a return, as listed in articles 365, 369g and 369t of Directive 2006/112/EC. */
export type ShopContent = ReportPeriod &
  Omit<ShopFigures, 'supplies'> & {
    readonly scheme: ShopScheme;
    /** Member state of identification. */
    readonly filedIn: string;
    readonly number: ShopNumber;
    readonly sellerName: string;
    readonly supplies: readonly ContentRow[];
  };

/** The facts about the seller in the period. */
export type ShopFacts = {
  isEstablishedIn(country: string): boolean;
  /** Null without a valid number. */
  numberIn(country: string): ShopNumber | null;
  isMemberState(country: string): boolean;
  isStandardRate(country: string, rate: string): boolean;
};

type Of = { readonly scheme: ShopScheme; readonly filedIn: string };

/**
 * One row per member state, kind, rate and origin. Rows for several countries of dispatch are merged if the file does
 * not list their origin.
 */
export function contentRows(rows: readonly ShopSupplyRow[], of: Of, facts: ShopFacts): ContentRow[] {
  const found = new Map<string, ContentRow>();
  for (const { dispatchedFrom, ...row } of rows) {
    const origin = originOf({ dispatchedFrom, kind: row.kind }, of, facts);
    const key = [row.memberState, row.kind, row.rate, origin?.country].join(' ');
    const before = found.get(key);
    found.set(key, {
      ...row,
      taxableAmount: sumOfTexts([before?.taxableAmount ?? [], row.taxableAmount].flat()),
      taxAmount: sumOfTexts([before?.taxAmount ?? [], row.taxAmount].flat()),
      rateType: facts.isStandardRate(row.memberState, row.rate) ? 'STANDARD' : 'REDUCED',
      origin,
    });
  }
  return [...found.values()].filter(({ taxableAmount, taxAmount }) => taxableAmount !== '0' || taxAmount !== '0');
}

/**
 * Only the Union scheme distinguishes origins. Services have an origin only if they come from a fixed establishment.
 */
function originOf(
  { dispatchedFrom: country, kind }: Pick<ShopSupplyRow, 'dispatchedFrom' | 'kind'>,
  { scheme, filedIn }: Of,
  facts: ShopFacts,
): ShopOrigin | null {
  if (scheme !== 'UNION_ONE_STOP_SHOP' || country === null || country === filedIn) return null;
  if (country !== northernIreland.code && !facts.isMemberState(country)) return null;
  const isEstablishment = kind === 'SERVICES';
  if (isEstablishment && !facts.isEstablishedIn(country)) return null;
  return { country, isEstablishment, number: facts.numberIn(country) };
}

/** Files use `EL`, the prefix of Greek VAT numbers, as the country code of Greece. */
export const euCountry = (country: string) => (country === 'GR' ? 'EL' : country);

export const wholeNumber = ({ prefix, digits }: ShopNumber) => prefix + digits;

/** Two decimal places: Implementing Regulation (EU) No 282/2011, article 60, forbids rounding to whole euros. */
export const inCents = (amount: string) => decimal(amount).toFixed(2);
export const inPercent = (rate: string) => decimal(rate).times(100).toFixed(2);

/** The year of a period, and its quarter or month as a number. */
export function partOfYear({ from, to }: ReportPeriod): { readonly year: string; readonly part: number } {
  const [year = '', month = ''] = from.split('-');
  const isMonth = month === to.slice(5, 7);
  return { year, part: isMonth ? Number(month) : Math.ceil(Number(month) / 3) };
}
