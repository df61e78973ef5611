import { CsvError, Parser } from 'csv-parse';

export type CsvRow = {
  /** The line of the row's first character, counted from 1 as editors do. */
  readonly line: number;
  /**
   * The cells of the row. A row with too many cells has one cell more than the limit, and that last cell contains the
   * rest of the row.
   */
  readonly cells: readonly string[];
};

export type CsvFormat = {
  readonly delimiter: string;
  /** Whether an unquoted cell may contain quotes, as street names do. */
  readonly hasLooseQuotes: boolean;
};

export type CsvRowLimits = { readonly rowCharacters: number; readonly cells: number };

export type CsvReading = CsvFormat & {
  readonly limits: CsvRowLimits;
  /** Called between short pieces with the number of bytes read so far, to let other work run. */
  readonly afterPiece?: (bytes: number) => Promise<void> | void;
};

/** Rows from this line on cannot be read, because they are not CSV or the source failed with `cause`. */
export class CsvReadError extends Error {
  readonly line: number;

  constructor(message: string, line: number, cause?: unknown) {
    super(message, { cause });
    this.name = 'CsvReadError';
    this.line = line;
  }
}

/** A short piece takes a few milliseconds to parse, even if every character is a row. */
const pieceBytes = 4 * 1024;

/**
 * The rows of a CSV file in UTF-8, read while it is received. Empty lines are skipped and a byte order mark is removed.
 * Throws a `CsvReadError` after the last row before the error.
 */
export async function* readCsvRows(
  chunks: AsyncIterable<Uint8Array>,
  reading: CsvReading,
): AsyncGenerator<CsvRow, void, void> {
  const parser = new RowParser(reading);
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      for (let start = 0; start < chunk.byteLength; start += pieceBytes) {
        const piece = chunk.subarray(start, start + pieceBytes);
        const error = await parser.write(piece);
        yield* parser.takeRows();
        if (error) throw error;
        bytes += piece.byteLength;
        await reading.afterPiece?.(bytes);
      }
    }
    const error = await parser.end();
    yield* parser.takeRows();
    if (error) throw error;
  } catch (error) {
    const cause = error instanceof CsvError ? undefined : error;
    throw new CsvReadError(parser.messageOf(error), parser.nextLine, cause);
  }
}

class RowParser {
  readonly #parser: Parser;
  readonly #limits: CsvRowLimits;
  readonly #rows: CsvRow[] = [];
  /** Number of lines in the rows so far. The parser counts the empty lines. */
  #lines = 0;

  constructor({ delimiter, hasLooseQuotes, limits }: CsvReading) {
    this.#limits = limits;
    this.#parser = new Parser({
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      bom: true,
      relax_column_count: true,
      relax_quotes: hasLooseQuotes,
      skip_empty_lines: true,
      max_record_size: limits.rowCharacters,
      // Empty cells do not count toward the size of a row. Without a limit, a row of commas would fill the memory.
      ignore_last_delimiters: limits.cells + 1,
      on_record: (cells: string[]) => {
        this.#add(cells);
        return null;
      },
    });
    // Errors are returned by the call that caused them.
    this.#parser.on('error', () => {});
  }

  write(piece: Uint8Array): Promise<Error | null> {
    return new Promise((resolve) => this.#parser.write(piece, (error) => resolve(error ?? null)));
  }

  end(): Promise<Error | null> {
    return new Promise((resolve) => {
      this.#parser.once('error', resolve);
      this.#parser.end(() => resolve(null));
    });
  }

  takeRows(): CsvRow[] {
    return this.#rows.splice(0);
  }

  /** The line on which the next row begins. */
  get nextLine(): number {
    return this.#lines + this.#parser.info.empty_lines + 1;
  }

  messageOf(error: unknown): string {
    const { cells, rowCharacters } = this.#limits;
    if (!(error instanceof CsvError)) return error instanceof Error ? error.message : String(error);
    if (Number(error.index) >= cells) return `The row has more than ${cells} cells.`;
    if (error.code === 'CSV_MAX_RECORD_SIZE') {
      return `The row is longer than ${rowCharacters} characters. Check for a quote that is never closed.`;
    }
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') return 'A quote in this row is never closed.';
    return 'Unexpected quote. Enclose the cell in quotes and double every quote inside it.';
  }

  #add(cells: string[]): void {
    this.#rows.push({ line: this.nextLine, cells });
    this.#lines += 1 + cells.reduce((breaks, cell) => breaks + countLineBreaks(cell), 0);
    // The parser creates an error object, with its stack, for every row whose number of cells differs from row 0, and
    // then drops the object. Creating it takes ten times as long as parsing the row itself, so every row is treated as
    // row 0.
    Object.assign(this.#parser.info, { records: 0 });
  }
}

function countLineBreaks(cell: string): number {
  if (!cell.includes('\n') && !cell.includes('\r')) return 0;
  return cell.match(/\r\n|\n|\r/g)?.length ?? 0;
}
