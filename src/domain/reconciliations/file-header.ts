import { type AppError, type Issue, invalidInput } from '../base/errors.ts';
import { gatewayLimits } from '../base/limits.ts';
import { isSimilar } from '../base/spelling.ts';
import type { FileColumn } from './file-columns.ts';
import { type FileFormat, headersOf, signs } from './file-formats.ts';
import type { ReconciliationFormat } from './reconciliation.ts';

export type FileHeader = {
  readonly format: FileFormat;
  /** For each column, the indexes of its cells in a row; the first non-empty cell is used. */
  readonly places: ReadonlyMap<FileColumn, readonly number[]>;
  readonly width: number;
  /** Headers that are not used for any column. */
  readonly ignored: readonly string[];
};

type NamedColumns = Readonly<Partial<Record<FileColumn, string>>>;

const plain = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '');

/**
 * Throws `INVALID_INPUT` with all unknown headers in `columns` or, if every header is known, with all missing columns.
 */
export function readFileHeader(
  cells: readonly string[],
  { format, columns }: { readonly format: ReconciliationFormat; readonly columns: NamedColumns },
): FileHeader {
  const names = cells.map(plain);
  const isThere = (name: string) => names.includes(plain(name));
  const found = format === 'AUTO' ? signs.find(([, wanted]) => wanted.every(isThere))?.[0] : format;
  const chosen = found ?? 'TOLLGATE';
  const byName = new Map(Object.entries(headersOf[chosen]).map(([name, column]) => [plain(name), column]));
  const issues: Issue[] = [];
  for (const [column, name] of Object.entries(columns)) {
    if (!isThere(name)) issues.push(noSuchHeader(column, name, cells));
    for (const [known, of] of byName) if (of === column) byName.delete(known);
    byName.set(plain(name), column as FileColumn);
  }
  const places = new Map<FileColumn, number[]>();
  const ignored: string[] = [];
  for (const [place, name] of names.entries()) {
    const column = byName.get(name);
    if (column) places.set(column, [...(places.get(column) ?? []), place]);
    else if (name !== '') ignored.push(cells[place]!.trim().slice(0, 100));
  }
  if (issues.length === 0) issues.push(...missingColumns(places, chosen, cells));
  if (issues.length > 0) throw invalidInput(issues);
  return { format: chosen, places, width: cells.length, ignored: ignored.slice(0, gatewayLimits.csv.cells) };
}

function noSuchHeader(column: string, name: string, cells: readonly string[]): Issue {
  const near = cells.find((cell) => isSimilar(plain(name), plain(cell)));
  const hint = near === undefined ? '' : ` Did you mean ${JSON.stringify(near)}?`;
  const message = `The header of the file has no column ${JSON.stringify(name)}.${hint}`;
  return { path: ['columns', column], code: 'UNKNOWN_VALUE', message };
}

/** The file needs at least one column from each group. Otherwise, no document can be calculated. */
const needed: readonly (readonly FileColumn[])[] = [
  ['taxAmount', 'documentTaxAmount'],
  ['date', 'invoiceDate', 'orderDate', 'paymentDate'],
  ['totalPrice', 'unitPrice', 'documentTotal', 'shippingPrice'],
  ['state', 'zip', 'country', 'region'],
];

function missingColumns(
  places: ReadonlyMap<FileColumn, readonly number[]>,
  format: FileFormat,
  cells: readonly string[],
): readonly Issue[] {
  if (cells.some((cell) => /[\0\ufffd]/.test(cell))) return [noText];
  return needed
    .filter((group) => !group.some((column) => places.has(column)))
    .map((group) => {
      const names = group.flatMap(
        (column) => Object.entries(headersOf[format]).find(([, of]) => of === column)?.[0] ?? [],
      );
      const message = `Missing column: ${names.join(' or ')}. To use another column of the file, map it with columns=${group[0]}:<header> (in GraphQL, columns: { column: "${group[0]}", header: "<header>" }; on the command line, --column ${group[0]}=<header>).`;
      return { path: ['file'], code: 'REQUIRED', message };
    });
}

const noText: Issue = { path: ['file'], code: 'INVALID_FORMAT', message: 'The file is not text in UTF-8.' };

export const emptyFile = (): AppError =>
  invalidInput([
    { path: ['file'], code: 'REQUIRED', message: 'The file is empty. Its first line must contain the column names.' },
  ]);
