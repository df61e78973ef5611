import { add, isZero } from '../../format/decimal-text.ts';
import { addDays, addMonths, daysBetween, lastDayOf } from '../../format/format.ts';

/** The figures of one day in one currency. */
export type DayFigures = {
  readonly day: string;
  readonly sales: string;
  readonly tax: string;
  readonly refunds: string;
  readonly documents: number;
};

export const measures = ['sales', 'tax', 'refunds', 'documents'] as const;
export type Measure = (typeof measures)[number];

type Row = {
  readonly key: { readonly reportedOn: string | null };
  readonly transactionCount: number;
  readonly amounts: {
    readonly currency: string;
    readonly grossSalesAmount: string;
    readonly taxAmount: string;
    readonly refundsAmount: string;
  };
};

export type MonthFigures = {
  readonly currency: string;
  /** The figures of every day of the month, including days without documents. */
  readonly days: readonly DayFigures[];
  readonly total: DayFigures;
  /** The figures of the previous month, up to the same day while the shown month is running. */
  readonly before: DayFigures;
  readonly comparedDays: number;
};

const nothing = (day: string): DayFigures => ({ day, sales: '0', tax: '0', refunds: '0', documents: 0 });

function sum(day: string, figures: readonly DayFigures[]): DayFigures {
  return figures.reduce(
    (added, one) => ({
      day,
      sales: add(added.sales, one.sales),
      tax: add(added.tax, one.tax),
      refunds: add(added.refunds, one.refunds),
      documents: added.documents + one.documents,
    }),
    nothing(day),
  );
}

/** The period of a month and the previous month. */
export function comparedPeriod(month: string): { from: string; to: string } {
  return { from: `${addMonths(month, -1)}-01`, to: lastDayOf(month) };
}

export function monthFigures(rows: readonly Row[], month: string, currency: string, today: string): MonthFigures {
  const byDay = new Map<string, DayFigures>();
  for (const { key, transactionCount, amounts } of rows) {
    if (amounts.currency !== currency || key.reportedOn === null) continue;
    byDay.set(key.reportedOn, {
      day: key.reportedOn,
      sales: amounts.grossSalesAmount,
      tax: amounts.taxAmount,
      refunds: amounts.refundsAmount,
      documents: transactionCount,
    });
  }
  const last = lastDayOf(month);
  const daysOf = (from: string, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const day = addDays(from, index);
      return byDay.get(day) ?? nothing(day);
    });
  const first = `${month}-01`;
  const length = daysBetween(first, last) + 1;
  const isWhole = today > last || today < first;
  const days = daysOf(first, length);
  const before = `${addMonths(month, -1)}-01`;
  const lengthBefore = daysBetween(before, first);
  const comparedDays = isWhole ? lengthBefore : Math.min(lengthBefore, daysBetween(first, today) + 1);
  return {
    currency,
    days,
    total: sum(first, days),
    before: sum(before, daysOf(before, comparedDays)),
    comparedDays,
  };
}

/** The length of a bar; its label has the exact figure. */
export function lengthOf(figures: DayFigures, measure: Measure): number {
  return Number(figures[measure]);
}

/** The change in a figure, in whole percent; null if the figure was zero before. */
export function changeOf(now: DayFigures, before: DayFigures, measure: Measure): number | null {
  const earlier = before[measure];
  if (earlier === 0 || (typeof earlier === 'string' && isZero(earlier))) return null;
  return Math.round((Number(now[measure]) / Number(earlier) - 1) * 100);
}
