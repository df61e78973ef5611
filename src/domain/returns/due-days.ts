import type { FilingFrequency } from '../nexus/filing-frequency.ts';
import type { NexusPlace } from '../nexus/nexus.ts';

/** When a return is due: this day of the month, this many months after the period; the last day of a shorter month. */
type DueDay = {
  readonly months: number;
  readonly day: number;
  /** Only for these frequencies; absent for all of them. */
  readonly only?: readonly FilingFrequency[];
  readonly source: string;
};

const list2026 = 'Sales tax due dates of 2026, TaxCloud (https://taxcloud.com/?p=24313), read 2026-11-22';
/** The rule is known, but its text was not read for this list. */
const unread = (law: string) => `${law} (not checked against its text)`;
const next = (day: number, source: string, only?: readonly FilingFrequency[]): DueDay => {
  return { months: 1, day, source, ...(only && { only }) };
};

/** Days on which the law of a place makes returns due, as of 2026. A weekend or holiday moves them to the next business day. */
const dueDays: Readonly<Record<string, DueDay>> = {
  'US-AL': next(20, list2026, ['MONTHLY', 'HALF_YEARLY', 'YEARLY']),
  'US-AZ': next(20, list2026, ['MONTHLY', 'YEARLY']),
  'US-AR': next(20, list2026, ['MONTHLY']),
  'US-CA': next(31, list2026, ['MONTHLY', 'QUARTERLY', 'YEARLY']),
  'US-CO': next(20, list2026, ['MONTHLY', 'QUARTERLY', 'YEARLY']),
  'US-CT': next(31, list2026, ['MONTHLY', 'QUARTERLY']),
  'US-DC': next(20, list2026, ['MONTHLY', 'QUARTERLY']),
  'US-FL': next(20, list2026, ['MONTHLY', 'QUARTERLY', 'HALF_YEARLY', 'YEARLY']),
  'US-GA': next(20, unread('O.C.G.A. § 48-8-49')),
  'US-KS': next(25, unread('K.S.A. 79-3607')),
  'US-MN': next(20, unread('Minn. Stat. § 289A.18, subd. 4'), ['MONTHLY', 'QUARTERLY']),
  'US-NC': next(20, unread('N.C.G.S. § 105-164.16'), ['MONTHLY']),
  'US-OH': next(23, unread('Ohio R.C. 5739.12'), ['MONTHLY', 'HALF_YEARLY']),
  'US-TX': next(20, unread('Tex. Tax Code § 151.401'), ['MONTHLY', 'QUARTERLY', 'YEARLY']),
  'US-WA': next(25, unread('RCW 82.32.045'), ['MONTHLY']),
  'US-WI': next(31, 'Wis. Stat. § 77.58 (1), read 2026-11-26', ['QUARTERLY']),
  DE: next(10, unread('§ 18 (1) UStG'), ['MONTHLY', 'QUARTERLY']),
  GB: {
    months: 2,
    day: 7,
    source: unread('VAT Notice 700/12, 2.2: a month and seven days'),
    only: ['MONTHLY', 'QUARTERLY'],
  },
};

/** Null where the rule is not known: set it in the registration. */
export function dueDayAt({ country, state }: NexusPlace, frequency: FilingFrequency): DueDay | null {
  const known = dueDays[country === 'US' ? `US-${state}` : country];
  return known && (known.only ?? [frequency]).includes(frequency) ? known : null;
}
