import { type Decimal, decimal, zero } from '../../tax/numbers/decimal.ts';
import { addDays, daysBetween } from '../base/calendar.ts';
import { hasTransactionTest, type NexusPeriod, type Tests } from './nexus-sales.ts';
import type { NexusThreshold } from './nexus-threshold.ts';

/** Why there is a projected day, or none. */
export const projectionOutcomes = [
  'PROJECTED',
  'ALREADY_REACHED',
  'NO_THRESHOLD',
  'NOT_RISING',
  'NOT_AT_THIS_PACE',
  'PERIOD_HAS_ENDED',
] as const;
export type ProjectionOutcome = (typeof projectionOutcomes)[number];

/** When the threshold would be reached if sales went on as in the last days: a projection, not a fact. */
export type NexusProjection = {
  readonly outcome: ProjectionOutcome;
  readonly reachedOn: string | null;
};

/** Sales of this many days, the requested one included, are the pace. */
export const paceDays = 90;
const yearDays = 365;

/** The days whose sales are the pace. */
export function paceStart(on: string): string {
  return addDays(on, 1 - paceDays);
}

export type ProjectedPlace = {
  readonly threshold: NexusThreshold | null;
  readonly periods: readonly NexusPeriod[];
  /** The sales of the last days. */
  readonly pace: NexusPeriod;
  readonly on: string;
};

/** Only a period that still runs can be projected; it is the first. */
export function nexusProjection({ threshold, periods, pace, on }: ProjectedPlace): NexusProjection {
  const without = (outcome: ProjectionOutcome): NexusProjection => ({ outcome, reachedOn: null });
  if (threshold === null) return without('NO_THRESHOLD');
  if (periods.some(({ status }) => status === 'REACHED')) return without('ALREADY_REACHED');
  if (threshold.salesAmount.isZero()) return without('NOT_RISING');
  const running = periods[0];
  const daysOf = running && daysToReach[threshold.period];
  if (!daysOf) return without('PERIOD_HAS_ENDED');
  const tests = testsOf(threshold, running, pace);
  const days = tests.map((test) => daysOf(test, on));
  const found = days.filter((one) => one !== null).sort((one, other) => one - other);
  const isEnough = threshold.combine === 'AND' ? found.length === tests.length : found.length > 0;
  if (isEnough) {
    const wait = threshold.combine === 'AND' ? found.at(-1)! : found[0]!;
    return { outcome: 'PROJECTED', reachedOn: addDays(on, wait) };
  }
  return without(tests.some(isRising) ? 'NOT_AT_THIS_PACE' : 'NOT_RISING');
}

type Test = { readonly soFar: Decimal; readonly recent: Decimal; readonly threshold: Decimal };

function testsOf(threshold: Tests, running: NexusPeriod, pace: NexusPeriod): Test[] {
  const numbered = (count: number) => decimal(String(count));
  const sales = {
    soFar: decimal(running.salesAmount),
    recent: decimal(pace.salesAmount),
    threshold: threshold.salesAmount,
  };
  if (!hasTransactionTest(threshold)) return [sales];
  const transactions = {
    soFar: numbered(running.transactionCount),
    recent: numbered(pace.transactionCount),
    threshold: numbered(threshold.transactionCount),
  };
  return [sales, transactions];
}

function isRising({ recent }: Test): boolean {
  return recent.gt(zero);
}

type DaysToReach = (test: Test, on: string) => number | null;

/** By measuring period; those that are absent have ended, and new sales add nothing to them. */
const daysToReach: { readonly [Period in NexusThreshold['period']]?: DaysToReach } = {
  CURRENT_OR_PRIOR_CALENDAR_YEAR: inCalendarYears,
  PRIOR_12_MONTHS: inTwelveMonths,
};

/** In what is left of the year, or else in the next, which starts from nothing. */
function inCalendarYears({ soFar, recent, threshold }: Test, on: string): number | null {
  if (soFar.gte(threshold)) return 0;
  if (!recent.gt(zero)) return null;
  const daysFor = (amount: Decimal) => amount.times(paceDays).div(recent).ceil().toNumber();
  const daysLeft = daysBetween(on, `${on.slice(0, 4)}-12-31`);
  const thisYear = daysFor(threshold.minus(soFar));
  if (thisYear <= daysLeft) return thisYear;
  const nextYear = daysFor(threshold);
  return nextYear <= yearDays ? daysLeft + nextYear : null;
}

/** Every day adds a day of the pace, and a day of the older sales, evenly spread, drops out. */
function inTwelveMonths({ soFar, recent, threshold }: Test): number | null {
  if (soFar.gte(threshold)) return 0;
  const olderDays = yearDays - paceDays;
  const gain = recent.div(paceDays).minus(soFar.minus(recent).div(olderDays));
  if (!gain.gt(zero)) return null;
  const days = threshold.minus(soFar).div(gain).ceil().toNumber();
  return days <= olderDays ? days : null;
}
