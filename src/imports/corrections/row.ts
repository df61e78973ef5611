import type { RateCorrection } from '../../domain/rate-book/rate-layer.ts';
import type { RateBookIndex } from '../../ports/rate-book-index.ts';
import { readTypedDay } from '../cells/days.ts';
import { readRate } from '../cells/rate-text.ts';
import type { CorrectionCells, ReportIssue } from './columns.ts';
import { readPlace } from './place.ts';

const stackings = ['add', 'replaces_county', 'replaces_all'] as const;

const textLimit = 500;

/** Reads one row of a corrections CSV; reports all its issues and returns null if there are any. */
export function readCorrection(
  cell: CorrectionCells,
  { book, source, issue }: { readonly book: RateBookIndex; readonly source: string; readonly issue: ReportIssue },
): RateCorrection | null {
  let isSound = true;
  const fail: ReportIssue = (column, message) => {
    isSound = false;
    issue(column, message);
  };
  const place = readPlace(cell, book, fail);
  const isLocal = place !== null && ['COUNTY', 'CITY', 'DISTRICT'].includes(place.level);
  const rate = readRate(cell('rate'));
  if ('issue' in rate) fail('rate', cell('rate') === '' ? 'A rate is required.' : `${rate.issue}.`);
  const validFrom = readDay(cell, 'from', fail);
  const validThrough = readDay(cell, 'to', fail);
  if (validFrom !== null && validThrough !== null && validThrough < validFrom)
    fail('to', `The last day ${validThrough} is before the first day ${validFrom}.`);
  const stacking = stackings.find((one) => one === cell('stacking').toLowerCase()) ?? null;
  if (cell('stacking') !== '' && !stacking)
    fail('stacking', `${cell('stacking')} is not one of ${stackings.join(', ')}.`);
  if (place && !isLocal && stacking && stacking !== 'add')
    fail('stacking', 'Only counties, cities and districts can have a stacking.');
  const zips = readZips(cell, fail);
  if (place && zips.length > 0) checkZips(zips, { place, isLocal, book, fail });
  for (const column of ['name', 'county', 'source'] as const) {
    if (cell(column).length > textLimit) fail(column, `At most ${textLimit} characters are allowed.`);
  }
  if (!isSound || !place || 'issue' in rate) return null;
  return {
    ...place,
    county: cell('county') || null,
    stacking,
    rate: rate.rate,
    validFrom,
    validThrough,
    zips,
    source: cell('source') || source,
  };
}

function readDay(cell: CorrectionCells, column: 'from' | 'to', fail: ReportIssue): string | null {
  const text = cell(column);
  if (text === '') return null;
  const day = readTypedDay(text);
  if (day === null) fail(column, `${text} is not a date; write 2026-07-01 or 7/1/2026.`);
  return day;
}

function readZips(cell: CorrectionCells, fail: ReportIssue): string[] {
  const zips = [...new Set(cell('zips').split(/[\s,;|]+/))].filter((zip) => zip !== '');
  const wrong = zips.filter((zip) => !/^\d{5}$/.test(zip));
  if (wrong.length > 0) fail('zips', `ZIP codes have five digits, unlike ${wrong.slice(0, 5).join(', ')}.`);
  return zips;
}

function checkZips(
  zips: readonly string[],
  {
    place,
    isLocal,
    book,
    fail,
  }: {
    readonly place: { readonly country: string; readonly subdivision: string | null };
    readonly isLocal: boolean;
    readonly book: RateBookIndex;
    readonly fail: ReportIssue;
  },
): void {
  if (!isLocal) {
    fail('zips', 'Only US counties, cities and districts can have ZIP codes.');
    return;
  }
  const outside = zips.filter((zip) => /^\d{5}$/.test(zip) && book.stateOfZip(zip) !== place.subdivision);
  if (outside.length > 0) fail('zips', `${outside.slice(0, 5).join(', ')} are not ZIP codes of ${place.subdivision}.`);
}
