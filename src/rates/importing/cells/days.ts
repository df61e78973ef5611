import { type DayOrder, plainDay } from '../../../domain/base/day-order.ts';

/** SST files represent an unknown end as a day in this year or later. */
const openEndYear = 2078;

const sstDays = new Map<string, string | null>();

/** `20260401` becomes `2026-04-01`; null if invalid. Files repeat a few dates very often, so results are cached. */
export function readSstDay(text: string): string | null {
  const known = sstDays.get(text);
  if (known !== undefined) return known;
  const day = /^\d{8}$/.test(text) ? realDay(text.slice(0, 4), text.slice(4, 6), text.slice(6)) : null;
  if (sstDays.size < 100_000) sstDays.set(text, day);
  return day;
}

/** Whether a day returned by `readSstDay` means an open end. */
export function isOpenEnd(day: string): boolean {
  return Number(day.slice(0, 4)) >= openEndYear;
}

/** Reads `2026-04-01`, or `4/30/2026` if the order is unambiguous or proved by the file; null if invalid. */
export function readTypedDay(text: string, order: DayOrder | null = null): string | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(plainDay(text, order));
  return iso ? realDay(iso[1]!, iso[2]!, iso[3]!) : null;
}

function realDay(year: string, month: string, day: string): string | null {
  const text = `${year}-${month}-${day}`;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text) && year >= '1800' ? text : null;
}
