import { addMonths } from '../../format/format.ts';
import { daysOf } from '../../format/period.ts';

export const monthIn = (quarter: string): string => daysOf(quarter)!.from.slice(0, 7);
export const quarterOf = (month: string): string => `${month.slice(0, 4)}-Q${Math.ceil(Number(month.slice(5, 7)) / 3)}`;

/** A month or a quarter. Default: the last completed quarter. */
export function periodOf(sent: string | null, day: string): string {
  if (sent !== null && /^\d{4}-(0[1-9]|1[0-2]|Q[1-4])$/.test(sent)) return sent;
  return quarterOf(addMonths(day.slice(0, 7), -3));
}
