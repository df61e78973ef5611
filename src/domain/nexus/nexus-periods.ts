import { addDays, addMonths, quarterStart } from '../base/calendar.ts';
import type { NexusThreshold } from './nexus-threshold.ts';

/** The days whose sales are added up, including the first and last day. */
export type MeasuringPeriod = {
  readonly from: string;
  readonly to: string;
  /** The last day of the whole period; later than `to` while the period is running. */
  readonly endsOn: string;
};

type Period = NexusThreshold['period'];

/**
 * The measuring periods that decide on a day, latest first. Reaching the threshold in any of these periods is enough,
 * and no period extends beyond the day. The rate book specifies only the kind of period: twelve months end on the day
 * itself, and sales tax quarters follow New York, where they start in March, June, September and December.
 */
export function decidingPeriods(period: Period, on: string): MeasuringPeriod[] {
  switch (period) {
    case 'CURRENT_OR_PRIOR_CALENDAR_YEAR':
      return [runningPeriod(period, on), calendarYear(yearOf(on) - 1)];
    case 'PRIOR_CALENDAR_YEAR':
      return [calendarYear(yearOf(on) - 1)];
    case 'PRIOR_12_MONTHS':
      return [runningPeriod(period, on)];
    case 'PRIOR_4_QUARTERS':
      return [yearUntil(addDays(quarterStart(on), -1))];
    case 'PRIOR_4_SALES_TAX_QUARTERS':
      return [yearUntil(addDays(salesTaxQuarterStart(on), -1))];
    case 'TWELVE_MONTHS_ENDING_SEP_30': {
      const year = yearOf(on);
      return [yearUntil(on >= `${year}-09-30` ? `${year}-09-30` : `${year - 1}-09-30`)];
    }
  }
}

/** The measuring period that contains the day. If only past periods decide, this period is the next to decide. */
export function runningPeriod(period: Period, on: string): MeasuringPeriod {
  const { from, endsOn } = periodsAhead(period, on)[0]!;
  return { from, to: on, endsOn };
}

/** The running period and later periods within a year, in which a threshold can still be reached. */
export function periodsAhead(period: Period, on: string): Omit<MeasuringPeriod, 'to'>[] {
  const year = yearOf(on);
  switch (period) {
    case 'CURRENT_OR_PRIOR_CALENDAR_YEAR':
    case 'PRIOR_CALENDAR_YEAR':
      return [calendarYear(year), calendarYear(year + 1)];
    case 'PRIOR_12_MONTHS':
      return [{ from: addDays(addMonths(on, -12), 1), endsOn: on }];
    case 'PRIOR_4_QUARTERS':
      return quartersAhead(quarterStart(on));
    case 'PRIOR_4_SALES_TAX_QUARTERS':
      return quartersAhead(salesTaxQuarterStart(on));
    case 'TWELVE_MONTHS_ENDING_SEP_30': {
      const endYear = on <= `${year}-09-30` ? year : year + 1;
      return [yearUntil(`${endYear}-09-30`), yearUntil(`${endYear + 1}-09-30`)];
    }
  }
}

/**
 * Periods of four quarters: one that ends with the quarter starting on this day, and one that ends with each of the
 * next four.
 */
function quartersAhead(start: string): MeasuringPeriod[] {
  return [3, 6, 9, 12, 15].map((months) => yearUntil(addDays(addMonths(start, months), -1)));
}

function salesTaxQuarterStart(on: string): string {
  return addMonths(quarterStart(addMonths(`${on.slice(0, 7)}-01`, 1)), -1);
}

function calendarYear(year: number): MeasuringPeriod {
  return { from: `${year}-01-01`, to: `${year}-12-31`, endsOn: `${year}-12-31` };
}

/** The twelve months that end with the last day of a month. */
function yearUntil(endsOn: string): MeasuringPeriod {
  return { from: addMonths(addDays(endsOn, 1), -12), to: endsOn, endsOn };
}

const yearOf = (day: string) => Number(day.slice(0, 4));
