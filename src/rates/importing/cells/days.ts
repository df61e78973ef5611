import { realDay } from '../../../domain/base/day-order.ts';

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
