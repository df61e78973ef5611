import { type CsvError, type Parser, parse } from 'csv-parse';
import { AppError } from '../domain/base/errors.ts';
import { separatorLine, separatorOf, textOf } from './csv-text.ts';

export type CsvRow = {
  readonly kind: 'row';
  /** Of its first character, counted from 1 as editors do. */
  readonly line: number;
  readonly cells: readonly string[];
};

/** Why nothing from a line on was read. */
export type CsvStop = { readonly kind: 'stopped'; readonly line: number; readonly message: string };

export type CsvLimits = { readonly fileBytes: number; readonly rowCharacters: number };

/**
 * The rows of a CSV file with any content, as it comes; empty rows are left out. What hides where the next row begins (a
 * misplaced quote, a row without an end, a broken transmission) stops the reading, and the rows before it stand.
 */
export async function* readCsv(
  bytes: AsyncIterable<Uint8Array>,
  limits: CsvLimits,
): AsyncGenerator<CsvRow | CsvStop, void, void> {
  const found: (readonly string[] | CsvError)[] = [];
  let line = 1;
  let parser: Parser | null = null;
  let separator = ',';

  function* rowsFound(): Generator<CsvRow | CsvStop, 'stopped' | 'read on', void> {
    for (const cells of found.splice(0)) {
      if (cells instanceof Error) {
        yield { kind: 'stopped', line, message: wordsOf(cells, limits) };
        return 'stopped';
      }
      const isSeparatorLine = line === 1 && separatorLine.test(cells.join(separator));
      if (!isSeparatorLine && cells.some((cell) => cell.trim() !== '')) yield { kind: 'row', line, cells };
      line += 1 + cells.reduce((breaks, cell) => breaks + breaksIn(cell), 0);
    }
    return 'read on';
  }

  try {
    for await (const text of textOf(counted(bytes, limits.fileBytes))) {
      if (!parser) {
        separator = separatorOf(text);
        parser = createParser(separator, limits, (event) => found.push(event));
      }
      await written(parser, text);
      if ((yield* rowsFound()) === 'stopped') return;
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The last piece may end within a row, so the parser is not asked for what it still holds.
    yield { kind: 'stopped', line, message: error.message };
    return;
  }
  if (!parser) return;
  await ended(parser);
  yield* rowsFound();
}

/** Rows and faults are handed on in their order, while the text is being written. */
function createParser(
  separator: string,
  { rowCharacters }: CsvLimits,
  found: (event: readonly string[] | CsvError) => void,
): Parser {
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: rowCharacters,
    skip_records_with_error: true,
    on_record: (cells: string[]) => {
      found(cells);
      return null;
    },
  });
  parser.on('skip', (error: CsvError) => found(error));
  return parser.resume();
}

function written(parser: Parser, text: string): Promise<void> {
  return new Promise((resolve, reject) => parser.write(text, (error) => (error ? reject(error) : resolve())));
}

function ended(parser: Parser): Promise<void> {
  return new Promise((resolve, reject) => parser.once('error', reject).once('end', resolve).end());
}

async function* counted(bytes: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array, void, void> {
  let length = 0;
  for await (const piece of bytes) {
    length += piece.byteLength;
    if (length > most) throw new AppError('BODY_TOO_LARGE', `A file may have at most ${most} bytes; send it in parts.`);
    yield piece;
  }
}

function wordsOf({ code }: CsvError, { rowCharacters }: CsvLimits): string {
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return `The row is longer than ${rowCharacters} characters; perhaps a quote was not closed.`;
  }
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'A quote of this row is not closed.';
  return 'A quote stands where none may: a cell with quotes is put in quotes, and each quote in it doubled.';
}

function breaksIn(cell: string): number {
  return cell.match(/\r\n|\n|\r/g)?.length ?? 0;
}
