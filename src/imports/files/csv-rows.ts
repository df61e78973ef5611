import { pipeline, type Readable } from 'node:stream';
import { CsvError, type Options, Parser } from 'csv-parse';
import { BrokenFile } from './broken-file.ts';

export type CsvRow = { readonly line: number; readonly cells: readonly string[] };

export type CsvForm = {
  readonly delimiter: string;
  /** Whether a quote may stand inside a cell that is not quoted, as in a street's name. */
  readonly hasLooseQuotes: boolean;
};

/** A row of an official file has 500 characters; one beyond this bound is a quote that never ends, or no text at all. */
const rowLimit = 64 * 1024;

/** More cells than a row of so many columns and a few of a state's own may have: two rows without a line end between them. */
export function isGlued({ cells }: CsvRow, columns: number): boolean {
  return cells.length >= 2 * columns - 1 && cells.slice(columns).some((cell) => cell.trim() !== '');
}

/** The rows of a CSV as they come; empty lines are passed over, a byte order mark is taken off. */
export async function* readRows(
  bytes: Readable,
  form: CsvForm,
  onProgress?: (bytes: number) => void,
): AsyncGenerator<CsvRow> {
  const parser = new Parser(optionsOf(form));
  // What the stream failed with is what the parser fails with.
  pipeline(bytes, parser, () => {});
  let rows = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      if (onProgress && ++rows % 10_000 === 0) onProgress(parser.info.bytes);
      yield { line: info.lines, cells: record };
    }
  } catch (error) {
    throw asBrokenFile(error, parser.info.lines);
  }
}

type Parsed = { readonly record: string[]; readonly info: { readonly lines: number } };

function optionsOf({ delimiter, hasLooseQuotes }: CsvForm): Options {
  return {
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: hasLooseQuotes,
    skip_empty_lines: true,
    max_record_size: rowLimit,
  };
}

function asBrokenFile(error: unknown, line: number): unknown {
  if (!(error instanceof CsvError)) return error;
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return new BrokenFile(
      `A row has more than ${rowLimit} characters: a quote that is never closed, or no CSV.`,
      line,
      error,
    );
  }
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return new BrokenFile('A quote is opened and never closed.', line, error);
  return new BrokenFile(`It is no CSV: ${error.message}.`, line, error);
}
