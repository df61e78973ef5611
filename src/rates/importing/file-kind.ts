import type { CsvFormat } from '../../files/csv/csv.ts';
import type { IndexedState, RateBookIndex } from '../../ports/rate-book-index.ts';
import { isCorrectionsHeader } from './corrections/header.ts';
import { BrokenFile } from './files/broken-file.ts';
import type { InputFile } from './files/input-file.ts';
import type { PublishedForm } from './published/published-rate.ts';
import { detectPublished } from './published/read-published.ts';
import { titleRows } from './published/table.ts';
import { boundaryColumns } from './sst/boundary-row.ts';
import { rateColumns } from './sst/rate-row.ts';

/** The kind of a file, from its name and its first rows, which must not contradict each other. */
export type FileKind =
  | {
      readonly kind: 'SST_RATES' | 'SST_BOUNDARIES';
      readonly state: IndexedState;
      readonly label: string;
      /** Null if the name does not include the date. */
      readonly publishedOn: string | null;
      /** First day of the quarter in the name; null if the name does not include a quarter. */
      readonly listedOn: string | null;
      readonly form: CsvFormat;
    }
  | {
      /** Rates that an authority publishes by place name. */
      readonly kind: 'PUBLISHED_RATES';
      readonly published: PublishedForm;
      readonly label: string;
      /** Null if neither the name nor the first rows include the date. */
      readonly publishedOn: string | null;
      readonly form: CsvFormat;
    }
  /** `form` is null for JSON. */
  | { readonly kind: 'CORRECTIONS_CSV'; readonly form: CsvFormat | null };

const sstForm: CsvFormat = { delimiter: ',', hasLooseQuotes: true };
const lookedAt = 256 * 1024;

export async function findKind(file: InputFile, book: RateBookIndex): Promise<FileKind> {
  const lines = await firstLines(file);
  const [line] = lines;
  if (line === undefined) throw new BrokenFile('The file is empty.');
  if (line.trimStart().startsWith('[')) return { kind: 'CORRECTIONS_CSV', form: null };
  const delimiter = delimiterOf(line);
  const cells = line.split(delimiter).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const detected = await detectPublished(file, delimiterOf(...lines));
  if (detected !== null && typeof detected !== 'string')
    return { kind: 'PUBLISHED_RATES', label: file.csvName, ...detected };
  if (isCorrectionsHeader(cells)) return { kind: 'CORRECTIONS_CSV', form: { delimiter, hasLooseQuotes: false } };
  const name = readSstFileName(file.csvName) ?? readSstFileName(file.name);
  const content = sstKind(cells);
  const kind = content?.kind ?? name?.kind;
  if (!kind) throw new BrokenFile(detected ?? unknown, 1);
  if (name && name.kind !== kind)
    throw new BrokenFile(`The file name says ${words[name.kind]}, but the rows contain ${words[kind]}.`);
  return {
    kind,
    state: stateOf(name, content?.fips ?? null, book),
    label: name?.label ?? file.csvName,
    publishedOn: name?.publishedOn ?? null,
    listedOn: name?.listedOn ?? null,
    form: sstForm,
  };
}

const words = { SST_RATES: 'rates', SST_BOUNDARIES: 'boundaries' } as const;

const unknown =
  'Unknown file format. Expected a Streamlined Sales Tax rate file (9 columns) or boundary file (89 columns), the rate table of another authority (saved as CSV with its column headers), or corrections in JSON or in CSV with a header (see "rates template").';

/** Each row is later checked against this state. */
function stateOf(name: SstFileName | null, fips: string | null, book: RateBookIndex): IndexedState {
  const byRows = [...book.states.values()].find((state) => state.fips === fips?.padStart(2, '0')) ?? null;
  if (name) {
    const byName = book.states.get(name.state);
    if (!byName) throw new BrokenFile(`The file name begins with ${name.state}, which is not a state.`);
    if (byRows && byRows !== byName) {
      throw new BrokenFile(`The file name says ${byName.name}, but the rows are for ${byRows.name}.`, 1);
    }
    return byName;
  }
  if (!byRows) throw new BrokenFile(`${fips || 'An empty value'} is not a state code.`, 1);
  return byRows;
}

function sstKind(cells: readonly string[]): { kind: SstFileName['kind']; fips: string } | null {
  if (cells.length >= boundaryColumns - 10 && /^[a4z]$/i.test(cells[0] ?? '')) {
    return { kind: 'SST_BOUNDARIES', fips: cells[22] ?? '' };
  }
  const isRates = Math.abs(cells.length - rateColumns.length) <= 1 && /^\d{1,2}$/.test(cells[0] ?? '');
  return isRates ? { kind: 'SST_RATES', fips: cells[0] ?? '' } : null;
}

/** The first lines that are neither empty nor comments. */
async function firstLines(file: InputFile): Promise<readonly string[]> {
  const stream = await file.open();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= lookedAt) break;
  }
  const lines = decode(Buffer.concat(chunks)).split(/\r\n|\r|\n/);
  return lines.filter((line) => line.trim() !== '' && !/^"?\s*#/.test(line)).slice(0, titleRows);
}

function decode(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return bytes.toString(isUtf16 ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '');
}

/** Titles above a table contain few delimiters, so the line with the most delimiters is used. */
function delimiterOf(...lines: readonly string[]): string {
  const counts = [',', ';', '\t'].map((delimiter) => ({
    delimiter,
    count: Math.max(...lines.map((line) => line.split(delimiter).length)),
  }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).delimiter;
}

/** The parts of a Streamlined Sales Tax file name, such as `MNR2026Q2FEB18.csv`. */
type SstFileName = {
  readonly kind: 'SST_RATES' | 'SST_BOUNDARIES';
  readonly state: string;
  /** The name in upper case, without its extension and any suffix. */
  readonly label: string;
  readonly publishedOn: string;
  /** First day of the quarter whose rates or boundaries are listed. */
  readonly listedOn: string;
};

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/**
 * Null if the name is not that of an SST file. Ignores case and the ` (1)` that browsers add; days have one or two
 * digits.
 */
export function readSstFileName(fileName: string): SstFileName | null {
  const match = /^([A-Z]{2})([RB])(\d{4})Q([1-4])([A-Z]{3})(\d{1,2})(?![0-9A-Z])/.exec(fileName.toUpperCase());
  if (!match) return null;
  const [label, state = '', letter, year = '', quarter, monthName = '', day = ''] = match;
  const month = months.indexOf(monthName) + 1;
  if (month === 0) return null;
  // A file may be published in the year before its quarter, but its name contains only the year of the quarter.
  const publishedIn = month > Number(quarter) * 3 ? Number(year) - 1 : Number(year);
  return {
    kind: letter === 'R' ? 'SST_RATES' : 'SST_BOUNDARIES',
    state,
    label,
    listedOn: `${year}-${String(Number(quarter) * 3 - 2).padStart(2, '0')}-01`,
    publishedOn: `${publishedIn}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`,
  };
}
