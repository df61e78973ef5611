import { realDay } from '../../../domain/base/day-order.ts';
import { formatCount } from '../../../domain/base/words.ts';
import type { CsvRow } from '../../../files/csv/csv.ts';
import type { IndexedState } from '../../../ports/rate-book-index.ts';
import type { FileIssues } from '../cells/issue-list.ts';
import type { LinedWindow } from '../cells/overlaps.ts';
import { readRate } from '../cells/rate-text.ts';
import { isGlued } from '../files/rate-file-rows.ts';
import { readSstCode, type SstCode } from './jurisdiction-codes.ts';

export type SstRate = LinedWindow & { readonly validFrom: string; readonly differsInterstate: boolean };

type ReadRow =
  | { readonly kind: 'rate'; readonly key: SstCode; readonly rate: SstRate }
  /** An expired row without a rate. */
  | { readonly kind: 'unrated' }
  | { readonly kind: 'location' };

export const rateColumns = [
  'column 1 (state)',
  'column 2 (jurisdiction type)',
  'column 3 (jurisdiction code)',
  'column 4 (general rate intrastate)',
  'column 5 (general rate interstate)',
  'column 6 (food and drug rate intrastate)',
  'column 7 (food and drug rate interstate)',
  'column 8 (begin)',
  'column 9 (end)',
] as const;

type Reading = { readonly state: IndexedState; readonly issues: FileIssues; readonly asOf: string };

/**
 * One row of a rate file; null if it has issues. The food and drug rates are ignored, because the file does not specify
 * what they apply to.
 */
export function readSstRate(row: CsvRow, { state, issues, asOf }: Reading): ReadRow | null {
  const { line, cells } = row;
  if (cells.length < rateColumns.length) {
    issues.at(line, null, `The row has ${formatCount(cells.length, 'column')}; a rate file has ${rateColumns.length}.`);
    return null;
  }
  if (isGlued(row, rateColumns.length)) {
    issues.at(line, null, `The row has ${cells.length} columns: a line break is missing.`);
    return null;
  }
  const [fips = '', type = '', code = '', intrastate = '', interstate = '', , , begin = '', end = ''] = cells.map(
    (cell) => cell.trim(),
  );
  let isSound = true;
  const issue = (column: number, message: string) => {
    isSound = false;
    issues.at(line, rateColumns[column - 1] ?? null, message);
  };
  if (fips.padStart(2, '0') !== state.fips)
    issue(1, `${fips || 'An empty value'} is not the code of ${state.name}, ${state.fips}.`);
  const key = readSstCode(state, type, code);
  if (!key) issue(3, `Type ${type || '(empty)'} with code ${code || '(empty)'} is not a jurisdiction.`);
  const days = readSstWindow(begin, end);
  if ('issue' in days) issue(days.column === 'begin' ? 8 : 9, days.issue);
  if (!isSound || !key || 'issue' in days) return null;
  if (key.level === 'LOCATION') return { kind: 'location' };

  const column = intrastate === '' && interstate !== '' ? 5 : 4;
  const text = column === 4 ? intrastate : interstate;
  if (text === '' && days.validThrough !== null && days.validThrough < asOf) return { kind: 'unrated' };
  const read = text === '' ? { issue: 'The rate is missing, but the row is in force.' } : readRate(text);
  if ('issue' in read) {
    issue(column, read.issue);
    return null;
  }
  const other = column === 4 && interstate !== '' ? readRate(interstate) : read;
  if ('issue' in other) {
    issue(5, other.issue);
    return null;
  }
  return { kind: 'rate', key, rate: { line, rate: read.rate, ...days, differsInterstate: other.rate !== read.rate } };
}

type Window = { readonly validFrom: string; readonly validThrough: string | null };

/**
 * The first and the last day of a row, or the reason why they cannot be read. The last day is null if the row has no
 * end.
 */
export function readSstWindow(
  begin: string,
  end: string,
): Window | { readonly column: 'begin' | 'end'; readonly issue: string } {
  const validFrom = readSstDay(begin);
  if (validFrom === null)
    return { column: 'begin', issue: `${begin || 'An empty value'} is not a date; expected YYYYMMDD.` };
  const lastOn = readSstDay(end);
  if (lastOn === null) return { column: 'end', issue: `${end || 'An empty value'} is not a date; expected YYYYMMDD.` };
  const validThrough = isOpenEnd(lastOn) ? null : lastOn;
  if (validThrough !== null && validThrough < validFrom)
    return { column: 'end', issue: `The end date ${end} is before the begin date ${begin}.` };
  return { validFrom, validThrough };
}

/** SST files represent an unknown end as a day in this year or later. */
const openEndYear = 2078;

const sstDays = new Map<string, string | null>();

/** `20260401` becomes `2026-04-01`; null if invalid. Files repeat a few dates very often, so results are cached. */
function readSstDay(text: string): string | null {
  const known = sstDays.get(text);
  if (known !== undefined) return known;
  const day = /^\d{8}$/.test(text) ? realDay(text.slice(0, 4), text.slice(4, 6), text.slice(6)) : null;
  if (sstDays.size < 100_000) sstDays.set(text, day);
  return day;
}

/** Whether a day returned by `readSstDay` means an open end. */
function isOpenEnd(day: string): boolean {
  return Number(day.slice(0, 4)) >= openEndYear;
}
