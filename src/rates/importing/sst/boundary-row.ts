import { formatCount } from '../../../domain/base/words.ts';
import type { BoundaryRow } from '../../../domain/rate-book/rate-layer.ts';
import type { CsvRow } from '../../../files/csv/csv.ts';
import { isGlued } from '../files/rate-file-rows.ts';
import { readSstWindow } from './rate-row.ts';

/** Some states add a column, which is ignored. */
export const boundaryColumns = 89;

/** A row of a boundary file without its jurisdictions: the addresses it covers, before ranges are clipped to the state. */
export type SstBoundary = Omit<BoundaryRow, 'stack'>;

type BoundaryIssue = { readonly column: string | null; readonly message: string };

/**
 * `skipped`: a valid row that is ignored because its house numbers are not numeric, or the first is higher than the
 * last.
 */
type ReadBoundary =
  | { readonly kind: 'row'; readonly row: SstBoundary; readonly hasUnits: boolean }
  | { readonly kind: 'skipped' }
  | { readonly kind: 'issue'; readonly issue: BoundaryIssue };

const noStreet = {
  houseLow: null,
  houseHigh: null,
  houseParity: null,
  preDirection: '',
  street: '',
  suffix: '',
  postDirection: '',
} as const;

export function readSstBoundary(row: CsvRow, fips: string): ReadBoundary {
  const { cells } = row;
  if (cells.length < boundaryColumns) {
    return issue(
      null,
      `The row has ${formatCount(cells.length, 'column')}; a boundary file has ${boundaryColumns} or more.`,
    );
  }
  if (isGlued(row, boundaryColumns)) {
    return issue(null, `The row has ${cells.length} columns: a line break is missing.`);
  }
  const state = cell(cells, 23);
  if (state.padStart(2, '0') !== fips)
    return issue('column 23 (state)', `${state || 'An empty value'} is not ${fips}.`);
  const days = readSstWindow(cell(cells, 2), cell(cells, 3));
  if ('issue' in days) return issue(days.column === 'begin' ? 'column 2 (begin)' : 'column 3 (end)', days.issue);
  switch (cell(cells, 1).toUpperCase()) {
    case 'Z':
      return readZips(cells, days);
    case '4':
      return readPlus4(cells, days);
    case 'A':
      return readStreet(cells, days);
    default:
      return issue(
        'column 1 (record type)',
        `${cell(cells, 1) || 'An empty value'} is not a record type; expected A, 4 or Z.`,
      );
  }
}

type Days = { readonly validFrom: string; readonly validThrough: string | null };

function readZips(cells: readonly string[], days: Days): ReadBoundary {
  const zips = readZipRange(cells);
  if ('message' in zips) return { kind: 'issue', issue: zips };
  return {
    kind: 'row',
    row: { kind: 'ZIP', ...days, ...zips, plus4Low: null, plus4High: null, ...noStreet },
    hasUnits: false,
  };
}

function readPlus4(cells: readonly string[], days: Days): ReadBoundary {
  const zips = readZipRange(cells);
  if ('message' in zips) return { kind: 'issue', issue: zips };
  const plus4Low = plus4(cell(cells, 19));
  const plus4High = plus4(cell(cells, 21) || cell(cells, 19));
  if (plus4Low === null)
    return issue('column 19 (+4 low)', `${cell(cells, 19) || 'An empty value'} is not the +4 of a ZIP code.`);
  if (plus4High === null) return issue('column 21 (+4 high)', `${cell(cells, 21)} is not the +4 of a ZIP code.`);
  if (zips.zipLow === zips.zipHigh && plus4High < plus4Low) {
    return issue('column 21 (+4 high)', `${plus4High} is lower than the start of the range, ${plus4Low}.`);
  }
  return { kind: 'row', row: { kind: 'ZIP4', ...days, ...zips, plus4Low, plus4High, ...noStreet }, hasUnits: false };
}

function readStreet(cells: readonly string[], days: Days): ReadBoundary {
  const zip = readZip(cell(cells, 16));
  if (zip === null) return issue('column 16 (ZIP code)', `${cell(cells, 16) || 'An empty value'} is not a ZIP code.`);
  const street = words(cell(cells, 8));
  if (street === '') return issue('column 8 (street)', 'A row of type A needs a street.');
  const houseParity = readParity(cell(cells, 6));
  if (!houseParity) return issue('column 6 (odd, even or both)', `${cell(cells, 6)} is not one of O, E, B.`);
  const names = {
    preDirection: words(cell(cells, 7)),
    street,
    suffix: words(cell(cells, 9)),
    postDirection: words(cell(cells, 10)),
  };
  const wrong = wrongName(names);
  if (wrong) return { kind: 'issue', issue: wrong };
  const low = readHouse(cell(cells, 4));
  const high = readHouse(cell(cells, 5) || cell(cells, 4));
  if (low === undefined || high === undefined || (low !== null && high !== null && high < low))
    return { kind: 'skipped' };
  const houses = { houseLow: low, houseHigh: high, houseParity };
  const hasUnits = cell(cells, 12) !== '' || cell(cells, 13) !== '';
  const row = {
    kind: 'STREET',
    ...days,
    zipLow: zip,
    zipHigh: zip,
    plus4Low: null,
    plus4High: null,
    ...houses,
    ...names,
  } as const;
  return { kind: 'row', row, hasUnits };
}

function cell(cells: readonly string[], column: number): string {
  return cells[column - 1]?.trim() ?? '';
}

function issue(column: string | null, message: string): ReadBoundary {
  return { kind: 'issue', issue: { column, message } };
}

function readZipRange(cells: readonly string[]): { readonly zipLow: string; readonly zipHigh: string } | BoundaryIssue {
  const zipLow = readZip(cell(cells, 18));
  if (zipLow === null)
    return { column: 'column 18 (ZIP low)', message: `${cell(cells, 18) || 'An empty value'} is not a ZIP code.` };
  const zipHigh = cell(cells, 20) === '' ? zipLow : readZip(cell(cells, 20));
  if (zipHigh === null) return { column: 'column 20 (ZIP high)', message: `${cell(cells, 20)} is not a ZIP code.` };
  if (zipHigh < zipLow)
    return { column: 'column 20 (ZIP high)', message: `${zipHigh} is lower than the start of the range, ${zipLow}.` };
  return { zipLow, zipHigh };
}

function readZip(text: string): string | null {
  return /^\d{3,5}$/.test(text) ? text.padStart(5, '0') : null;
}

/** Files omit leading zeros. */
function plus4(text: string): string | null {
  return /^\d{1,4}$/.test(text) ? text.padStart(4, '0') : null;
}

/** Null if there is no house number; undefined if it is not numeric, such as `N6W23001`. */
function readHouse(text: string): number | null | undefined {
  if (text === '') return null;
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

const parities: Readonly<Record<string, 'ODD' | 'EVEN' | 'BOTH'>> = { O: 'ODD', E: 'EVEN', B: 'BOTH', '': 'BOTH' };

function readParity(text: string): 'ODD' | 'EVEN' | 'BOTH' | undefined {
  return parities[text.slice(0, 1).toUpperCase()];
}

function words(text: string): string {
  return text.toUpperCase().replace(/\s+/g, ' ');
}

type Names = Pick<BoundaryRow, 'preDirection' | 'street' | 'suffix' | 'postDirection'>;

/** The issue for a name that is too long for the store or contains control characters. */
function wrongName({ preDirection, street, suffix, postDirection }: Names): BoundaryIssue | null {
  const found = [
    { column: 'column 7 (direction before)', text: preDirection, limit: 20 },
    { column: 'column 8 (street)', text: street, limit: 100 },
    { column: 'column 9 (suffix)', text: suffix, limit: 20 },
    { column: 'column 10 (direction after)', text: postDirection, limit: 20 },
  ].find(({ text, limit }) => text.length > limit || /\p{Cc}/u.test(text));
  return found
    ? {
        column: found.column,
        message: `Expected text of at most ${found.limit} characters, without control characters.`,
      }
    : null;
}
