/** A cell of a CSV file; null for an empty cell. */
export type Cell = string | number | boolean | null;

type CsvStyle = {
  /** Whether the file is for a spreadsheet, which would run a cell such as `=1+1` as a formula. */
  readonly isForSpreadsheet: boolean;
};

const needsQuotes = /[",\r\n]/;
/** Spreadsheets also recognize a formula after a tab or a carriage return. */
const looksLikeFormula = /^[=+\-@\t\r]/;

/** One line of CSV (RFC 4180), with its CRLF. */
export function csvLine(cells: readonly Cell[], { isForSpreadsheet }: CsvStyle): string {
  const texts = cells.map((cell) => {
    if (typeof cell !== 'string') return cell === null ? '' : String(cell);
    const text = isForSpreadsheet && looksLikeFormula.test(cell) && !isNumber(cell) ? `'${cell}` : cell;
    return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${texts.join(',')}\r\n`;
}

/** The amount of a refund starts with a minus sign but is not a formula. */
const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text);
