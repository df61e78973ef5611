import type { FilingFrequency } from '../../nexus/nexus-record.ts';

/** The returns to which a rule applies. */
export type OfReturns = {
  /** Null for all frequencies. */
  readonly frequencies: readonly FilingFrequency[] | null;
  /** The rule applies to periods that end within these days; null means no limit. */
  readonly validFrom: string | null;
  readonly validThrough: string | null;
};

/**
 * When a return is due: on this day of the month, this many months after the period; in a shorter month, on its last
 * day.
 */
export type DueDay = OfReturns & {
  readonly months: number;
  readonly day: number;
  /** A month in which the return's periods begin: 3 for quarters from March, June, September and December. */
  readonly firstMonth: number;
  readonly source: string;
};

type FiledReturn = { readonly frequency: FilingFrequency; readonly to: string };

/**
 * The first rule that applies to the return. Null if no rule is known; the seller can set the due day in the
 * registration.
 */
export function findDueDay(known: readonly DueDay[], one: FiledReturn): DueDay | null {
  return findForReturn(known, one);
}

export function findForReturn<Rule extends OfReturns>(
  known: readonly Rule[],
  { frequency, to }: FiledReturn,
): Rule | null {
  const holds = ({ frequencies, validFrom, validThrough }: OfReturns) =>
    (frequencies ?? [frequency]).includes(frequency) &&
    (validFrom === null || validFrom <= to) &&
    (validThrough === null || to <= validThrough);
  return known.find(holds) ?? null;
}
