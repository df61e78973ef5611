import { z } from 'zod';
import { addDays, addMonths } from './calendar.ts';
import type { Issue } from './errors.ts';
import { absentAsNull } from './fields.ts';
import { strictInput } from './input.ts';
import { addIssue } from './parse-input.ts';
import { isCalendarDay } from './timestamps.ts';
import { valueKinds } from './value-kinds.ts';

export const dayInput = z
  .string()
  .refine((value) => /^\d{4}-\d{2}-\d{2}$/.test(value) && isCalendarDay(value), {
    params: { code: 'INVALID_FORMAT' },
    message: 'Must be a calendar day, such as 2026-07-01.',
  })
  .meta({ format: 'date' })
  .register(valueKinds, { kind: 'day' });

/** First and last day, inclusive. */
export type ReportPeriod = { readonly from: string; readonly to: string };

/** The calendar spans of returns, with the number of months in each. */
const spans = [
  { months: 1, pattern: /^(\d{4})-(0[1-9]|1[0-2])$/ },
  { months: 3, pattern: /^(\d{4})-Q([1-4])$/ },
  { months: 6, pattern: /^(\d{4})-H([12])$/ },
  { months: 12, pattern: /^(\d{4})()$/ },
] as const;

/**
 * Periods outside these years are refused, so that days just before and after a period can also be compared as text.
 */
const [firstDay, lastDay] = ['1900-01-01', '9998-12-31'];

/** `2026-09`, `2026-Q3`, `2026-H1` or `2026`; null for any other text. */
function readCalendarSpan(text: string): ReportPeriod | null {
  for (const { months, pattern } of spans) {
    const [, year, number] = pattern.exec(text) ?? [];
    if (year === undefined || `${year}-01-01` < firstDay || `${year}-01-01` > lastDay) continue;
    const first = (Number(number || 1) - 1) * months + 1;
    const from = `${year}-${String(first).padStart(2, '0')}-01`;
    return { from, to: addDays(addMonths(from, months), -1) };
  }
  return null;
}

/** Also accepts any range of days: `2026-09-05..2026-09-30`. */
export function readPeriodText(text: string): ReportPeriod | null {
  const [from = '', to = '', ...more] = text.split('..');
  if (to === '') return readCalendarSpan(text);
  const areDays = [from, to].every((day) => dayInput.safeParse(day).success);
  return areDays && more.length === 0 && reportPeriodIssues({ from, to }).length === 0 ? { from, to } : null;
}

/** The shortest text that `readPeriodText` reads as this period. */
export function periodText({ from, to }: ReportPeriod): string {
  if (!from.endsWith('-01')) return `${from}..${to}`;
  const [year, month] = [from.slice(0, 4), Number(from.slice(5, 7))];
  const texts = [year, `${year}-H${Math.ceil(month / 6)}`, `${year}-Q${Math.ceil(month / 3)}`, from.slice(0, 7)];
  const isThis = (text: string) => {
    const read = readCalendarSpan(text);
    return read?.from === from && read.to === to;
  };
  return texts.find(isThis) ?? `${from}..${to}`;
}

const isCalendarSpan = (text: string) => readCalendarSpan(text) !== null;
const isSpanOf = (months: number) => (text: string) =>
  isCalendarSpan(text) && spans.some((span) => span.months === months && span.pattern.test(text));
const span = (isValid: (text: string) => boolean, message: string) =>
  z.string().refine(isValid, { params: { code: 'INVALID_FORMAT' }, message });

/** The period of a report, as submitted: a calendar span, or two days. */
export const reportPeriodFields = {
  period: absentAsNull(
    span(isCalendarSpan, 'Must be a month, quarter, half-year or year: 2026-07, 2026-Q3, 2026-H2, 2026.'),
  ).meta({
    description:
      'A calendar month, quarter, half-year or year, such as 2026-07, 2026-Q3, 2026-H2 or 2026; or send `from` and `to`.',
    examples: ['2026-07'],
  }),
  from: absentAsNull(dayInput).meta({ description: 'First day, such as 2026-07-01; with `to`, instead of `period`.' }),
  to: absentAsNull(dayInput).meta({ description: 'Last day, such as 2026-07-31; with `from`, instead of `period`.' }),
};

/** A period in exactly one of its forms. */
export const periodInput = strictInput('PeriodInput', 'A period. Send exactly one of these fields.', {
  month: span(isSpanOf(1), 'Must be a month, such as 2026-07.').optional().meta({
    description: 'A calendar month, such as 2026-07.',
  }),
  quarter: span(isSpanOf(3), 'Must be a quarter, such as 2026-Q3.').optional().meta({
    description: 'A calendar quarter, such as 2026-Q3.',
  }),
  halfYear: span(isSpanOf(6), 'Must be a half-year, such as 2026-H1.').optional().meta({
    description: 'A calendar half-year, such as 2026-H1.',
  }),
  year: span(isSpanOf(12), 'Must be a year, such as 2026.').optional().meta({
    description: 'A calendar year, such as 2026.',
  }),
  range: strictInput('DateRangeInput', 'A range of calendar days, including the first and the last.', {
    from: dayInput.meta({ description: 'First day, inclusive.' }),
    to: dayInput.meta({ description: 'Last day, inclusive.' }),
  })
    .superRefine((range, ctx) => {
      for (const issue of reportPeriodIssues(range)) addIssue(ctx, issue);
    })
    .optional()
    .meta({ description: 'Any range of days.' }),
});

export type AskedPeriod = {
  readonly period: string | null;
  readonly from: string | null;
  readonly to: string | null;
};

/** A period in one of the forms of `periodInput`. */
export function askedPeriod({ month, quarter, halfYear, year, range }: z.output<typeof periodInput>): AskedPeriod {
  const { from, to } = range ?? { from: null, to: null };
  return { period: month ?? quarter ?? halfYear ?? year ?? null, from, to };
}

/** The period is null if it has issues. */
export function readReportPeriod(asked: AskedPeriod): { period: ReportPeriod | null; issues: readonly Issue[] } {
  const { period, from, to } = asked;
  const faulty = (name: string, code: string, message: string) => ({
    period: null,
    issues: [{ path: [name], code, message }],
  });
  if (period !== null) {
    if (from === null && to === null) return { period: readCalendarSpan(period), issues: [] };
    return faulty('period', 'INVALID_VALUE', 'The period is given twice: send period, or from and to.');
  }
  if (from === null && to === null) {
    return faulty('period', 'REQUIRED', 'The period is missing: send period, or from and to.');
  }
  if (from === null) return faulty('from', 'REQUIRED', 'from is required with to.');
  if (to === null) return faulty('to', 'REQUIRED', 'to is required with from.');
  const issues = reportPeriodIssues({ from, to });
  return { period: issues.length > 0 ? null : { from, to }, issues };
}

type Days = { readonly from?: string | null; readonly to?: string | null };

const startOf = (field: string) => field.replace(/to$/i, (end) => (end === 'to' ? 'from' : 'From'));
const outOfRange = (field: string, message: string): Issue => ({ path: [field], code: 'OUT_OF_RANGE', message });

/** The first day must not be after the last day. */
export function periodIssues({ from, to }: Days, field = 'to'): Issue[] {
  if (from == null || to == null || from <= to) return [];
  return [outOfRange(field, `${field} (${to}) must not be before ${startOf(field)} (${from}).`)];
}

/** Like `periodIssues`, and requires the days to be in the supported years. */
export function reportPeriodIssues({ from, to }: ReportPeriod, field = 'to'): Issue[] {
  const outside = Object.entries({ [startOf(field)]: from, [field]: to }).filter(
    ([, day]) => day < firstDay || day > lastDay,
  );
  if (outside.length === 0) return periodIssues({ from, to }, field);
  return outside.map(([name, day]) => outOfRange(name, `${name} must be from ${firstDay} to ${lastDay}, not ${day}.`));
}
