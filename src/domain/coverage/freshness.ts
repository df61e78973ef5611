import type { Notice } from '../../tax/model/assessment.ts';
import { addDays, addMonths } from '../base/calendar.ts';
import { type EnumerationValue, enumeration, field } from '../base/record.ts';

const rateSchedule = enumeration('RateSchedule', 'How often rates can change in a place.', {
  MONTHLY: 'On the first day of a month.',
  QUARTERLY: 'On the first day of a quarter; in New York, quarters start in March, June, September and December.',
  HALF_YEARLY: 'On two days a year.',
  YEARLY: 'On one day a year.',
  BY_LAW: 'On any day set by law.',
});
type RateSchedule = EnumerationValue<typeof rateSchedule>;

/** The age of a place's rates. */
export const ratesAge = {
  ratesAsOf: field.day(
    'Date of the rates: the date of the latest list of local rates, or the day they were read or verified.',
  ),
  rateSchedule: field.choice(rateSchedule, 'How often rates can change.'),
  nextChangeOn: field.optional(
    field.day('First day after `ratesAsOf` on which local rates may change.'),
    'if the rates change only by law',
  ),
  isOverdue: field.flag(
    'Whether `nextChangeOn` has been reached or, for rates that change only by law, 18 months have passed since `ratesAsOf`. Documents taxed in the place have the notice `RATES_NOT_VERIFIED`.',
  ),
};

/** The local rate lists published by a place's authority. */
export type RateLists = {
  /** The date of the newest list in the rate book. */
  readonly listedOn: string;
  /**
   * The date of the previous list, which is in force until the newest one; absent if the newest list also contains
   * earlier rates.
   */
  readonly listedBefore?: string | undefined;
  /** The days of the year on which rates may change, such as `07-01`, in order; empty if rates change only by law. */
  readonly changesOn: readonly string[];
  readonly source: string;
};

/**
 * The days on which a place's rates were read from their sources and last compared with published facts, and the days
 * until which the rates are valid.
 */
export type Freshness = {
  readonly readOn: string;
  readonly verifiedOn: string | null;
  readonly rateSchedule: RateSchedule;
  /** Null where no local rates are listed. */
  readonly lists: RateLists | null;
  /** First day on which listed rates may have changed; null if no list specifies such a day. */
  readonly nextChangeOn: string | null;
  /** First day on which all other rates are overdue; null if the law never changes, as in test land. */
  readonly overdueFrom: string | null;
};

const monthsUntilOverdue = 18;

/** Computed once per place in a rate book, because every document needs it. */
export function makeFreshness(
  days: Pick<Freshness, 'readOn' | 'verifiedOn' | 'lists'>,
  { isFixed }: { readonly isFixed: boolean } = { isFixed: false },
): Freshness {
  const { lists } = days;
  return {
    ...days,
    rateSchedule: scheduleOf(lists?.changesOn.length ?? 0),
    nextChangeOn: lists && nextChangeAfter(lists.listedOn, lists),
    overdueFrom: isFixed ? null : addDays(addMonths(lastSeenOn(days), monthsUntilOverdue), 1),
  };
}

function scheduleOf(daysInYear: number): RateSchedule {
  if (daysInYear === 0) return 'BY_LAW';
  if (daysInYear === 1) return 'YEARLY';
  if (daysInYear === 2) return 'HALF_YEARLY';
  return daysInYear <= 4 ? 'QUARTERLY' : 'MONTHLY';
}

/** The list in force on a day. A future list takes effect on its own day. */
function listOn({ lists, nextChangeOn }: Freshness, day: string) {
  if (!lists?.listedBefore || day >= lists.listedOn) return lists && { listedOn: lists.listedOn, nextChangeOn };
  return { listedOn: lists.listedBefore, nextChangeOn: nextChangeAfter(lists.listedBefore, lists) };
}

function nextChangeAfter(listedOn: string, { changesOn }: RateLists): string | null {
  const year = Number(listedOn.slice(0, 4));
  const days = [year, year + 1].flatMap((each) => changesOn.map((day) => `${each}-${day}`));
  return days.find((day) => day > listedOn) ?? null;
}

/** The later of `readOn` and `verifiedOn`. */
export function lastSeenOn({ readOn, verifiedOn }: Pick<Freshness, 'readOn' | 'verifiedOn'>): string {
  return verifiedOn !== null && verifiedOn > readOn ? verifiedOn : readOn;
}

/** The date of the rates that apply on a day. A verification does not cover local rates. */
export function ratesAsOf(freshness: Freshness, day: string, hasLocalRates = freshness.lists !== null): string {
  return (hasLocalRates ? listOn(freshness, day)?.listedOn : undefined) ?? lastSeenOn(freshness);
}

/** Whether the rates may have changed by a day without the change being in the rate book. */
export function isOverdue(freshness: Freshness, day: string, hasLocalRates = freshness.lists !== null): boolean {
  const from = (hasLocalRates ? listOn(freshness, day)?.nextChangeOn : null) ?? freshness.overdueFrom;
  return from !== null && day >= from;
}

type Book = { readonly states: readonly { readonly code: string }[]; freshnessOf(place: string): Freshness };

/** The states that publish lists of local rates. */
export function listedStates({ states, freshnessOf }: Book) {
  return states.flatMap(({ code }) => {
    const { lists, ...freshness } = freshnessOf(`US-${code}`);
    return lists ? [{ state: code, ...freshness, lists }] : [];
  });
}

/** The age of a place's rates on a day, as shown in REST and GraphQL. */
export function ageOfRates(freshness: Freshness, day: string) {
  return {
    ratesAsOf: ratesAsOf(freshness, day),
    rateSchedule: freshness.rateSchedule,
    nextChangeOn: listOn(freshness, day)?.nextChangeOn ?? null,
    isOverdue: isOverdue(freshness, day),
  };
}

export type RatesOfPlace = {
  /** The name of the state or country. */
  readonly name: string;
  readonly freshness: Freshness;
  readonly hasLocalRates: boolean;
  readonly taxDate: string;
};

/** One notice for all places in a document whose rates may have changed by its tax date. */
export function overdueNotices(places: readonly RatesOfPlace[]): Pick<Notice, 'code' | 'message'>[] {
  const overdue = places.filter(({ freshness, taxDate, hasLocalRates }) =>
    isOverdue(freshness, taxDate, hasLocalRates),
  );
  if (overdue.length === 0) return [];
  const messages = new Set(overdue.map(overdueText));
  return [{ code: 'RATES_NOT_VERIFIED', message: `${[...messages].join(' ')} Check the tax, or import newer rates.` }];
}

function overdueText({ name, freshness, hasLocalRates, taxDate }: RatesOfPlace): string {
  const nextChangeOn = listOn(freshness, taxDate)?.nextChangeOn ?? null;
  const asOf = ratesAsOf(freshness, taxDate, hasLocalRates);
  return hasLocalRates && nextChangeOn !== null
    ? `The local rates of ${name} date from ${asOf} and may have changed on ${nextChangeOn}.`
    : `The rates of ${name} were last read or verified on ${asOf}, more than 18 months before the tax date.`;
}
