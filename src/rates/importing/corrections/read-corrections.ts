import { DayOrderEvidence } from '../../../domain/base/day-order.ts';
import { namesOf } from '../../../domain/base/record.ts';
import { noSuchMember } from '../../../domain/base/spelling.ts';
import { formatCount } from '../../../domain/base/words.ts';
import { filingFrequency } from '../../../domain/nexus/nexus-record.ts';
import type { FactCorrection, RateCorrection } from '../../../domain/rate-book/rate-layer.ts';
import type { CsvRow } from '../../../files/csv/csv.ts';
import type { RateBookIndex } from '../../../ports/rate-book-index.ts';
import type { FileIssues } from '../cells/issue-list.ts';
import { findOverlaps, type LinedWindow, sortWindows } from '../cells/overlaps.ts';
import { type CorrectionCells, type CorrectionColumn, correctionColumns } from './columns.ts';
import { type CorrectionsHeader, readCorrectionsHeader } from './header.ts';
import { type CorrectionReading, readCorrection } from './row.ts';

type Corrections = {
  readonly rows: readonly RateCorrection[];
  readonly facts: readonly FactCorrection[];
  /** The line of each row, followed by the line of each fact. */
  readonly lines: readonly number[];
};

type Reading = {
  readonly book: RateBookIndex;
  readonly issues: FileIssues;
  readonly source: string;
  readonly areHighRatesMeant?: boolean;
  readonly areRulings?: boolean;
};

/** A row of either format. In a JSON file, `line` is the position in the list. */
type ReadRow = Pick<CorrectionReading, 'members'> & { readonly line: number; readonly cell: CorrectionCells };

/** Corrections cover few jurisdictions, so they are kept in memory. */
const rowLimit = 200_000;

/** Reads a whole corrections CSV and reports all of its issues. */
export async function readCorrections(rows: AsyncIterable<CsvRow>, reading: Reading): Promise<Corrections> {
  const { issues } = reading;
  const read: ReadRow[] = [];
  let header: CorrectionsHeader | null = null;
  let count = 0;
  for await (const row of rows) {
    if (isPassedOver(row)) continue;
    if (!header) {
      header = readCorrectionsHeader(row, issues);
      if (!header) return { rows: [], facts: [], lines: [] };
      continue;
    }
    if (++count > rowLimit) {
      issues.at(row.line, null, `A file can have at most ${rowLimit} rows. Split the file.`);
      break;
    }
    const cell = cellsOf(row, header, issues);
    if (cell) read.push({ line: row.line, cell });
  }
  if (count === 0) issues.add(header ? 'The file has a header but no rows.' : 'The file is empty.');
  return readRows(read, reading);
}

/**
 * Reads a corrections file in JSON: a list of objects with the columns as members, and with members of the rate book's
 * row in `row`.
 */
export function readJsonCorrections(text: string, reading: Reading): Corrections {
  const { issues } = reading;
  const listed = parsed(text);
  if (!Array.isArray(listed) || listed.length === 0) {
    issues.add('Expected a JSON list of objects, such as [{"country": "US", "state": "MN", "fact": "RULE"}].');
    return { rows: [], facts: [], lines: [] };
  }
  const names = correctionColumns.map(({ name }) => name);
  const read = listed.flatMap((value: unknown, index): ReadRow[] => {
    const line = index + 1;
    const { row: members = {}, ...given } = isRecord(value) ? value : {};
    if (!isRecord(value) || !isRecord(members)) {
      issues.at(line, null, 'Each entry must be an object. If present, `row` must be an object too.');
      return [];
    }
    for (const name of Object.keys(given).filter((one) => !names.some((known) => known === one)))
      issues.at(line, name, noSuchMember(name, [...names, 'row']));
    const cell = (column: CorrectionColumn) =>
      String(given[column] ?? '')
        .replace(/\s+/g, ' ')
        .trim();
    return [{ line, cell, members }];
  });
  return readRows(read, reading);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readRows(read: readonly ReadRow[], { issues, ...ofFile }: Reading): Corrections {
  const evidence = new DayOrderEvidence();
  for (const { cell } of read) for (const column of ['from', 'to'] as const) evidence.add(cell(column));
  const found: (RateCorrection & { readonly line: number })[] = [];
  const facts: (FactCorrection & { readonly line: number })[] = [];
  const windows = new Map<string, { readonly said: string; readonly windows: LinedWindow[] }>();
  const note = (key: string, said: string, window: LinedWindow) => {
    const known = windows.get(key) ?? { said, windows: [] };
    known.windows.push(window);
    windows.set(key, known);
  };
  const idsOfFile = new Set(read.flatMap(({ cell }) => cell('jurisdiction_id').toUpperCase() || []));
  for (const { line, cell, members } of read) {
    const issue: CorrectionReading['issue'] = (column, message) => issues.at(line, column, message);
    const correction = readCorrection(cell, { ...ofFile, members, idsOfFile, dayOrder: evidence.order, issue });
    if (!correction) continue;
    if ('part' in correction) {
      facts.push({ ...correction, line });
      const { from, to, isCancelled } = correction.row;
      const days = { validFrom: asDay(from), validThrough: asDay(to) };
      if (isCancelled === true) continue;
      for (const subject of subjectsOf(correction)) note(subject, saidOf(correction), { line, rate: '', ...days });
      continue;
    }
    found.push({ ...correction, line });
    const { jurisdictionId, rate, validFrom, validThrough } = correction;
    note(correctionKey(correction), `${jurisdictionId} already has a rate`, { line, rate, validFrom, validThrough });
  }
  const reported = new Set<string>();
  for (const { said, windows: ofOne } of windows.values()) {
    for (const { earlier, later } of findOverlaps(sortWindows(ofOne))) {
      const pair = `${earlier.line} ${later.line}`;
      if (!reported.has(pair)) issues.at(later.line, 'from', `${said} for these days, in line ${earlier.line}.`);
      reported.add(pair);
    }
  }
  const lines = [...found, ...facts].map(({ line }) => line);
  return {
    rows: found.map(({ line: _line, ...row }) => row),
    facts: facts.map(({ line: _line, ...fact }) => fact),
    lines,
  };
}

const asDay = (day: unknown) => (typeof day === 'string' ? day : null);

/**
 * The subjects of a fact, one for each of its places, levels and frequencies. Two facts with the same subject may not
 * share a day.
 */
function subjectsOf({ part, country, subdivision, row, taxCode }: FactCorrection): string[] {
  const { category, fee, name, places, use, city, levels, over, frequencies } = row;
  const subject = [part, country, subdivision, category, fee, name, use, city, over, taxCode];
  const every = part === 'DUE_DAY' ? namesOf(filingFrequency) : null;
  const [ofPlaces, ofLevels, ofFrequencies] = [places, levels, frequencies ?? every].map((list) => [list].flat());
  return ofPlaces!.flatMap((place) =>
    ofLevels!.flatMap((level) => ofFrequencies!.map((one) => JSON.stringify([...subject, place, level, one]))),
  );
}

function saidOf({ part, country, subdivision, row }: FactCorrection): string {
  const subject = row.category ?? row.fee ?? row.city;
  return `${[subdivision ?? country, subject].flatMap((one) => one ?? []).join(' ')} already has a ${part}`;
}

/** An id is not unique on its own: `CA` is both California and Canada. */
export function correctionKey({ country, jurisdictionId }: RateCorrection): string {
  return `${country}/${jurisdictionId}`;
}

/** Comments, and the empty rows that spreadsheets add. */
function isPassedOver({ cells }: CsvRow): boolean {
  return cells[0]?.trimStart().startsWith('#') === true || cells.every((cell) => cell.trim() === '');
}

/** Null for a row whose cells cannot be read. */
function cellsOf({ line, cells }: CsvRow, header: CorrectionsHeader, issues: FileIssues): CorrectionCells | null {
  if (cells.length !== header.width) {
    issues.at(line, null, `The row has ${formatCount(cells.length, 'column')}, but the header has ${header.width}.`);
    return null;
  }
  if (cells.some((text) => text.includes('\uFFFD') || text.includes('\0'))) {
    issues.at(line, null, 'The text is not valid UTF-8. Save the file as "CSV UTF-8".');
    return null;
  }
  return (column: CorrectionColumn) => {
    const place = header.places.get(column);
    // A quoted cell may contain line breaks, which are read as spaces.
    return place === undefined ? '' : (cells[place] ?? '').replace(/\s+/g, ' ').trim();
  };
}
