import { z } from 'zod';
import { addMonths, dayOf } from '../base/calendar.ts';
import { timestampInput } from '../base/fields.ts';
import { input } from '../base/input.ts';
import { addIssue } from '../base/parse-input.ts';
import { withoutNulls } from '../base/plain-object.ts';
import { field, type RecordOf, record } from '../base/record.ts';
import { parseTimestamp } from '../base/timestamps.ts';

export const testClock = record(
  'TestClock',
  'The clock of a test tenant. Records are still stored with the real time.',
  {
    now: field.instant('The current time of the tenant: the time to which the clock was set, or the real time.'),
    isReal: field.flag('Whether real time is used. A clock that was set remains frozen until it is set again.'),
  },
);
export type TestClock = RecordOf<typeof testClock>;

const [earliest, latest] = ['2000-01-01', '2099-12-31'];

/** An ISO 8601 duration in one or more units: `P30D`, `P1M`, `PT12H`, `-P1D`. */
const durationPattern =
  /^(-?)P(?=.)(?:(\d{1,3})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?=.)(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/;

export const isDuration = (text: string): boolean => durationPattern.test(text);

/** The ways to set the clock of a test tenant: to an instant, by a duration, or back to the real time. */
export const testClockFields = input('SetTestClockInput', 'How to set the clock of a test tenant.', {
  now: timestampInput.optional().meta({
    description: `New time of the clock, from ${earliest} to ${latest}, such as 2026-12-31T23:00:00Z.`,
  }),
  advance: z
    .string()
    .refine(isDuration, {
      params: { code: 'INVALID_FORMAT' },
      message: 'Must be an ISO 8601 duration, such as P30D or PT12H.',
    })
    .optional()
    .meta({
      description:
        'Duration by which to move the clock, in ISO 8601, such as P30D or PT12H; with a minus sign to move it back, such as -P1D.',
    }),
  real: z.literal(true, { error: 'Must be true or omitted.' }).optional().meta({
    description: 'True to return to the real time.',
  }),
});

export const testClockInput = z.preprocess(
  withoutNulls,
  z.strictObject(testClockFields.shape).superRefine((sent, ctx) => {
    if (Object.values(sent).filter((value) => value !== undefined).length === 1) return;
    addIssue(ctx, { path: [], code: 'REQUIRED', message: 'Send exactly one of now, advance and real.' });
  }),
);
export type TestClockInput = z.output<typeof testClockInput>;

/** The new time of the clock; null for the real time, undefined if the time is out of range. */
export function movedClock({ now, advance }: TestClockInput, from: Date): Date | null | undefined {
  if (now === undefined && advance === undefined) return null;
  const moved = now === undefined ? later(from, advance!) : parseTimestamp(now)!.at;
  const isKnown = !Number.isNaN(moved.getTime()) && dayOf(moved) >= earliest && dayOf(moved) <= latest;
  return isKnown ? moved : undefined;
}

export const clockRange = `The clock can be set from ${earliest} to ${latest}.`;

/** Adds months and years first, as on a calendar, then the units of fixed length. */
function later(from: Date, duration: string): Date {
  const [, sign, ...parts] = durationPattern.exec(duration)!;
  const [years, months, weeks, days, hours, minutes, seconds] = parts.map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const by = sign === '-' ? -1 : 1;
  const day = addMonths(dayOf(from), by * (12 * years + months));
  const start = Date.parse(`${day}T00:00:00Z`) + (from.getTime() % 86_400_000);
  return new Date(start + by * 1_000 * (((weeks * 7 + days) * 24 + hours) * 3_600 + minutes * 60 + seconds));
}
