import { readTypedDay } from '../../../domain/base/day-order.ts';
import { type Decimal, decimal } from '../../../tax/numbers/decimal.ts';

/** The unit of a rate without a percent sign. */
export type RateUnit = 'FRACTION' | 'PERCENT';

const vulgar: Readonly<Record<string, string>> = {
  '⅛': '.125',
  '¼': '.25',
  '⅜': '.375',
  '½': '.5',
  '⅝': '.625',
  '¾': '.75',
  '⅞': '.875',
};

/**
 * Reads `0.0825`, `.0825`, `8.25%` or, in percent, `8¼`; null for anything else, and for a rate above one half. In
 * percent, a positive number below 0.05 without a percent sign is also refused, because it is probably a fraction.
 */
export function readPublishedRate(text: string, unit: RateUnit = 'FRACTION'): Decimal | null {
  const plain = text.trim().replace(/\s*([⅛¼⅜½⅝¾⅞])/, (_, sign: string) => vulgar[sign]!);
  const match = /^(\d*\.?\d+)\s*(%?)$/.exec(plain);
  if (!match) return null;
  const value = decimal(match[1]!.startsWith('.') ? `0${match[1]}` : match[1]!);
  const isPercent = match[2] === '%' || unit === 'PERCENT';
  if (match[2] === '' && isPercent && value.gt(0) && value.lt('0.05')) return null;
  const rate = isPercent ? value.div(100) : value;
  return rate.gt('0.5') ? null : rate;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const;
const month = `(${months.join('|')})[a-z]*`;

/**
 * Reads dates such as `20260701`, `7/1/2026`, `7/1/2026 0:00`, `1.7.2026`, `Jul 1, 2026`, `Jul-2026` or `2026-07-01`;
 * null for other text.
 */
export function readDay(text: string): string | null {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/ \d{1,2}:\d\d(:\d\d)?( [ap]m)?$/, '');
  const [, year, of, day] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(plain) ?? [];
  if (year) return dayOf(year, of!, day!);
  const [, usMonth, usDay, usYear] = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(plain) ?? [];
  if (usYear) return dayOf(usYear, usMonth!, usDay!);
  const [, euDay, euMonth, euYear] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(plain) ?? [];
  if (euYear) return dayOf(euYear, euMonth!, euDay!);
  const [, name, first, named] = new RegExp(`^${month}\\.?[ -](?:(\\d{1,2}),? ?)?(\\d{4})$`).exec(plain) ?? [];
  return named ? dayOf(named, monthNumber(name!), first ?? '1') : null;
}

/**
 * Finds the date in a title or file name, such as `Effective March 1, 2026`, `RATETABLE_08012026`, `Rates_26Q3` or
 * `July-Dec2026`; null if it contains no date.
 */
export function findDay(text: string): string | null {
  const plain = text.toLowerCase();
  const [, year, quarter] = /(?<!\d)(\d\d|20\d\d)q([1-4])/.exec(plain) ?? [];
  if (year) return dayOf(year, String((Number(quarter) - 1) * 3 + 1), '1');
  const [, of, day, full] = /(?<!\d)([01]\d)([0-3]\d)(20\d\d)(?!\d)/.exec(plain) ?? [];
  if (full) return dayOf(full, of!, day!);
  const [, usMonth, usDay, usYear] = /(?<!\d)(\d{1,2})[/-](\d{1,2})[/-](20\d\d|\d\d)(?!\d)/.exec(plain) ?? [];
  if (usYear) return dayOf(usYear, usMonth!, usDay!);
  const [, name, first, named] =
    new RegExp(`${month}\\.? (\\d{1,2}), ?(20\\d\\d)`).exec(plain) ??
    new RegExp(`${month}(?:-${month})?_?()(20\\d\\d)`).exec(plain)?.filter((_, index) => index !== 2) ??
    [];
  if (named) return dayOf(named, monthNumber(name!), first || '1');
  const [, calendarYear] = /calendar year (20\d\d)/.exec(plain) ?? [];
  return calendarYear ? `${calendarYear}-01-01` : null;
}

function monthNumber(name: string): string {
  return String(months.findIndex((one) => name.startsWith(one)) + 1);
}

function dayOf(year: string, of: string, day: string): string | null {
  return readTypedDay(`${year.padStart(4, '20')}-${of.padStart(2, '0')}-${day.padStart(2, '0')}`);
}
