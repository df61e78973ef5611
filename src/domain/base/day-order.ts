import { parseTimestamp } from './timestamps.ts';

/** Order of day and month in a file, for dates such as 07/06/2025. */
export type DayOrder = 'DAY_FIRST' | 'MONTH_FIRST';

/** `7/1/2026`, `01.07.2026`, `1-7-2026` and `7/1/26`, also with a time. */
const written = /^(\d{1,2})([./-])(\d{1,2})\2((?:20)?\d{2})(?:\s.*)?$/;
/** `Jan 7, 2026`, also with a time. */
const named = /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? (\d{1,2}), (\d{4})(?:\s.*)?$/i;
const months = 'janfebmaraprmayjunjulaugsepoctnovdec';

/** Collects the days in a file. One unambiguous day decides the order for all of them: 25/06/2025 must be day first. */
export class DayOrderEvidence {
  readonly #orders = new Set<DayOrder>();

  /** Whether the cell is a day whose reading may depend on the order. */
  add(cell: string | undefined): boolean {
    const [, first, , second] = written.exec(cell ?? '') ?? [];
    if (first === undefined) return false;
    if (Number(first) > 12) this.#orders.add('DAY_FIRST');
    if (Number(second) > 12) this.#orders.add('MONTH_FIRST');
    return true;
  }

  /** Null if no day decides, or if days contradict each other. */
  get order(): DayOrder | null {
    const [order = null] = this.#orders.size === 1 ? this.#orders : [];
    return order;
  }
}

function readingsOf(cell: string): Readonly<Record<DayOrder, string>> | null {
  const [, first, , second, year] = written.exec(cell) ?? [];
  if (first === undefined || second === undefined) return null;
  const day = (month: string, date: string) =>
    `${year?.padStart(4, '20')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return { DAY_FIRST: day(second, first), MONTH_FIRST: day(first, second) };
}

const pair = (number: number | string) => String(number).padStart(2, '0');

/** The days of the calendar that the cell can mean, in ISO 8601, day first. */
function possibleDays(cell: string, order: DayOrder | null): readonly string[] {
  const [, month, date, ofYear] = named.exec(cell) ?? [];
  const readings = readingsOf(cell);
  const days =
    month && date
      ? [`${ofYear}-${pair(months.indexOf(month.toLowerCase()) / 3 + 1)}-${pair(date)}`]
      : readings && order
        ? [readings[order]]
        : Object.values(readings ?? {});
  return [...new Set(days)].filter((day) => parseTimestamp(day) !== null);
}

/** The day in ISO 8601. Ambiguous days without an order, and other text, remain unchanged. */
export function plainDay(cell: string, order: DayOrder | null): string {
  const [only = cell, other] = possibleDays(cell, order);
  return other === undefined ? only : cell;
}

/** The error for a day whose order is undecided; null for any other cell. */
export function dayAmbiguity(cell: string): { readonly code: 'AMBIGUOUS'; readonly message: string } | null {
  const [dayFirst, monthFirst] = possibleDays(cell, null);
  if (monthFirst === undefined) return null;
  const message = `${JSON.stringify(cell)} is ambiguous, and no other date in the file shows the order: write ${monthFirst} or ${dayFirst}.`;
  return { code: 'AMBIGUOUS', message };
}

/** Reads `2026-04-01`, or `4/30/2026` if the order is unambiguous or proved by the file; null if invalid. */
export function readTypedDay(text: string, order: DayOrder | null = null): string | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(plainDay(text, order));
  return iso ? realDay(iso[1]!, iso[2]!, iso[3]!) : null;
}

/** The day of the parts of a date; null if it does not exist or is before 1800. */
export function realDay(year: string, month: string, day: string): string | null {
  const text = `${year}-${month}-${day}`;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text) && year >= '1800' ? text : null;
}
