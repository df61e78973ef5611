import type { ImportedJurisdiction } from '../../domain/rate-book/rate-layer.ts';
import type { IndexedState } from '../../ports/rate-book-index.ts';
import { decimal } from '../../tax/numbers/decimal.ts';
import type { FileFaults } from '../cells/fault-list.ts';
import { endSharedDays, findGaps, findOverlaps, isSameWindow, sortWindows } from '../cells/overlaps.ts';
import { sayNumber, some } from '../cells/say.ts';
import type { CsvRow } from '../files/csv-rows.ts';
import { type OfficialCode, stackingOf } from './official-codes.ts';
import { type OfficialRate, readOfficialRate } from './official-rate-row.ts';

export type OfficialRates = {
  readonly rows: number;
  readonly jurisdictions: readonly ImportedJurisdiction[];
  /** What was passed over, or read in a way that its reader should know. */
  readonly notes: readonly string[];
};

/** No state has a tenth of it; the rates are kept in memory until they are all read. */
const rowLimit = 200_000;

type Found = { readonly key: OfficialCode; windows: OfficialRate[] };
type Tally = {
  rows: number;
  locations: number;
  differing: number;
  repeated: number;
  unrated: number[];
  shared: number[];
};

/** Reads a rate file of one state to its end, and finds all its faults. */
export async function readOfficialRates(
  rows: AsyncIterable<CsvRow>,
  { state, faults, asOf }: { readonly state: IndexedState; readonly faults: FileFaults; readonly asOf: string },
): Promise<OfficialRates> {
  const found = new Map<string, Found>();
  const tally: Tally = { rows: 0, locations: 0, differing: 0, repeated: 0, unrated: [], shared: [] };
  for await (const row of rows) {
    if (++tally.rows > rowLimit) {
      faults.at(row.line, null, `A rate file has at most ${rowLimit} rows; this is something else.`);
      break;
    }
    const read = readOfficialRate(row, { state, faults, asOf });
    if (read === null) continue;
    if (read.kind === 'location') tally.locations++;
    else if (read.kind === 'unrated') tally.unrated.push(row.line);
    else keep(found, read.key, read.rate, tally);
  }
  if (tally.rows === 0) faults.add('The file has no rows.');
  else checkState(found, { state, faults, asOf });
  for (const one of found.values()) {
    checkWindows(one, faults, tally);
    if (one.key.level === 'STATE') checkGaps(one, state, faults);
  }
  const jurisdictions = [...found.values()].map((one) => jurisdictionOf(state, one));
  return { rows: tally.rows, jurisdictions, notes: notesOn(tally, jurisdictions) };
}

function keep(found: Map<string, Found>, key: OfficialCode, rate: OfficialRate, tally: Tally): void {
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
  { state, faults, asOf }: { readonly state: IndexedState; readonly faults: FileFaults; readonly asOf: string },
): void {
  const own = [...found.values()].find(({ key }) => key.level === 'STATE');
  if (!own) faults.add(`There is no row for ${state.name} itself (type 45, code ${state.fips}).`);
  else if (!own.windows.some(({ toOn }) => toOn === null || toOn >= asOf)) {
    faults.at(own.windows.at(-1)!.line, 'column 9 (end)', `The rate of ${state.name} itself ends before ${asOf}.`);
  }
}

function checkWindows(one: Found, faults: FileFaults, tally: Tally): void {
  const { windows, shared } = endSharedDays(sortWindows(one.windows));
  one.windows = windows;
  tally.shared.push(...shared.map(({ line }) => line));
  for (const { earlier, later } of findOverlaps(windows)) {
    const message = `${one.key.type} ${one.key.code} has a rate for these days already, in line ${earlier.line}.`;
    faults.at(later.line, 'columns 8 and 9 (begin, end)', message);
  }
}

/** Local taxes do end and come again; without the state's the tax of these days would be a quiet zero. */
function checkGaps({ windows }: Found, { name }: IndexedState, faults: FileFaults): void {
  for (const { later, fromOn, toOn } of findGaps(windows)) {
    const message = `${name} itself would have no rate from ${fromOn} to ${toOn}; add a row for these days.`;
    faults.at(later.line, 'column 8 (begin)', message);
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
    locations > 0 && `rows of type 45 that name places, not taxes, passed over: ${sayNumber(locations)}`,
    differing > 0 &&
      `rows with another rate for sales from outside the state, of which the one within it was taken: ${sayNumber(differing)}`,
    repeated > 0 && `rows that come twice, taken once: ${sayNumber(repeated)}`,
    shared.length > 0 && `rows that end on the day on which the next begins, which then holds: ${sayLines(shared)}`,
    unrated.length > 0 && `old rows without a rate, passed over: ${sayLines(unrated)}`,
    whole.length > 0 &&
      `districts read as the whole local rate, in place of city and county: ${sayNumber(whole.length)} (${some(whole.map(({ code }) => code))})`,
  ];
  return notes.filter((note) => note !== false);
}

function sayLines(lines: readonly number[]): string {
  return `${sayNumber(lines.length)} (line ${some(lines)})`;
}
