import { type Decimal, decimal, zero } from '../../tax/numbers/decimal.ts';
import { addDays, daysBetween } from '../base/calendar.ts';
import { periodsAhead } from './nexus-periods.ts';
import type { ProjectionOutcome } from './nexus-record.ts';
import { hasTransactionTest, type NexusPeriod, type Tests } from './nexus-sales.ts';
import type { NexusThreshold } from './nexus-threshold.ts';

/** When the threshold would be reached if sales continued at the recent pace: a projection, not a fact. */
export type NexusProjection = {
  readonly outcome: ProjectionOutcome;
  readonly reachedOn: string | null;
};

/** The pace is based on sales in this number of days, up to and including the requested day. */
const paceDays = 90;
const yearDays = 365;

/** The first day of the sales behind the pace. */
export function paceStart(on: string): string {
  return addDays(on, 1 - paceDays);
}

type ProjectedPlace = {
  readonly threshold: NexusThreshold | null;
  readonly periods: readonly NexusPeriod[];
  readonly runningPeriod: NexusPeriod;
  /** The sales behind the pace. */
  readonly pace: NexusPeriod;
  readonly on: string;
};

/** When the running period, or a later period within a year, reaches the threshold. */
export function nexusProjection({ threshold, periods, runningPeriod, pace, on }: ProjectedPlace): NexusProjection {
  const without = (outcome: ProjectionOutcome): NexusProjection => ({ outcome, reachedOn: null });
  if (threshold === null) return without('NO_THRESHOLD');
  if ([...periods, runningPeriod].some(({ status }) => status === 'REACHED')) return without('ALREADY_REACHED');
  if (threshold.salesAmount.isZero()) return without('NOT_RISING');
  const tests = testsOf(threshold, runningPeriod, pace);
  const days = tests.map((test) =>
    threshold.period === 'PRIOR_12_MONTHS' ? inTwelveMonths(test) : inPeriodsAhead(test, threshold.period, on),
  );
  const found = days.filter((one) => one !== null).sort((one, other) => one - other);
  const isEnough = threshold.combine === 'BOTH' ? found.length === tests.length : found.length > 0;
  if (isEnough) {
    const wait = threshold.combine === 'BOTH' ? found.at(-1)! : found[0]!;
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

/**
 * The running period starts with its sales so far. A later period starts with the sales on its days that have already
 * passed: days within the last 90 count at the pace, and earlier days count an even share of earlier sales.
 */
function inPeriodsAhead(test: Test, period: NexusThreshold['period'], on: string): number | null {
  const { soFar, recent, threshold } = test;
  if (soFar.gte(threshold)) return 0;
  if (!recent.gt(zero)) return null;
  const ahead = periodsAhead(period, on);
  for (const { from, endsOn } of ahead) {
    const sold = soldSince(from, test, { runningFrom: ahead[0]!.from, on });
    const missing = threshold.minus(sold);
    // Sales before a period begins do not count toward it; sales on its first day do.
    const waited = Math.max(daysBetween(on, from) - 1, 0);
    const days = missing.gt(zero) ? waited + missing.times(paceDays).div(recent).ceil().toNumber() : waited;
    if (days <= daysBetween(on, endsOn)) return days;
  }
  return null;
}

/** The sales up to the requested day that fall on or after `day`. */
function soldSince(day: string, { soFar, recent }: Test, running: { runningFrom: string; on: string }): Decimal {
  if (day <= running.runningFrom) return soFar;
  const daysSince = (from: string, until: string) => Math.max(daysBetween(from, until) + 1, 0);
  const recentFrom = paceStart(running.on);
  if (day >= recentFrom) return recent.times(daysSince(day, running.on)).div(paceDays);
  const olderUntil = addDays(recentFrom, -1);
  const older = soFar.minus(recent).times(daysSince(day, olderUntil)).div(daysSince(running.runningFrom, olderUntil));
  return older.plus(recent);
}

/** Each further day adds a day at the pace and drops an average day of the older sales. */
function inTwelveMonths({ soFar, recent, threshold }: Test): number | null {
  if (soFar.gte(threshold)) return 0;
  const olderDays = yearDays - paceDays;
  const gain = recent.div(paceDays).minus(soFar.minus(recent).div(olderDays));
  if (!gain.gt(zero)) return null;
  const days = threshold.minus(soFar).div(gain).ceil().toNumber();
  return days <= olderDays ? days : null;
}
