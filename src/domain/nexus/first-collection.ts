import { addDays, addMonths } from '../base/calendar.ts';
import type { NexusPeriod } from './nexus-sales.ts';
import type { FirstCollectionRule, NexusThreshold } from './nexus-threshold.ts';

/** Why there is a first day of collection, or none. */
export const firstCollectionOutcomes = ['KNOWN', 'NOT_REACHED', 'RULE_UNKNOWN'] as const;

/** The day from which a seller that reached the threshold has to collect, by the rule of the state. */
export type FirstCollection = {
  readonly outcome: (typeof firstCollectionOutcomes)[number];
  readonly on: string | null;
  /** The rule as a sentence, and where it was read; null if the rate book has none. */
  readonly rule: string | null;
  readonly source: string | null;
};

/** The earliest of the periods that reached the threshold decides. */
export function firstCollection(threshold: NexusThreshold | null, periods: readonly NexusPeriod[]): FirstCollection {
  const known = threshold?.firstCollection ?? null;
  const stated = { rule: known?.rule ?? null, source: known?.source ?? null };
  const reached = periods.filter(({ status, reachedOn }) => status === 'REACHED' && reachedOn !== null);
  if (reached.length === 0) return { outcome: 'NOT_REACHED', on: null, ...stated };
  if (known === null) return { outcome: 'RULE_UNKNOWN', on: null, ...stated };
  const days = reached.map(({ reachedOn, toOn }) => dayBy(known, known.from === 'DAY_REACHED' ? reachedOn! : toOn));
  return { outcome: 'KNOWN', on: days.sort()[0]!, ...stated };
}

function dayBy({ months, days, on }: FirstCollectionRule, base: string): string {
  const day = addDays(months === 0 ? base : addMonths(monthStart(base), months), days);
  if (on === 'DAY' || day === monthStart(day)) return day;
  return on === 'MONTH_START_BEFORE' ? monthStart(day) : addMonths(monthStart(day), 1);
}

function monthStart(day: string): string {
  return `${day.slice(0, 7)}-01`;
}
