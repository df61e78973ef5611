import type { RateCorrection } from '../../domain/rate-book/rate-layer.ts';
import type { RateBookIndex } from '../../ports/rate-book-index.ts';
import { dayAfter } from '../cells/days.ts';
import { sayNumber, some } from '../cells/say.ts';
import { keyOf } from '../own/own-rates.ts';

/**
 * A correction holds for its own days, and what it overlaps goes on after them. Whoever meant to end a tax with it should
 * know that it does not.
 */
export function notesOnEnds(
  rows: readonly RateCorrection[],
  { lines, book }: { readonly lines: readonly number[]; readonly book: RateBookIndex },
): string[] {
  const firstDays = new Set(rows.map((row) => `${keyOf(row)} ${row.fromOn}`));
  const found = rows.flatMap((row, index) => {
    if (row.toOn === null) return [];
    const next = dayAfter(row.toOn);
    const rate = firstDays.has(`${keyOf(row)} ${next}`) ? null : rateOn(book, row, next);
    return rate === null ? [] : [`line ${lines[index]}: ${row.jurisdictionId} at ${rate} from ${next}`];
  });
  if (found.length === 0) return [];
  const count = `${sayNumber(found.length)} (${some(found)})`;
  return [
    `rates after whose last day the rate book goes on as before: ${count}; a row with rate 0 from that day ends a tax`,
  ];
}

function rateOn(book: RateBookIndex, row: RateCorrection, day: string): string | null {
  const window = book
    .jurisdiction(keyOf(row))
    ?.windows.find(({ fromOn, toOn }) => (fromOn ?? '') <= day && (toOn === null || toOn >= day));
  return window && Number(window.rate) !== 0 ? window.rate : null;
}
