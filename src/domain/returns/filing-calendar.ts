import { addDays, addMonths } from '../base/calendar.ts';
import type { ReportPeriod } from '../base/report-period.ts';
import type { FilingFrequency } from '../nexus/filing-frequency.ts';
import { holdsOn, type NexusDeclaration, type NexusRegistration, type NexusTerms } from '../nexus/nexus.ts';
import { dueDayAt } from './due-days.ts';
import type { ReturnName } from './return-record.ts';

const months = { MONTHLY: 1, QUARTERLY: 3, HALF_YEARLY: 6, YEARLY: 12 } as const satisfies Record<
  FilingFrequency,
  number
>;

/** The calendar period that has the day. */
export function filingPeriodOf(frequency: FilingFrequency, day: string): ReportPeriod {
  const count = months[frequency];
  const month = Number(day.slice(5, 7)) - 1;
  const first = month - (month % count) + 1;
  const fromOn = `${day.slice(0, 4)}-${String(first).padStart(2, '0')}-01`;
  return { fromOn, toOn: addDays(addMonths(fromOn, count), -1) };
}

/** That of the registration of the day. Monthly without one: no other return is due earlier. */
export function frequencyOn(declared: Pick<NexusTerms, 'registrations'> | null, day: string): FilingFrequency {
  return declared?.registrations.find((one) => isOfPlace(one) && holdsOn(one, day))?.filingFrequency ?? 'MONTHLY';
}

/** A registration for the one-stop shop reports sales in other countries. */
function isOfPlace({ scheme }: NexusRegistration): boolean {
  return scheme === 'STANDARD';
}

/** A return that a registration calls for. */
export type ExpectedReturn = ReturnName & {
  readonly frequency: FilingFrequency;
  /** Null if the day is not known. */
  readonly dueOn: string | null;
  /** Where the day comes from; null if it is the registration's own, or not known. */
  readonly source: string | null;
};

/** The returns that are due within the days; those without a known day when their period has ended within them. */
export function returnsDue(
  declarations: readonly NexusDeclaration[],
  { fromOn, toOn }: ReportPeriod,
): ExpectedReturn[] {
  const due = declarations.flatMap((declaration) =>
    declaration.registrations.filter(isOfPlace).flatMap((one) => returnsOf(declaration, one, { fromOn, toOn })),
  );
  const dayOf = (one: ExpectedReturn) => one.dueOn ?? addDays(one.toOn, 1);
  const names = new Map(due.map((one) => [`${one.country} ${one.state} ${one.fromOn} ${one.toOn}`, one]));
  return [...names.values()]
    .filter((one) => fromOn <= dayOf(one) && dayOf(one) <= toOn)
    .sort((one, other) => (dayOf(one) < dayOf(other) ? -1 : dayOf(one) > dayOf(other) ? 1 : 0));
}

/** The parts of a period that none of the others covers, in order. */
export function partsLeft(period: ReportPeriod, covered: readonly ReportPeriod[]): ReportPeriod[] {
  const parts: ReportPeriod[] = [];
  let open = period.fromOn;
  for (const { fromOn, toOn } of [...covered].sort((one, other) => (one.fromOn < other.fromOn ? -1 : 1))) {
    if (toOn < open || fromOn > period.toOn) continue;
    if (fromOn > open) parts.push({ fromOn: open, toOn: addDays(fromOn, -1) });
    open = addDays(toOn, 1);
  }
  return open <= period.toOn ? [...parts, { fromOn: open, toOn: period.toOn }] : parts;
}

/** The longest time from the end of a period to its due day, with room. */
const mostMonths = 3;

function returnsOf(
  { country, state }: NexusDeclaration,
  registration: NexusRegistration,
  { fromOn, toOn }: ReportPeriod,
): ExpectedReturn[] {
  const { filingFrequency: frequency = 'MONTHLY', filingDueDay } = registration;
  const law = filingDueDay === undefined ? dueDayAt({ country, state }, frequency) : null;
  const dueDay = law ?? (filingDueDay === undefined ? null : { months: 1, day: filingDueDay });
  const expected: ExpectedReturn[] = [];
  const earliest = addMonths(fromOn, -(months[frequency] + mostMonths));
  const start = registration.fromOn > earliest ? registration.fromOn : earliest;
  const end = registration.toOn !== null && registration.toOn < toOn ? registration.toOn : toOn;
  for (let period = filingPeriodOf(frequency, start); period.fromOn <= end; ) {
    const dueOn = dueDay && dayAfter(period.toOn, dueDay);
    expected.push({ country, state, ...period, frequency, dueOn, source: law?.source ?? null });
    period = filingPeriodOf(frequency, addDays(period.toOn, 1));
  }
  return expected;
}

function dayAfter(toOn: string, { months: later, day }: { readonly months: number; readonly day: number }): string {
  const lastOfMonth = addDays(addMonths(`${toOn.slice(0, 7)}-01`, later + 1), -1);
  const text = `${lastOfMonth.slice(0, 8)}${String(day).padStart(2, '0')}`;
  return text < lastOfMonth ? text : lastOfMonth;
}
