/** A cell of a CSV file; null for an empty cell. */
export type Cell = string | number | boolean | null;

/** Marks a file as UTF-8. Without it, Excel on Windows assumes the regional encoding. */
export const byteOrderMark = '\ufeff';

type CsvStyle = {
  /** Whether the file will be opened in a spreadsheet, which would run a cell such as `=1+1` as a formula. */
  readonly isForSpreadsheet: boolean;
};

const needsQuotes = /[",\r\n]/;
/**
 * Spreadsheets also recognize a formula after spaces, line breaks and full-width signs. Text that already looks guarded
 * is guarded again, so that each cell can be restored.
 */
const needsGuard = /^'*\s*[=+\-@＝＋－＠]/;

/** One line of CSV (RFC 4180), including its CRLF. */
export function csvLine(cells: readonly Cell[], { isForSpreadsheet }: CsvStyle): string {
  const texts = cells.map((cell) => {
    if (typeof cell !== 'string') return cell === null ? '' : String(cell);
    const text = isForSpreadsheet && isGuarded(cell) ? `'${cell}` : cell;
    return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${texts.join(',')}\r\n`;
}

/** Removes the guard from a cell in a file for spreadsheets. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && isGuarded(cell.slice(1)) ? cell.slice(1) : cell;
}

/** The amount of a refund starts with a minus sign but is not a formula. */
const isGuarded = (text: string) => needsGuard.test(text) && !isNumber(text);
const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text);
