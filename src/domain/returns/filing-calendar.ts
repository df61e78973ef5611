import { addDays, addMonths } from '../base/calendar.ts';
import type { ReportPeriod } from '../base/report-period.ts';
import type { FilingFrequency } from '../nexus/filing-frequency.ts';
import { holdsOn, type NexusRegistration, type NexusTerms } from '../nexus/nexus.ts';

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

/** That of the registration of the day. Monthly without one: no other frequency is ever due earlier. */
export function frequencyOn(declared: Pick<NexusTerms, 'registrations'> | null, day: string): FilingFrequency {
  const registration = declared?.registrations.find((one) => one.scheme === 'STANDARD' && holdsOn(one, day));
  return registration ? frequencyOf(registration) : 'MONTHLY';
}

/** Returns of the one-stop shop are quarterly by law (Directive 2006/112/EC, articles 364 and 369f). */
export function frequencyOf({ filingFrequency, scheme }: NexusRegistration): FilingFrequency {
  return filingFrequency ?? (scheme === 'ONE_STOP_SHOP' ? 'QUARTERLY' : 'MONTHLY');
}
