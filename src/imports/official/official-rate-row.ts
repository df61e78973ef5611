import type { IndexedState } from '../../ports/rate-book-index.ts';
import { isOpenEnd, officialDay } from '../cells/days.ts';
import type { FileFaults } from '../cells/fault-list.ts';
import type { LinedWindow } from '../cells/overlaps.ts';
import { readRate } from '../cells/rate-text.ts';
import { type CsvRow, isGlued } from '../files/csv-rows.ts';
import { type OfficialCode, readOfficialCode } from './official-codes.ts';

export type OfficialRate = LinedWindow & { readonly fromOn: string; readonly differsInterstate: boolean };

type ReadRow =
  | { readonly kind: 'rate'; readonly key: OfficialCode; readonly rate: OfficialRate }
  /** An old row whose rate was left out. */
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

type Reading = { readonly state: IndexedState; readonly faults: FileFaults; readonly asOf: string };

/** One row of a rate file; null when it has faults. The rates of food and drugs are no facts on what is taxed. */
export function readOfficialRate(row: CsvRow, { state, faults, asOf }: Reading): ReadRow | null {
  const { line, cells } = row;
  if (cells.length < rateColumns.length) {
    faults.at(line, null, `The row has ${cells.length} columns; a rate file has ${rateColumns.length}.`);
    return null;
  }
  if (isGlued(row, rateColumns.length)) {
    faults.at(line, null, `The row has ${cells.length} columns: the end of a line is missing.`);
    return null;
  }
  const [fips = '', type = '', code = '', intrastate = '', interstate = '', , , begin = '', end = ''] = cells.map(
    (cell) => cell.trim(),
  );
  let isSound = true;
  const fault = (column: number, message: string) => {
    isSound = false;
    faults.at(line, rateColumns[column - 1] ?? null, message);
  };
  if (fips.padStart(2, '0') !== state.fips)
    fault(1, `${fips || 'Nothing'} is not ${state.name}, which is ${state.fips}.`);
  const key = readOfficialCode(state, type, code);
  if (!key) fault(3, `Type ${type || 'nothing'} with code ${code || 'nothing'} is no jurisdiction.`);
  const days = readOfficialWindow(begin, end);
  if ('fault' in days) fault(days.column === 'begin' ? 8 : 9, days.fault);
  if (!isSound || !key || 'fault' in days) return null;
  if (key.level === 'LOCATION') return { kind: 'location' };

  const column = intrastate === '' && interstate !== '' ? 5 : 4;
  const text = column === 4 ? intrastate : interstate;
  if (text === '' && days.toOn !== null && days.toOn < asOf) return { kind: 'unrated' };
  const read = text === '' ? { fault: 'There is no rate, though the row is in force.' } : readRate(text);
  if ('fault' in read) {
    fault(column, read.fault);
    return null;
  }
  const other = column === 4 && interstate !== '' ? readRate(interstate) : read;
  if ('fault' in other) {
    fault(5, other.fault);
    return null;
  }
  return { kind: 'rate', key, rate: { line, rate: read.rate, ...days, differsInterstate: other.rate !== read.rate } };
}

type Window = { readonly fromOn: string; readonly toOn: string | null };

/** The first and the last day of an official row. */
export function readOfficialWindow(
  begin: string,
  end: string,
): Window | { readonly column: 'begin' | 'end'; readonly fault: string } {
  const fromOn = officialDay(begin);
  if (fromOn === null) return { column: 'begin', fault: `${begin || 'Nothing'} is no day; YYYYMMDD is expected.` };
  const lastOn = officialDay(end);
  if (lastOn === null) return { column: 'end', fault: `${end || 'Nothing'} is no day; YYYYMMDD is expected.` };
  const toOn = isOpenEnd(lastOn) ? null : lastOn;
  if (toOn !== null && toOn < fromOn) return { column: 'end', fault: `${end} is before the begin, ${begin}.` };
  return { fromOn, toOn };
}
