import type { CsvRow } from '../../../files/csv/csv.ts';
import type { Decimal } from '../../../tax/numbers/decimal.ts';
import {
  type PublishedFile,
  type PublishedForm,
  type PublishedRate,
  type UnreadLine,
  unreadableRate,
} from './published-rate.ts';
import { findDay, type RateUnit, readDay, readPublishedRate } from './readings.ts';

/** The text in a column of the row, without leading or trailing spaces; empty if the file lacks an optional column. */
export type CellReader = (column: string) => string;

/** A rate in a row. Text is read in the unit of the table. */
type PlaceRate = Pick<PublishedRate, 'level' | 'name'> &
  Partial<Pick<PublishedRate, 'country' | 'county' | 'code' | 'kind' | 'includes'>> & {
    readonly rate: string | Decimal | null;
    readonly from?: string;
    readonly to?: string;
    /** The date of the rate, if it differs from the file’s date. */
    readonly on?: string;
  };

/** Describes how the table of an authority is read. */
export type PublishedTable = Pick<PublishedForm, 'form' | 'title' | 'state'> & {
  /** Spellings of the required columns, using only lower-case letters and digits. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  readonly optional?: Readonly<Record<string, readonly string[]>>;
  /** Whether a column may occur several times, because the table is printed in side-by-side groups. */
  readonly isSideBySide?: true;
  /** Words in the first rows or the name of a file that distinguish it from other files with the same columns. */
  readonly clue?: RegExp;
  readonly unit: RateUnit;
  /** Finds the price limit for local taxes on a single item, in a title or remark. */
  readonly itemCap?: RegExp;
  /**
   * The rates of a row, or the reason why the row is omitted. `carried` passes text to the rows below, for each group
   * separately.
   */
  read(cell: CellReader, carried: Map<string, string>): readonly PlaceRate[] | string;
};

type Columns = Readonly<Record<string, number>>;
type Header = { readonly index: number; readonly groups: readonly Columns[] };

/** Number of rows that are searched for the header, because a spreadsheet may begin with titles. */
export const titleRows = 25;

export function formOfTable(table: PublishedTable): PublishedForm {
  const { form, title, state } = table;
  return {
    form,
    title,
    state,
    matches: (rows, name) => hasClue(table, rows, name) && findHeader(table, rows) !== null,
    mismatch: (rows, name) => (hasClue(table, rows, name) ? missingColumn(table, rows) : null),
    publishedOn(rows, name) {
      const titles = rows.slice(0, findHeader(table, rows)?.index).map(({ cells }) => cells.join(','));
      return [name, ...titles].map(findDay).find((day) => day !== null) ?? null;
    },
    read: (rows, day) => readTable(table, rows, day),
  };
}

function hasClue({ clue }: PublishedTable, rows: readonly CsvRow[], name: string): boolean {
  return !clue || clue.test([name, ...rows.slice(0, titleRows).flatMap(({ cells }) => cells)].join('\n'));
}

function findHeader(table: PublishedTable, rows: readonly CsvRow[]): Header | null {
  for (const [index, { cells }] of rows.slice(0, titleRows).entries()) {
    const groups = groupsOf(table, cells);
    if (groups) return { index, groups };
  }
  return null;
}

function groupsOf({ columns, optional, isSideBySide }: PublishedTable, cells: readonly string[]): Columns[] | null {
  const names = cells.map(squeezed);
  const positions = (spellings: readonly string[]) =>
    [...names.entries()].filter(([, name]) => spellings.includes(name)).map(([position]) => position);
  const found = Object.entries({ ...optional, ...columns }).map(
    ([column, spellings]) => [column, positions(spellings)] as const,
  );
  if (found.some(([column, at]) => at.length === 0 && column in columns)) return null;
  const count = isSideBySide ? Math.max(...found.map(([, at]) => at.length)) : 1;
  return Array.from({ length: count }, (_, group) =>
    Object.fromEntries(found.map(([column, at]) => [column, at[Math.min(group, at.length - 1)] ?? -1])),
  );
}

/** A row with at least half of the columns, and at least two, is treated as the header of a changed table. */
function missingColumn({ columns, title }: PublishedTable, rows: readonly CsvRow[]): string | null {
  const wanted = Object.entries(columns);
  for (const { cells } of rows.slice(0, titleRows)) {
    const names = cells.map(squeezed);
    const missing = wanted.filter(([, spellings]) => !spellings.some((spelling) => names.includes(spelling)));
    const isNear = wanted.length - missing.length >= Math.max(2, wanted.length / 2);
    if (isNear)
      return `The file looks like "${title}", but columns are missing: ${missing.map(([column]) => column).join(', ')}.`;
  }
  return null;
}

function squeezed(cell: string): string {
  return cell.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function readTable(table: PublishedTable, rows: readonly CsvRow[], day: string): PublishedFile {
  const { index, groups } = findHeader(table, rows)!;
  const rates: PublishedRate[] = [];
  const unreadable: UnreadLine[] = [];
  const leftOut = new Map<string, number>();
  const carried = groups.map(() => new Map<string, string>());
  const header = rows[index]!.cells.map(squeezed).join();
  const remarks = rows.slice(0, index);
  for (const row of rows.slice(index + 1)) {
    const { line, cells } = row;
    if (isNote(cells)) remarks.push(row);
    if (isNote(cells) || cells.map(squeezed).join() === header) continue;
    for (const [group, columns] of groups.entries()) {
      const cell: CellReader = (column) => textAt(cells, columns[column]);
      if (Object.keys(table.columns).every((column) => cell(column) === '')) continue;
      const all = table.read(cell, carried[group]!);
      const isOver = typeof all !== 'string' && all.some(({ to = '' }) => (readDay(to) ?? day) < day);
      const read = isOver ? 'rates that have ended' : all;
      if (typeof read === 'string') leftOut.set(read, (leftOut.get(read) ?? 0) + 1);
      else {
        const places = read.map((place) => publishedRate(table, place, { line, day }));
        if (places.some((place) => place === null)) unreadable.push({ line, reason: unreadableRate });
        else rates.push(...places.filter((place) => place !== null));
      }
    }
  }
  return { title: table.title, rates, unreadable, leftOut, ...itemCapIn(remarks, table) };
}

function itemCapIn(remarks: readonly CsvRow[], { itemCap }: PublishedTable): Pick<PublishedFile, 'itemCap'> {
  for (const { line, cells } of remarks) {
    const [, upTo] = itemCap?.exec(cells.join(' ')) ?? [];
    if (upTo) return { itemCap: { line, upTo: upTo.replaceAll(',', '') } };
  }
  return {};
}

/** A blank row, or a remark: a single cell of more than 40 characters. */
function isNote(cells: readonly string[]): boolean {
  const [text = '', ...others] = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return others.length === 0 && (text === '' || text.length > 40);
}

function textAt(cells: readonly string[], position: number | undefined): string {
  return (cells[position ?? -1] ?? '').replace(/\s+/g, ' ').trim();
}

/** End dates from this year on are ignored: files write the year 9999 for an open end. */
const openEnd = '2100';

function publishedRate(
  { state, unit }: PublishedTable,
  { rate: given, from: start = '', to: end = '', on: situation = '', ...place }: PlaceRate,
  { line, day }: { readonly line: number; readonly day: string },
): PublishedRate | null {
  const rate = typeof given === 'string' ? readPublishedRate(given, unit) : given;
  const [from, to] = [readDay(start), readDay(end)];
  if (rate === null || place.name === '') return null;
  const on = readDay(situation) ?? (from !== null && from > day ? from : day);
  const base = { line, country: 'US', state, county: null, code: null, kind: 'OWN', includes: [] } as const;
  return { ...base, ...place, rate, on, from, through: to !== null && to < openEnd ? to : null };
}
