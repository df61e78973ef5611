import { addMonths, dayText, isDay, lastDayOf, monthText, today } from './format.ts';

export type Days = { readonly from: string; readonly to: string };

type PeriodInput =
  | { readonly month: string }
  | { readonly quarter: string }
  | { readonly halfYear: string }
  | { readonly year: string }
  | { readonly range: Days };

type Calendar = { readonly kind: 'month' | 'quarter' | 'halfYear' | 'year'; readonly first: string };

const lengths = { month: 1, quarter: 3, halfYear: 6, year: 12 } as const;

/** A calendar period, such as `2026-06`, `2026-Q2`, `2026-H1` or `2026`, with its first month. */
function calendarOf(text: string): Calendar | null {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return { kind: 'month', first: text };
  const [, year, part] = /^(\d{4})(?:-(Q[1-4]|H[12]))?$/.exec(text) ?? [];
  if (year === undefined) return null;
  if (part === undefined) return { kind: 'year', first: `${year}-01` };
  const [letter, number] = part;
  const kind = letter === 'Q' ? 'quarter' : 'halfYear';
  return { kind, first: addMonths(`${year}-01`, (Number(number) - 1) * lengths[kind]) };
}

/** A day, or the first and last day, in URL form; null for anything else. */
export function readDays(text: string | null): Days | null {
  const [from = '', to = from] = (text ?? '').split('..');
  return isDay(from) && isDay(to) && from <= to ? { from, to } : null;
}

const rangeOf = (text: string): Days | null => (text.includes('..') ? readDays(text) : null);

/** The first and last day of a period; null for invalid text. */
export function daysOf(text: string): Days | null {
  const calendar = calendarOf(text);
  if (!calendar) return rangeOf(text);
  const { first, kind } = calendar;
  return { from: `${first}-01`, to: lastDayOf(addMonths(first, lengths[kind] - 1)) };
}

/** A period as the parameter `reported` of links to documents. */
export function reportedIn(period: string): string {
  const days = daysOf(period);
  return days ? `${days.from}..${days.to}` : 'all';
}

/** A period in the form of the API; null for invalid text. */
export function periodInput(text: string): PeriodInput | null {
  const kind = calendarOf(text)?.kind;
  switch (kind) {
    case 'month':
      return { month: text };
    case 'quarter':
      return { quarter: text };
    case 'halfYear':
      return { halfYear: text };
    case 'year':
      return { year: text };
    default: {
      const range = rangeOf(text);
      return range && { range };
    }
  }
}

/**
 * The period this many periods later, or earlier if `count` is negative; null for days that form no calendar period.
 */
export function shifted(text: string, count: number): string | null {
  const calendar = calendarOf(text);
  if (!calendar) return null;
  const first = addMonths(calendar.first, count * lengths[calendar.kind]);
  const [year, month] = first.split('-');
  switch (calendar.kind) {
    case 'month':
      return first;
    case 'quarter':
      return `${year}-Q${Math.ceil(Number(month) / 3)}`;
    case 'halfYear':
      return `${year}-H${Number(month) < 7 ? 1 : 2}`;
    case 'year':
      return `${year}`;
  }
}

/** The name of a period, such as `June 2026` for `2026-06`; also for quarters, half-years and years. */
export function periodName(period: string): string {
  const quarter = /^(\d{4})-Q(\d)$/.exec(period);
  if (quarter) return `Q${quarter[2]} ${quarter[1]}`;
  const half = /^(\d{4})-H(\d)$/.exec(period);
  if (half) return `${half[2] === '1' ? 'First' : 'Second'} half of ${half[1]}`;
  if (/^\d{4}-\d{2}$/.test(period)) return monthText(period);
  const [from, to] = period.split('..');
  return from && to ? (from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`) : period;
}

/** The name of a period, such as `June 2026 so far` while the period is running. */
export function periodSoFar(period: string, now = today()): string {
  const days = daysOf(period);
  const isRunning = days !== null && days.from <= now && now <= days.to;
  return isRunning ? `${periodName(period)} so far` : periodName(period);
}
