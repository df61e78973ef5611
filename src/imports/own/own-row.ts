import type { RateCorrection } from '../../domain/rate-book/rate-layer.ts';
import type { RateBookIndex } from '../../ports/rate-book-index.ts';
import { ownDay } from '../cells/days.ts';
import { readRate } from '../cells/rate-text.ts';
import type { OwnColumn } from './own-columns.ts';
import { readOwnPlace } from './own-place.ts';

export type OwnCells = (column: OwnColumn) => string;
export type OwnFault = (column: OwnColumn, message: string) => void;

const stackings = ['add', 'replaces_county', 'replaces_all'] as const;

const textLimit = 500;

/** One row of our own CSV; null when it has faults, which are all told. */
export function readOwnRow(
  cell: OwnCells,
  { book, source, fault }: { readonly book: RateBookIndex; readonly source: string; readonly fault: OwnFault },
): RateCorrection | null {
  let isSound = true;
  const fail: OwnFault = (column, message) => {
    isSound = false;
    fault(column, message);
  };
  const place = readOwnPlace(cell, book, fail);
  const isLocal = place !== null && ['COUNTY', 'CITY', 'DISTRICT'].includes(place.level);
  const rate = readRate(cell('rate'));
  if ('fault' in rate) fail('rate', cell('rate') === '' ? 'A rate is needed.' : `${rate.fault}.`);
  const fromOn = readDay(cell, 'from', fail);
  const toOn = readDay(cell, 'to', fail);
  if (fromOn !== null && toOn !== null && toOn < fromOn) fail('to', `${toOn} is before the first day, ${fromOn}.`);
  const stacking = stackings.find((one) => one === cell('stacking').toLowerCase()) ?? null;
  if (cell('stacking') !== '' && !stacking) fail('stacking', `${cell('stacking')} is none of ${stackings.join(', ')}.`);
  if (place && !isLocal && stacking && stacking !== 'add')
    fail('stacking', 'Only counties, cities and districts stack.');
  const zips = readZips(cell, fail);
  if (place && zips.length > 0) checkZips(zips, { place, isLocal, book, fail });
  for (const column of ['name', 'county', 'source'] as const) {
    if (cell(column).length > textLimit) fail(column, `It may have ${textLimit} characters.`);
  }
  if (!isSound || !place || 'fault' in rate) return null;
  return {
    ...place,
    county: cell('county') || null,
    stacking,
    rate: rate.rate,
    fromOn,
    toOn,
    zips,
    source: cell('source') || source,
  };
}

function readDay(cell: OwnCells, column: 'from' | 'to', fail: OwnFault): string | null {
  const text = cell(column);
  if (text === '') return null;
  const day = ownDay(text);
  if (day === null) fail(column, `${text} is no day; write 2026-07-01 or 7/1/2026.`);
  return day;
}

function readZips(cell: OwnCells, fail: OwnFault): string[] {
  const zips = [...new Set(cell('zips').split(/[\s,;|]+/))].filter((zip) => zip !== '');
  const wrong = zips.filter((zip) => !/^\d{5}$/.test(zip));
  if (wrong.length > 0) fail('zips', `${wrong.slice(0, 5).join(', ')} have not five digits.`);
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
    readonly fail: OwnFault;
  },
): void {
  if (!isLocal) {
    fail('zips', 'Only counties, cities and districts of the US reach ZIP codes.');
    return;
  }
  const outside = zips.filter((zip) => /^\d{5}$/.test(zip) && book.stateOfZip(zip) !== place.subdivision);
  if (outside.length > 0) fail('zips', `${outside.slice(0, 5).join(', ')} are no ZIP codes of ${place.subdivision}.`);
}
