import type { Notice } from '../../tax/model/assessment.ts';
import type { RateInForce } from '../../tax/model/place.ts';
import { addMonths } from '../base/calendar.ts';
import { lastSeenOn, type RatesOfPlace } from '../coverage/freshness.ts';

/** A rate with an unknown start is trusted for the two years before 2026, the year in which all rates were read. */
const unknownStartCoversFrom = '2024-01-01';
const monthsAfterLastNews = 24;

type BookAtPlace = Omit<RatesOfPlace, 'hasLocalRates'> & {
  /** The rates that apply in the place on the tax date. */
  readonly rates: readonly RateInForce[];
};

/**
 * The notice for a tax date that the rate book does not cover in a place: before the first day of the place's earliest
 * rate, or more than two years after those rates were last read, verified or changed.
 */
export function outOfRangeNotices(book: BookAtPlace): Pick<Notice, 'code' | 'message'>[] {
  const problem = uncovered(book);
  if (problem === null) return [];
  const message = `The rate book does not cover ${book.taxDate} in ${book.name}: ${problem}. Check the date; if it is right, check the tax.`;
  return [{ code: 'TAX_DATE_OUT_OF_RANGE', message }];
}

function uncovered({ freshness, rates, taxDate }: BookAtPlace): string | null {
  if (freshness.overdueFrom === null) return null;
  const starts = rates.map(({ validFrom }) => validFrom ?? unknownStartCoversFrom).sort();
  const first = starts[0];
  if (first !== undefined && taxDate < first) return `its rates there start on ${first}`;
  const seenOn = lastSeenOn(freshness);
  const changesOn = starts.at(-1) ?? seenOn;
  const newsOn = changesOn > seenOn ? changesOn : seenOn;
  if (taxDate <= newsOn || taxDate <= addMonths(newsOn, monthsAfterLastNews)) return null;
  return `its rates there were last changed or read on ${newsOn}, more than two years earlier`;
}
