import { addMonths } from '../base/calendar.ts';

/** When the rates of a place were read from their sources, and last compared with published facts. */
export type Freshness = { readonly asOf: string; readonly verifiedOn: string | null };

const monthsUntilOverdue = 18;

/** The later of both days. */
export function lastSeenOn({ asOf, verifiedOn }: Freshness): string {
  return verifiedOn !== null && verifiedOn > asOf ? verifiedOn : asOf;
}

/** Whether the rates were neither read nor verified for more than 18 months before a day. */
export function isOverdue(freshness: Freshness, day: string): boolean {
  return day > addMonths(lastSeenOn(freshness), monthsUntilOverdue);
}
