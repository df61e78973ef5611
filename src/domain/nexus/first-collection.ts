import { addDays, addMonths } from '../base/calendar.ts';
import { runningPeriod } from './nexus-periods.ts';
import type { FirstCollection } from './nexus-record.ts';
import type { NexusPeriod } from './nexus-sales.ts';
import type { FirstCollectionRule, NexusThreshold } from './nexus-threshold.ts';

/**
 * The day follows from the earliest period that reached the threshold. If no period did, the expected day follows from
 * the running period, unless refunds reduce that period's sales below the threshold before it ends.
 */
export function firstCollection(
  threshold: NexusThreshold | null,
  { periods, runningPeriod: running }: Measured,
): FirstCollection {
  const known = threshold?.firstCollection ?? null;
  const stated = { rule: known?.rule ?? null, source: known?.source ?? null };
  const decided = periods.filter(isReached);
  const reached = decided.length > 0 ? decided : [running].filter(isReached);
  if (reached.length === 0) return { outcome: 'NOT_REACHED', collectFrom: null, ...stated };
  if (known === null) return { outcome: 'RULE_UNKNOWN', collectFrom: null, ...stated };
  // The first period to end after the threshold was reached determines the day, because later periods of four quarters
  // contain the same sales.
  const days = reached.map(({ reachedOn }) => {
    const { endsOn } = runningPeriod(threshold!.period, reachedOn!);
    return dayBy(known, known.from === 'DAY_REACHED' ? reachedOn! : endsOn);
  });
  return { outcome: decided.length > 0 ? 'KNOWN' : 'EXPECTED', collectFrom: days.sort()[0]!, ...stated };
}

type Measured = { readonly periods: readonly NexusPeriod[]; readonly runningPeriod: NexusPeriod };

function isReached({ status, reachedOn }: NexusPeriod): boolean {
  return status === 'REACHED' && reachedOn !== null;
}

function dayBy({ months, days, on }: FirstCollectionRule, base: string): string {
  const day = addDays(months === 0 ? base : addMonths(monthStart(base), months), days);
  if (on === 'DAY' || day === monthStart(day)) return day;
  return on === 'MONTH_START_BEFORE' ? monthStart(day) : addMonths(monthStart(day), 1);
}

function monthStart(day: string): string {
  return `${day.slice(0, 7)}-01`;
}
