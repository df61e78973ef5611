import { addDays, addMonths, quarterStart } from '../base/calendar.ts';
import type { NexusThreshold } from './nexus-threshold.ts';

/** Days whose sales are added up, both included. */
export type MeasuringPeriod = { readonly fromOn: string; readonly toOn: string };

/**
 * The measuring periods of a threshold, latest first, each of which is enough to reach it; none extends beyond the
 * given day. The rate book only names them: twelve months end on the day itself, and sales-tax quarters are those of New
 * York, which start in March, June, September and December.
 */
export function measuringPeriods(period: NexusThreshold['period'], on: string): MeasuringPeriod[] {
  const year = Number(on.slice(0, 4));
  switch (period) {
    case 'CURRENT_OR_PRIOR_CALENDAR_YEAR':
      return [{ fromOn: `${year}-01-01`, toOn: on }, calendarYear(year - 1)];
    case 'PRIOR_CALENDAR_YEAR':
      return [calendarYear(year - 1)];
    case 'PRIOR_12_MONTHS':
      return [{ fromOn: addDays(addMonths(on, -12), 1), toOn: on }];
    case 'PRIOR_4_QUARTERS':
      return [{ fromOn: addMonths(quarterStart(on), -12), toOn: addDays(quarterStart(on), -1) }];
    case 'PRIOR_4_SALES_TAX_QUARTERS': {
      const quarter = addMonths(quarterStart(addMonths(`${on.slice(0, 7)}-01`, 1)), -1);
      return [{ fromOn: addMonths(quarter, -12), toOn: addDays(quarter, -1) }];
    }
    case 'TWELVE_MONTHS_ENDING_SEP_30': {
      const endYear = on >= `${year}-09-30` ? year : year - 1;
      return [{ fromOn: `${endYear - 1}-10-01`, toOn: `${endYear}-09-30` }];
    }
  }
}

function calendarYear(year: number): MeasuringPeriod {
  return { fromOn: `${year}-01-01`, toOn: `${year}-12-31` };
}
