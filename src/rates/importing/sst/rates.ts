import { formatList, formatNumber } from '../../../domain/base/words.ts';
import type { ImportedJurisdiction } from '../../../domain/rate-book/rate-layer.ts';
import type { CsvRow } from '../../../files/csv/csv.ts';
import type { IndexedState } from '../../../ports/rate-book-index.ts';
import { decimal } from '../../../tax/numbers/decimal.ts';
import type { FileIssues } from '../cells/issue-list.ts';
import { endSharedDays, findGaps, findOverlaps, isSameWindow, sortWindows } from '../cells/overlaps.ts';
import { type SstCode, stackingOf } from './jurisdiction-codes.ts';
import { readSstRate, type SstRate } from './rate-row.ts';

type SstRates = {
  readonly rows: number;
  readonly jurisdictions: readonly ImportedJurisdiction[];
  /** Skipped rows and interpretations that the operator should know about. */
  readonly notes: readonly string[];
};

/** Ten times the number of rows in any state. All rates are kept in memory until the file has been read. */
const rowLimit = 200_000;

type Found = { readonly key: SstCode; windows: SstRate[] };
type Tally = {
  rows: number;
  locations: number;
  differing: number;
  repeated: number;
  unrated: number[];
  shared: number[];
};

/** Reads a whole rate file of one state and reports all of its issues. */
export async function readSstRates(
  rows: AsyncIterable<CsvRow>,
  { state, issues, asOf }: { readonly state: IndexedState; readonly issues: FileIssues; readonly asOf: string },
): Promise<SstRates> {
  const found = new Map<string, Found>();
  const tally: Tally = { rows: 0, locations: 0, differing: 0, repeated: 0, unrated: [], shared: [] };
  for await (const row of rows) {
    if (++tally.rows > rowLimit) {
      issues.at(row.line, null, `The file has more than ${rowLimit} rows; no rate file is that long.`);
      break;
    }
    const read = readSstRate(row, { state, issues, asOf });
    if (read === null) continue;
    if (read.kind === 'location') tally.locations++;
    else if (read.kind === 'unrated') tally.unrated.push(row.line);
    else keep(found, read.key, read.rate, tally);
  }
  if (tally.rows === 0) issues.add('The file has no rows.');
  else checkState(found, { state, issues, asOf });
  for (const one of found.values()) {
    checkWindows(one, issues, tally);
    if (one.key.level === 'STATE') checkGaps(one, state, issues);
  }
  const jurisdictions = [...found.values()].map((one) => jurisdictionOf(state, one));
  return { rows: tally.rows, jurisdictions, notes: notesOn(tally, jurisdictions) };
}

function keep(found: Map<string, Found>, key: SstCode, rate: SstRate, tally: Tally): void {
  const name = `${key.type} ${key.code}`;
  const known = found.get(name);
  if (rate.differsInterstate) tally.differing++;
  if (!known) found.set(name, { key, windows: [rate] });
  else if (known.windows.some((window) => isSameWindow(window, rate))) tally.repeated++;
  else known.windows.push(rate);
}

/** The file replaces all rates of its state, so without the state's own rate, nothing would be taxed there. */
function checkState(
  found: ReadonlyMap<string, Found>,
  { state, issues, asOf }: { readonly state: IndexedState; readonly issues: FileIssues; readonly asOf: string },
): void {
  const own = [...found.values()].find(({ key }) => key.level === 'STATE');
  if (!own) issues.add(`The file has no row for the state rate of ${state.name} (type 45, code ${state.fips}).`);
  else if (!own.windows.some(({ validThrough }) => validThrough === null || validThrough >= asOf)) {
    issues.at(own.windows.at(-1)!.line, 'column 9 (end)', `The state rate of ${state.name} ends before ${asOf}.`);
  }
}

function checkWindows(one: Found, issues: FileIssues, tally: Tally): void {
  const { windows, shared } = endSharedDays(sortWindows(one.windows));
  one.windows = windows;
  tally.shared.push(...shared.map(({ line }) => line));
  for (const { earlier, later } of findOverlaps(windows)) {
    const message = `${one.key.type} ${one.key.code} already has a rate for these days, in line ${earlier.line}.`;
    issues.at(later.line, 'columns 8 and 9 (begin, end)', message);
  }
}

/** Local taxes can end and be levied again, but a gap in the state's own rate would silently make the tax zero. */
function checkGaps({ windows }: Found, { name }: IndexedState, issues: FileIssues): void {
  for (const { later, validFrom, validThrough } of findGaps(windows)) {
    const message = `${name} itself would have no rate from ${validFrom} to ${validThrough}; add a row for these days.`;
    issues.at(later.line, 'column 8 (begin)', message);
  }
}

function jurisdictionOf(state: IndexedState, { key, windows }: Found): ImportedJurisdiction {
  const highestRate = windows
    .map(({ rate }) => decimal(rate))
    .reduce((highest, rate) => (rate.gt(highest) ? rate : highest));
  return {
    ...key,
    stacking: stackingOf(state, { ...key, highestRate }),
    windows: windows.map(({ rate, validFrom, validThrough }) => ({ rate, validFrom, validThrough })),
  };
}

function notesOn(tally: Tally, jurisdictions: readonly ImportedJurisdiction[]): string[] {
  const { locations, differing, repeated, unrated, shared } = tally;
  const whole = jurisdictions.filter(({ level, stacking }) => level === 'DISTRICT' && stacking === 'replaces_all');
  const notes = [
    locations > 0 && `rows of type 45 that name places rather than taxes, skipped: ${formatNumber(locations)}`,
    differing > 0 &&
      `rows with a different rate for sales from outside the state, where the in-state rate was used: ${formatNumber(differing)}`,
    repeated > 0 && `duplicate rows, counted once: ${formatNumber(repeated)}`,
    shared.length > 0 &&
      `rows that end on the first day of the next row, which applies on that day: ${formatLines(shared)}`,
    unrated.length > 0 && `old rows without a rate, skipped: ${formatLines(unrated)}`,
    whole.length > 0 &&
      `districts whose rate replaces the city and county rates: ${formatNumber(whole.length)} (${formatList(whole.map(({ code }) => code))})`,
  ];
  return notes.filter((note) => note !== false);
}

function formatLines(lines: readonly number[]): string {
  return `${formatNumber(lines.length)} (${lines.length === 1 ? 'line' : 'lines'} ${formatList(lines)})`;
}
