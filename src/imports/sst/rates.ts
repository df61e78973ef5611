import type { ImportedJurisdiction } from '../../domain/rate-book/rate-layer.ts';
import type { IndexedState } from '../../ports/rate-book-index.ts';
import { decimal } from '../../tax/numbers/decimal.ts';
import { formatList, formatNumber } from '../cells/format.ts';
import type { FileIssues } from '../cells/issue-list.ts';
import { endSharedDays, findGaps, findOverlaps, isSameWindow, sortWindows } from '../cells/overlaps.ts';
import type { CsvRow } from '../files/csv-rows.ts';
import { type SstCode, stackingOf } from './jurisdiction-codes.ts';
import { readSstRate, type SstRate } from './rate-row.ts';

export type SstRates = {
  readonly rows: number;
  readonly jurisdictions: readonly ImportedJurisdiction[];
  /** What was passed over, or read in a way that its reader should know. */
  readonly notes: readonly string[];
};

/** No state has a tenth of it; the rates are kept in memory until they are all read. */
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

/** Reads a rate file of one state to its end, and finds all its issues. */
export async function readSstRates(
  rows: AsyncIterable<CsvRow>,
  { state, issues, asOf }: { readonly state: IndexedState; readonly issues: FileIssues; readonly asOf: string },
): Promise<SstRates> {
  const found = new Map<string, Found>();
  const tally: Tally = { rows: 0, locations: 0, differing: 0, repeated: 0, unrated: [], shared: [] };
  for await (const row of rows) {
    if (++tally.rows > rowLimit) {
      issues.at(row.line, null, `A rate file has at most ${rowLimit} rows; this is something else.`);
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

/** The file takes the place of all rates of its state: without the state's own rate nothing would be taxed there. */
function checkState(
  found: ReadonlyMap<string, Found>,
  { state, issues, asOf }: { readonly state: IndexedState; readonly issues: FileIssues; readonly asOf: string },
): void {
  const own = [...found.values()].find(({ key }) => key.level === 'STATE');
  if (!own) issues.add(`There is no row for ${state.name} itself (type 45, code ${state.fips}).`);
  else if (!own.windows.some(({ toOn }) => toOn === null || toOn >= asOf)) {
    issues.at(own.windows.at(-1)!.line, 'column 9 (end)', `The rate of ${state.name} itself ends before ${asOf}.`);
  }
}

function checkWindows(one: Found, issues: FileIssues, tally: Tally): void {
  const { windows, shared } = endSharedDays(sortWindows(one.windows));
  one.windows = windows;
  tally.shared.push(...shared.map(({ line }) => line));
  for (const { earlier, later } of findOverlaps(windows)) {
    const message = `${one.key.type} ${one.key.code} has a rate for these days already, in line ${earlier.line}.`;
    issues.at(later.line, 'columns 8 and 9 (begin, end)', message);
  }
}

/** Local taxes do end and come again; without the state's the tax of these days would be a quiet zero. */
function checkGaps({ windows }: Found, { name }: IndexedState, issues: FileIssues): void {
  for (const { later, fromOn, toOn } of findGaps(windows)) {
    const message = `${name} itself would have no rate from ${fromOn} to ${toOn}; add a row for these days.`;
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
    windows: windows.map(({ rate, fromOn, toOn }) => ({ rate, fromOn, toOn })),
  };
}

function notesOn(tally: Tally, jurisdictions: readonly ImportedJurisdiction[]): string[] {
  const { locations, differing, repeated, unrated, shared } = tally;
  const whole = jurisdictions.filter(({ level, stacking }) => level === 'DISTRICT' && stacking === 'replaces_all');
  const notes = [
    locations > 0 && `rows of type 45 that name places, not taxes, passed over: ${formatNumber(locations)}`,
    differing > 0 &&
      `rows with another rate for sales from outside the state, of which the one within it was taken: ${formatNumber(differing)}`,
    repeated > 0 && `rows that come twice, taken once: ${formatNumber(repeated)}`,
    shared.length > 0 && `rows that end on the day on which the next begins, which then holds: ${formatLines(shared)}`,
    unrated.length > 0 && `old rows without a rate, passed over: ${formatLines(unrated)}`,
    whole.length > 0 &&
      `districts read as the whole local rate, in place of city and county: ${formatNumber(whole.length)} (${formatList(whole.map(({ code }) => code))})`,
  ];
  return notes.filter((note) => note !== false);
}

function formatLines(lines: readonly number[]): string {
  return `${formatNumber(lines.length)} (line ${formatList(lines)})`;
}
