import type { RateCorrection } from '../../domain/rate-book/rate-layer.ts';
import type { RateBookIndex } from '../../ports/rate-book-index.ts';
import type { FileFaults } from '../cells/fault-list.ts';
import { findOverlaps, type LinedWindow, sortWindows } from '../cells/overlaps.ts';
import type { CsvRow } from '../files/csv-rows.ts';
import type { OwnColumn } from './own-columns.ts';
import { type OwnHeader, readOwnHeader } from './own-header.ts';
import { readOwnRow } from './own-row.ts';

export type OwnRates = { readonly rows: readonly RateCorrection[]; readonly lines: readonly number[] };

type Reading = { readonly book: RateBookIndex; readonly faults: FileFaults; readonly source: string };

/** Rates of a few are corrected, not of all the world; they are kept in memory. */
const rowLimit = 200_000;

/** Reads our own CSV to its end, and finds all its faults. */
export async function readOwnRates(rows: AsyncIterable<CsvRow>, reading: Reading): Promise<OwnRates> {
  const { faults } = reading;
  const found: RateCorrection[] = [];
  const lines: number[] = [];
  const windows = new Map<string, { readonly id: string; readonly windows: LinedWindow[] }>();
  let header: OwnHeader | null = null;
  let count = 0;
  for await (const row of rows) {
    if (isPassedOver(row)) continue;
    if (!header) {
      header = readOwnHeader(row, faults);
      if (!header) return { rows: [], lines: [] };
      continue;
    }
    if (++count > rowLimit) {
      faults.at(row.line, null, `A file may have ${rowLimit} rows; split it.`);
      break;
    }
    const correction = readRow(row, header, reading);
    if (!correction) continue;
    found.push(correction);
    lines.push(row.line);
    const { jurisdictionId, rate, fromOn, toOn } = correction;
    const known = windows.get(keyOf(correction)) ?? { id: jurisdictionId, windows: [] };
    known.windows.push({ line: row.line, rate, fromOn, toOn });
    windows.set(keyOf(correction), known);
  }
  if (count === 0) faults.add(header ? 'The file has a header and no rows.' : 'The file is empty.');
  for (const { id, windows: ofOne } of windows.values()) {
    for (const { earlier, later } of findOverlaps(sortWindows(ofOne))) {
      faults.at(later.line, 'from', `${id} has a rate for these days already, in line ${earlier.line}.`);
    }
  }
  return { rows: found, lines };
}

/** An id alone is not unique: `CA` is California, and Canada. */
export function keyOf({ country, jurisdictionId }: RateCorrection): string {
  return `${country}/${jurisdictionId}`;
}

/** Comments, and the empty rows that spreadsheets write. */
function isPassedOver({ cells }: CsvRow): boolean {
  return cells[0]?.trimStart().startsWith('#') === true || cells.every((cell) => cell.trim() === '');
}

function readRow({ line, cells }: CsvRow, header: OwnHeader, { book, faults, source }: Reading): RateCorrection | null {
  if (cells.length !== header.width) {
    faults.at(line, null, `The row has ${cells.length} columns, and the header ${header.width}.`);
    return null;
  }
  if (cells.some((text) => text.includes('\uFFFD') || text.includes('\0'))) {
    faults.at(line, null, 'It is no text in UTF-8; save the file as "CSV UTF-8".');
    return null;
  }
  const cell = (column: OwnColumn) => {
    const place = header.places.get(column);
    // A quoted cell may have line breaks in it; they are blanks to us.
    return place === undefined ? '' : (cells[place] ?? '').replace(/\s+/g, ' ').trim();
  };
  return readOwnRow(cell, { book, source, fault: (column, message) => faults.at(line, column, message) });
}
