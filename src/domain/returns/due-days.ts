import type { FilingFrequency } from '../nexus/filing-frequency.ts';

/** When a return is due: this day of the month, this many months after the period; the last day of a shorter month. */
export type DueDay = {
  readonly months: number;
  readonly day: number;
  /** Null for all of them. */
  readonly frequencies: readonly FilingFrequency[] | null;
  /** The rule applies to periods that end on these days. */
  readonly validFrom: string | null;
  readonly validThrough: string | null;
  readonly source: string;
};

type FiledReturn = { readonly frequency: FilingFrequency; readonly to: string };

/** The first one for the return. Null where the rule is not known: set it in the registration. */
export function findDueDay(known: readonly DueDay[], { frequency, to }: FiledReturn): DueDay | null {
  const holds = ({ frequencies, validFrom, validThrough }: DueDay) =>
    (frequencies ?? [frequency]).includes(frequency) &&
    (validFrom === null || validFrom <= to) &&
    (validThrough === null || to <= validThrough);
  return known.find(holds) ?? null;
}
