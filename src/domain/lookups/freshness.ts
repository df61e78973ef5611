import { addMonths } from '../base/calendar.ts';

/** When the rates of a place were read from their sources, and last compared with published facts. */
export type Freshness = {
  readonly readOn: string;
  readonly verifiedOn: string | null;
  /** Whether the law never changes, as in test land. */
  readonly isFixed?: boolean;
};

const monthsUntilOverdue = 18;

/** The later of both days. */
export function lastSeenOn({ readOn, verifiedOn }: Freshness): string {
  return verifiedOn !== null && verifiedOn > readOn ? verifiedOn : readOn;
}

/** Whether the rates were neither read nor verified for more than 18 months before a day. */
export function isOverdue(freshness: Freshness, day: string): boolean {
  const seenOn = lastSeenOn(freshness);
  // Most days are not later, and a calculation need not count months for them.
  return !freshness.isFixed && day > seenOn && day > addMonths(seenOn, monthsUntilOverdue);
}
