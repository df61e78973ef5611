import { z } from 'zod';
import { addDays, addMonths } from './calendar.ts';
import type { Issue } from './errors.ts';
import { absentAsNull } from './fields.ts';
import { isCalendarDay } from './timestamps.ts';

const text = (pattern: RegExp, message: string) =>
  z.string().refine((value) => pattern.test(value), { params: { code: 'INVALID_FORMAT' }, message });
export const dayInput = z
  .string()
  .refine((value) => /^\d{4}-\d{2}-\d{2}$/.test(value) && isCalendarDay(value), {
    params: { code: 'INVALID_FORMAT' },
    message: 'Must be a calendar day, such as 2026-07-01.',
  })
  .meta({ format: 'date' });

/** The period of a report, as sent: two days, a month or a quarter. */
export const reportPeriodFields = {
  from: absentAsNull(dayInput).meta({ description: 'First day, such as 2026-07-01; with `to`.' }),
  to: absentAsNull(dayInput).meta({ description: 'Last day, such as 2026-07-31; with `from`.' }),
  month: absentAsNull(text(/^\d{4}-(0[1-9]|1[0-2])$/, 'Must be a month, such as 2026-07.')).meta({
    description: 'A calendar month, such as 2026-07, instead of `from` and `to`.',
  }),
  quarter: absentAsNull(text(/^\d{4}-Q[1-4]$/, 'Must be a quarter, such as 2026-Q3.')).meta({
    description: 'A calendar quarter, such as 2026-Q3, instead of `from` and `to`.',
  }),
};

export type AskedPeriod = {
  readonly from: string | null;
  readonly to: string | null;
  readonly month: string | null;
  readonly quarter: string | null;
};

/** First and last day, both included. */
export type ReportPeriod = { readonly from: string; readonly to: string };

export function readReportPeriod(asked: AskedPeriod): { period: ReportPeriod | null; issues: readonly Issue[] } {
  const { from, to, month, quarter } = asked;
  const ways = [from !== null || to !== null, month !== null, quarter !== null].filter(Boolean).length;
  if (ways !== 1) {
    const given = ways === 0 ? 'The period is missing' : 'The period is given twice';
    const message = `${given}: send from and to, or month, or quarter.`;
    return {
      period: null,
      issues: [
        {
          path: [ways === 0 ? 'from' : month === null ? 'quarter' : 'month'],
          code: ways === 0 ? 'REQUIRED' : 'INVALID_VALUE',
          message,
        },
      ],
    };
  }
  if (month !== null) return { period: months(`${month}-01`, 1), issues: [] };
  if (quarter !== null) {
    const first = String(Number(quarter.at(-1)) * 3 - 2).padStart(2, '0');
    return { period: months(`${quarter.slice(0, 4)}-${first}-01`, 3), issues: [] };
  }
  if (from === null || to === null) {
    const name = from === null ? 'from' : 'to';
    return {
      period: null,
      issues: [
        { path: [name], code: 'REQUIRED', message: `${name} is required with ${from === null ? 'to' : 'from'}.` },
      ],
    };
  }
  return { period: { from, to }, issues: periodIssues({ from, to }) };
}

function months(from: string, count: number): ReportPeriod {
  return { from, to: addDays(addMonths(from, count), -1) };
}

/** The first day must not be after the last one. */
export function periodIssues(
  { from, to }: { readonly from?: string | null; readonly to?: string | null },
  field = 'to',
): Issue[] {
  if (from == null || to == null || from <= to) return [];
  const message = `${field} (${to}) must not be before ${field.replace(/to$/i, (end) => (end === 'to' ? 'from' : 'From'))} (${from}).`;
  return [{ path: [field], code: 'OUT_OF_RANGE', message }];
}
