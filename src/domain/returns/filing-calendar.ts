import { addDays, addMonths } from '../base/calendar.ts';
import type { ReportPeriod } from '../base/report-period.ts';
import { holdsOn, type NexusPlace, type NexusTerms } from '../nexus/nexus.ts';
import type { FilingFrequency, NexusDeclaration, NexusRegistration } from '../nexus/nexus-record.ts';
import { isShopScheme, schemeOf } from '../nexus/one-stop-shop.ts';
import { shopCalendar } from './one-stop-shop/shop-calendar.ts';
import { type DueDay, findDueDay } from './payment/due-days.ts';
import type { TaxReturnKey } from './return-record.ts';

const months = { MONTHLY: 1, QUARTERLY: 3, HALF_YEARLY: 6, YEARLY: 12 } as const satisfies Record<
  FilingFrequency,
  number
>;

/** The period that contains the day: a calendar period, unless the law on its last day sets other first months. */
export function filingPeriodOf(frequency: FilingFrequency, day: string, law: readonly DueDay[] = []): ReportPeriod {
  const count = months[frequency];
  const firstMonthOn = (to: string) => findDueDay(law, { frequency, to })?.firstMonth ?? 1;
  const periods = [firstMonthOn(day), 1, ...law.map((one) => one.firstMonth)].map((firstMonth) => {
    const since = (Number(day.slice(5, 7)) - firstMonth + 12) % count;
    const from = addMonths(`${day.slice(0, 7)}-01`, -since);
    return { firstMonth, from, to: addDays(addMonths(from, count), -1) };
  });
  const { from, to } = periods.find((one) => firstMonthOn(one.to) === one.firstMonth) ?? periods[0]!;
  return { from, to };
}

/**
 * The filing frequency in the registration on that day; monthly without a registration, because no other return is due
 * earlier.
 */
export function frequencyOn(declared: Pick<NexusTerms, 'registrations'> | null, day: string): FilingFrequency {
  return registrationOn(declared, day)?.filingFrequency ?? 'MONTHLY';
}

export function registrationOn(declared: Pick<NexusTerms, 'registrations'> | null, day: string) {
  return declared?.registrations.find((one) => isOfPlace(one) && holdsOn(one, day)) ?? null;
}

/** A one-stop-shop registration reports sales in other countries. */
function isOfPlace({ scheme }: NexusRegistration): boolean {
  return scheme === 'STANDARD';
}

/** A return required by a registration. */
type RequiredReturn = TaxReturnKey & { readonly frequency: FilingFrequency };

/** A required return with its due day. */
export type ExpectedReturn = RequiredReturn & {
  /** Null if the day is unknown. */
  readonly dueOn: string | null;
  /** The source of the due day; null if the day is set in the registration or unknown. */
  readonly source: string | null;
};

/**
 * The returns due within the days. A return without a known due date is included if its period ends within the days.
 * `dueDaysAt` returns the rules for a place.
 */
export function returnsDue(
  declarations: readonly NexusDeclaration[],
  { from, to }: ReportPeriod,
  dueDaysAt: (place: NexusPlace) => readonly DueDay[],
): ExpectedReturn[] {
  const due = declarations.flatMap((declaration) =>
    declaration.registrations.flatMap((registration) => {
      const law = dueDaysAt(declaration);
      return returnsOf(declaration, registration, { period: { from, to }, law }).map((one) => ({
        ...one,
        ...dueOf(one, registration, law),
      }));
    }),
  );
  const listed = ({ dueOn, to: end }: ExpectedReturn) => listedDay(dueOn, end);
  return eachOnce(due)
    .filter((one) => from <= listed(one) && listed(one) <= to)
    .sort((one, other) => (listed(one) < listed(other) ? -1 : listed(one) > listed(other) ? 1 : 0));
}

/** The day by which due returns are selected and ordered: the due day or, if unknown, the last day of the period. */
export const listedDay = (dueOn: string | null, to: string): string => dueOn ?? to;

/** The returns required by registrations for the days in a period, regardless of their due days. */
export function returnsFor(
  declarations: readonly NexusDeclaration[],
  { from, to }: ReportPeriod,
  dueDaysAt: (place: NexusPlace) => readonly DueDay[],
): RequiredReturn[] {
  const required = declarations.flatMap((declaration) =>
    declaration.registrations.flatMap((one) =>
      returnsOf(declaration, one, { period: { from, to }, law: dueDaysAt(declaration) }),
    ),
  );
  return eachOnce(required).filter((one) => one.from <= to && one.to >= from);
}

/** Two registrations within one period require one return. */
function eachOnce<One extends TaxReturnKey>(returns: readonly One[]): One[] {
  const keyOf = ({ scheme, country, state, from, to }: One) => `${scheme} ${country} ${state} ${from} ${to}`;
  return [...new Map(returns.map((one) => [keyOf(one), one])).values()];
}

/** The parts of a period that no other period covers, in order. */
export function partsLeft(period: ReportPeriod, covered: readonly ReportPeriod[]): ReportPeriod[] {
  const parts: ReportPeriod[] = [];
  let open = period.from;
  for (const { from, to } of [...covered].sort((one, other) => (one.from < other.from ? -1 : 1))) {
    if (to < open || from > period.to) continue;
    if (from > open) parts.push({ from: open, to: addDays(from, -1) });
    open = addDays(to, 1);
  }
  return open <= period.to ? [...parts, { from: open, to: period.to }] : parts;
}

/** The longest time between the end of a period and the month of its due day. */
const mostMonths = 12;

function returnsOf(
  { country, state }: NexusDeclaration,
  registration: NexusRegistration,
  { period: { from, to }, law }: { readonly period: ReportPeriod; readonly law: readonly DueDay[] },
): RequiredReturn[] {
  const scheme = schemeOf(registration);
  const shop = isShopScheme(scheme) ? shopCalendar[scheme] : null;
  const ownLaw = shop ? [] : law;
  const frequency = shop?.frequency ?? registration.filingFrequency ?? 'MONTHLY';
  const expected: RequiredReturn[] = [];
  const earliest = addMonths(from, -(months[frequency] + mostMonths));
  const start = registration.validFrom > earliest ? registration.validFrom : earliest;
  const end = registration.validThrough !== null && registration.validThrough < to ? registration.validThrough : to;
  for (let period = filingPeriodOf(frequency, start, ownLaw); period.from <= end; ) {
    expected.push({ country, state, scheme, ...period, frequency });
    period = filingPeriodOf(frequency, addDays(period.to, 1), ownLaw);
  }
  return expected;
}

/** The due day of a required return: as set in the registration, otherwise as prescribed by law. */
export function dueOf(
  one: RequiredReturn,
  registration: Pick<NexusRegistration, 'filingDueDay'> | null,
  law: readonly DueDay[],
) {
  const shop = isShopScheme(one.scheme) ? shopCalendar[one.scheme] : null;
  const own = registration?.filingDueDay;
  if (shop) return { dueOn: dayAfter(one.to, { months: 1, day: 31 }), source: shop.source };
  const found = own === undefined ? findDueDay(law, one) : { months: 1, day: own, source: null };
  const day = found && dayAfter(one.to, found);
  return { dueOn: day && one.country === 'US' ? afterWeekend(day) : day, source: found?.source ?? null };
}

/** A US due day on a weekend moves to Monday. Holidays, which would move the day further, are unknown. */
export function afterWeekend(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, weekday === 6 ? 2 : weekday === 0 ? 1 : 0);
}

export function dayAfter(
  to: string,
  { months: later, day }: { readonly months: number; readonly day: number },
): string {
  const lastOfMonth = addDays(addMonths(`${to.slice(0, 7)}-01`, later + 1), -1);
  const text = `${lastOfMonth.slice(0, 8)}${String(day).padStart(2, '0')}`;
  return text < lastOfMonth ? text : lastOfMonth;
}
