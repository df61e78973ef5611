import { DayOrderEvidence } from '../../../domain/base/day-order.ts';
import type { RateCorrection } from '../../../domain/rate-book/rate-layer.ts';
import type { CsvRow } from '../../../files/csv/csv.ts';
import type { RateBookIndex } from '../../../ports/rate-book-index.ts';
import type { FileIssues } from '../cells/issue-list.ts';
import { findOverlaps, type LinedWindow, sortWindows } from '../cells/overlaps.ts';
import type { CorrectionCells, CorrectionColumn } from './columns.ts';
import { type CorrectionsHeader, readCorrectionsHeader } from './header.ts';
import { type CorrectionReading, readCorrection } from './row.ts';

type Corrections = { readonly rows: readonly RateCorrection[]; readonly lines: readonly number[] };

type Reading = {
  readonly book: RateBookIndex;
  readonly issues: FileIssues;
  readonly source: string;
  readonly areHighRatesMeant?: boolean;
};

/** Corrections concern few jurisdictions, so they are kept in memory. */
const rowLimit = 200_000;

/** Reads a corrections CSV to its end and reports all its issues. */
export async function readCorrections(rows: AsyncIterable<CsvRow>, reading: Reading): Promise<Corrections> {
  const { issues, ...ofFile } = reading;
  const read: { readonly line: number; readonly cell: CorrectionCells }[] = [];
  const evidence = new DayOrderEvidence();
  const found: RateCorrection[] = [];
  const lines: number[] = [];
  const windows = new Map<string, { readonly id: string; readonly windows: LinedWindow[] }>();
  let header: CorrectionsHeader | null = null;
  let count = 0;
  for await (const row of rows) {
    if (isPassedOver(row)) continue;
    if (!header) {
      header = readCorrectionsHeader(row, issues);
      if (!header) return { rows: [], lines: [] };
      continue;
    }
    if (++count > rowLimit) {
      issues.at(row.line, null, `A file can have at most ${rowLimit} rows; split it.`);
      break;
    }
    const cell = cellsOf(row, header, issues);
    if (!cell) continue;
    read.push({ line: row.line, cell });
    for (const column of ['from', 'to'] as const) evidence.add(cell(column));
  }
  for (const { line, cell } of read) {
    const issue: CorrectionReading['issue'] = (column, message) => issues.at(line, column, message);
    const correction = readCorrection(cell, { ...ofFile, dayOrder: evidence.order, issue });
    if (!correction) continue;
    found.push(correction);
    lines.push(line);
    const { jurisdictionId, rate, validFrom, validThrough } = correction;
    const known = windows.get(correctionKey(correction)) ?? { id: jurisdictionId, windows: [] };
    known.windows.push({ line, rate, validFrom, validThrough });
    windows.set(correctionKey(correction), known);
  }
  if (count === 0) issues.add(header ? 'The file has a header but no rows.' : 'The file is empty.');
  for (const { id, windows: ofOne } of windows.values()) {
    for (const { earlier, later } of findOverlaps(sortWindows(ofOne))) {
      issues.at(later.line, 'from', `${id} already has a rate for these days, in line ${earlier.line}.`);
    }
  }
  return { rows: found, lines };
}

/** An id alone is not unique: `CA` is California, and Canada. */
export function correctionKey({ country, jurisdictionId }: RateCorrection): string {
  return `${country}/${jurisdictionId}`;
}

/** Comments, and the empty rows that spreadsheets write. */
function isPassedOver({ cells }: CsvRow): boolean {
  return cells[0]?.trimStart().startsWith('#') === true || cells.every((cell) => cell.trim() === '');
}

/** Null for a row whose cells cannot be read. */
function cellsOf({ line, cells }: CsvRow, header: CorrectionsHeader, issues: FileIssues): CorrectionCells | null {
  if (cells.length !== header.width) {
    issues.at(line, null, `The row has ${cells.length} columns, but the header has ${header.width}.`);
    return null;
  }
  if (cells.some((text) => text.includes('\uFFFD') || text.includes('\0'))) {
    issues.at(line, null, 'The text is not valid UTF-8; save the file as "CSV UTF-8".');
    return null;
  }
  return (column: CorrectionColumn) => {
    const place = header.places.get(column);
    // A quoted cell may contain line breaks, which count as blanks.
    return place === undefined ? '' : (cells[place] ?? '').replace(/\s+/g, ' ').trim();
  };
}
