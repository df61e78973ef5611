import { addMonths } from '../base/calendar.ts';
import type { ReportPeriod } from '../base/report-period.ts';
import type { ConversionQuestion, ConversionRate } from '../exchange-rates/conversion.ts';
import { firstCollection } from '../nexus/first-collection.ts';
import { decidingPeriods, type MeasuringPeriod, runningPeriod } from '../nexus/nexus-periods.ts';
import type { FirstCollection } from '../nexus/nexus-record.ts';
import { comparePeriod, type NexusPeriod, reachedDay, type SalesQuestion } from '../nexus/nexus-sales.ts';
import type { NexusThreshold } from '../nexus/nexus-threshold.ts';
import { thresholdOn } from '../nexus/nexus-tracker.ts';
import { byCurrency, convertSales, type DailySales } from '../nexus/sales-conversion.ts';

/** The sales that count toward the threshold of a state, by day, with all past and present rules. */
type SalesOfState = {
  readonly question: SalesQuestion;
  readonly daily: readonly DailySales[];
  readonly thresholds: readonly NexusThreshold[];
  rateOn(question: ConversionQuestion): ConversionRate | null;
};

/** The day on which sales reached the threshold, and the day from which the state then requires collection. */
type ReachedNexus = {
  readonly reachedOn: string;
  readonly collection: FirstCollection;
  readonly threshold: NexusThreshold;
};

/**
 * The first measuring period that is relevant to these days and in which sales reached the threshold; null if there was
 * no such period.
 */
export function reachedNexus(sales: SalesOfState, days: ReportPeriod): ReachedNexus | null {
  for (const period of candidatePeriods(sales, days)) {
    const threshold = thresholdOn(sales.thresholds, period.to);
    const measured = threshold && measuredIn(sales, period, threshold);
    if (!threshold || measured?.status !== 'REACHED' || measured.reachedOn === null) continue;
    const collection = firstCollection(threshold, { periods: [measured], runningPeriod: measured });
    return { reachedOn: measured.reachedOn, collection, threshold };
  }
  return null;
}

/** The first day of sales relevant to these days. */
export function firstMeasuredDay(thresholds: readonly NexusThreshold[], { from }: ReportPeriod): string {
  const kinds = new Set(thresholds.map(({ period }) => period));
  const starts = [...kinds].flatMap((kind) => decidingPeriods(kind, from).map((period) => period.from));
  return [...starts, from].sort()[0]!;
}

/** Periods in the order of their first days. A period that is still running is measured until the end of the days. */
function candidatePeriods({ thresholds, daily }: SalesOfState, { from, to }: ReportPeriod): MeasuringPeriod[] {
  const last = thresholdOn(thresholds, to);
  if (last === null) return [];
  const days = last.period === 'PRIOR_12_MONTHS' ? soldOn(daily, { from, to }) : monthStarts({ from, to });
  const periods = [...days.flatMap((day) => decidingPeriods(last.period, day)), runningPeriod(last.period, to)];
  // In a period that grows day by day, only the final state matters. A rolling period of twelve months is a new period
  // each day.
  const latest = new Map<string, MeasuringPeriod>();
  for (const period of periods) {
    const known = latest.get(period.from);
    if (!known || known.to < period.to) latest.set(period.from, period);
  }
  return [...latest.values()].sort((one, other) => (one.from < other.from ? -1 : 1));
}

/** A rolling sum only grows on days with sales. */
function soldOn(daily: readonly DailySales[], { from, to }: ReportPeriod): string[] {
  const sold = daily.map(({ day }) => day).filter((day) => day >= from && day <= to);
  return [...new Set([from, ...sold])].sort();
}

function monthStarts({ from, to }: ReportPeriod): string[] {
  const days = [from];
  for (let day = addMonths(`${from.slice(0, 7)}-01`, 1); day <= to; day = addMonths(day, 1)) days.push(day);
  return [...days, to];
}

function measuredIn(sales: SalesOfState, period: MeasuringPeriod, threshold: NexusThreshold): NexusPeriod {
  const question = { ...sales.question, ...period, threshold, currency: threshold.currency };
  const daily = sales.daily.filter(({ day }) => day >= period.from && day <= period.to);
  const conversion = convertSales(question, daily, sales.rateOn);
  const measured = comparePeriod(question, { counted: byCurrency(daily), excludedSales: [] }, conversion);
  return { ...measured, reachedOn: reachedDay(question, conversion.reached) };
}
