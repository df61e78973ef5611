import { AppError } from '../../domain/base/errors.ts';
import { CsvReadError, type CsvRow, type CsvRowLimits, readCsvRows } from '../csv/csv.ts';
import { withoutGuard } from '../csv/csv-text.ts';
import { separatorLine, separatorOf, textOf } from './csv-text.ts';

export type CsvStop = { readonly kind: 'stopped'; readonly line: number; readonly message: string };

type CsvFileReading = {
  readonly limits: CsvRowLimits & { readonly fileBytes: number };
  /** Called between short pieces of the file, to let other work run. */
  readonly afterPiece: () => Promise<void>;
};

/**
 * The rows of an uploaded CSV file, read while it is received, without empty rows. The encoding and the separator are
 * detected. The apostrophe that disarms formulas in our own files is removed. An error that hides where the next row
 * begins (an unexpected quote, a broken transmission) stops the reading; the rows before it remain valid.
 */
export async function* readCsvFile(
  bytes: AsyncIterable<Uint8Array>,
  { limits, afterPiece }: CsvFileReading,
): AsyncGenerator<({ readonly kind: 'row' } & CsvRow) | CsvStop, void, void> {
  try {
    const texts = textOf(checkLength(bytes, limits.fileBytes));
    const beginning = (await texts.next()).value ?? '';
    const separator = separatorOf(beginning);
    const format = { delimiter: separator, hasLooseQuotes: false };
    for await (const row of readCsvRows(encode(beginning, texts), { ...format, limits, afterPiece })) {
      const isSeparatorLine = row.line === 1 && separatorLine.test(row.cells.join(separator));
      if (!isSeparatorLine && row.cells.some((cell) => cell.trim() !== '')) {
        yield { kind: 'row', line: row.line, cells: row.cells.map(withoutGuard) };
      }
    }
  } catch (error) {
    const { line, cause, message } = error instanceof CsvReadError ? error : { line: 1, cause: error, message: '' };
    if (cause !== undefined && !(cause instanceof AppError)) throw cause;
    yield { kind: 'stopped', line, message: cause?.message ?? message };
  }
}

async function* encode(beginning: string, texts: AsyncIterable<string>): AsyncGenerator<Uint8Array, void, void> {
  yield Buffer.from(beginning);
  for await (const text of texts) yield Buffer.from(text);
}

async function* checkLength(bytes: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array, void, void> {
  let length = 0;
  for await (const piece of bytes) {
    length += piece.byteLength;
    if (length > most) throw new AppError('BODY_TOO_LARGE', `A file may have at most ${most} bytes. Send it in parts.`);
    yield piece;
  }
}
