import { formatNumber } from '../../../domain/base/words.ts';
import type { BoundaryRow, BoundaryStack } from '../../../domain/rate-book/rate-layer.ts';
import type { CsvRow } from '../../../files/csv/csv.ts';
import type { IndexedState, RateBookIndex } from '../../../ports/rate-book-index.ts';
import type { FileIssues } from '../cells/issue-list.ts';
import { readSstBoundary, type SstBoundary } from './boundary-row.ts';
import { StackList } from './stack-list.ts';

type SstBoundaries = {
  readonly rows: number;
  /** The number of rows passed on: a clipped range becomes zero or more rows. */
  readonly rowCount: number;
  readonly stacks: readonly BoundaryStack[];
  readonly notes: readonly string[];
};

type Reading = {
  readonly book: RateBookIndex;
  readonly state: IndexedState;
  readonly issues: FileIssues;
  /** Receives rows as they are read. Not called again after an issue. */
  write(rows: readonly BoundaryRow[]): Promise<void>;
};

const rowsAtOnce = 8_000;

type Tally = { rows: number; written: number; outside: number; houses: number; units: number };

/** Reads a boundary file of any size. Only its distinct stacks are kept in memory. */
export async function readSstBoundaries(rows: AsyncIterable<CsvRow>, reading: Reading): Promise<SstBoundaries> {
  const { state, issues } = reading;
  const stacks = new StackList(state);
  const tally: Tally = { rows: 0, written: 0, outside: 0, houses: 0, units: 0 };
  let isSound = true;
  let batch: BoundaryRow[] = [];
  for await (const csvRow of rows) {
    tally.rows++;
    const read = readSstBoundary(csvRow, state.fips);
    const stack = read.kind === 'issue' ? 0 : stacks.indexOf(csvRow.cells);
    if (read.kind === 'issue' || typeof stack === 'string') {
      isSound = false;
      if (read.kind === 'issue') issues.at(csvRow.line, read.issue.column, read.issue.message);
      else issues.at(csvRow.line, 'columns 24 to 89 (jurisdictions)', String(stack));
      continue;
    }
    if (!isSound) continue;
    if (read.kind === 'skipped') {
      tally.houses++;
      continue;
    }
    if (read.hasUnits) tally.units++;
    const parts = within(reading, read.row);
    if (parts.length === 0) tally.outside++;
    for (const part of parts) batch.push({ ...part, stack });
    if (batch.length < rowsAtOnce) continue;
    await reading.write(batch);
    tally.written += batch.length;
    batch = [];
  }
  if (tally.rows === 0) issues.add('The file has no rows.');
  if (isSound && batch.length > 0) await reading.write(batch);
  return {
    rows: tally.rows,
    rowCount: tally.written + batch.length,
    stacks: stacks.stacks,
    notes: notesOn(tally, stacks.stacks),
  };
}

/**
 * Limits a ZIP code range to the state. A single ZIP code is not checked. A +4 range that spans several ZIP codes is
 * split into rows, with one row for each end.
 */
function within({ book, state }: Reading, row: SstBoundary): SstBoundary[] {
  if (row.zipLow === row.zipHigh) return [row];
  const ranges = clipToState(book, state.code, { low: row.zipLow, high: row.zipHigh });
  const parts = ranges.map(({ low, high }) => ({ ...row, zipLow: low, zipHigh: high }));
  return row.kind === 'ZIP4' ? parts.flatMap((part) => byZip(row, part)) : parts;
}

function byZip(whole: SstBoundary, part: SstBoundary): SstBoundary[] {
  const plus4Low = part.zipLow === whole.zipLow ? whole.plus4Low : '0000';
  const plus4High = part.zipHigh === whole.zipHigh ? whole.plus4High : '9999';
  if (part.zipLow === part.zipHigh) return [{ ...part, plus4Low, plus4High }];
  const first = { ...part, zipHigh: part.zipLow, plus4Low, plus4High: '9999' };
  const last = { ...part, zipLow: part.zipHigh, plus4Low: '0000', plus4High };
  const [second, lastButOne] = [nextZip(part.zipLow, 1), nextZip(part.zipHigh, -1)];
  if (second > lastButOne) return [first, last];
  return [first, { ...part, zipLow: second, zipHigh: lastButOne, plus4Low: '0000', plus4High: '9999' }, last];
}

function nextZip(zip: string, step: number): string {
  return String(Number(zip) + step).padStart(5, '0');
}

function notesOn(tally: Tally, stacks: readonly BoundaryStack[]): string[] {
  const { outside, houses, units } = tally;
  const isNowhereTaxed = stacks.length > 0 && stacks.every(({ isStateTaxed }) => !isStateTaxed);
  const notes = [
    outside > 0 && `rows without a ZIP code in the state, skipped: ${formatNumber(outside)}`,
    houses > 0 && `rows with non-numeric house numbers, skipped (the ZIP code decides there): ${formatNumber(houses)}`,
    units > 0 && `rows for single units of a building, applied to the whole building: ${formatNumber(units)}`,
    isNowhereTaxed && 'no row says that the state itself levies tax (column 24)',
  ];
  return notes.filter((note) => note !== false);
}

type ZipRange = { readonly low: string; readonly high: string };

/** The parts of a range that are inside the state: ranges in SST files cross state lines. */
function clipToState(book: RateBookIndex, state: string, { low, high }: ZipRange): ZipRange[] {
  const runs: { low: string; high: string }[] = [];
  let run: { low: string; high: string } | null = null;
  for (let number = Number(low); number <= Number(high); number++) {
    const zip = String(number).padStart(5, '0');
    const owner = book.stateOfZip(zip);
    // Unknown codes are included if the surrounding codes belong to the state.
    if (owner === null) continue;
    if (owner !== state) run = null;
    else if (run) run.high = zip;
    else {
      run = { low: zip, high: zip };
      runs.push(run);
    }
  }
  return runs;
}
