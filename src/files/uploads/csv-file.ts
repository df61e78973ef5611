import { AppError } from '../../domain/base/errors.ts';
import { CsvReadError, type CsvRow, type CsvRowLimits, readCsvRows } from '../csv/csv.ts';
import { withoutGuard } from '../csv/csv-text.ts';

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

/** The separator between the cells of a row. */
type Separator = ',' | ';' | '\t';

const longestSample = 64 * 1024;

/**
 * The text of a file in pieces; the first piece contains the first line. Reads UTF-8, or UTF-16 with a byte order mark,
 * as spreadsheets write it. Other bytes become U+FFFD, so that the rest of the file can still be read.
 */
async function* textOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  let decoder: TextDecoder | null = null;
  let head: Uint8Array = new Uint8Array();
  let sample = '';
  let isBegun = false;
  for await (const piece of bytes) {
    let taken = piece;
    if (!decoder) {
      head = head.byteLength === 0 ? piece : Buffer.concat([head, piece]);
      if (head.byteLength < 2) continue;
      decoder = new TextDecoder(encodingOf(head));
      taken = head;
    }
    const text = decoder.decode(taken, { stream: true });
    if (isBegun) yield text;
    else {
      sample += text;
      isBegun = sample.length > longestSample || firstLineOf(sample)?.isWhole === true;
      if (isBegun) yield sample;
    }
  }
  const rest = (decoder ?? new TextDecoder()).decode(decoder ? undefined : head);
  yield isBegun ? rest : sample + rest;
}

function encodingOf(head: Uint8Array): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : 'utf-8';
}

/**
 * The separator from a first line such as `sep=;`; otherwise, the most frequent separator outside quotes in the first
 * line with text.
 */
function separatorOf(beginning: string): Separator {
  const line = firstLineOf(beginning)?.text ?? '';
  const told = separatorLine.exec(line)?.[1];
  const outside = line.replaceAll(/"[^"]*"/g, '');
  const separators = [',', ';', '\t'] as const;
  const count = (separator: Separator) => outside.split(separator).length;
  return (
    separators.find((separator) => separator === told) ??
    separators.reduce((most, separator) => (count(separator) > count(most) ? separator : most))
  );
}

/** The first line with text. Backtracking patterns would take minutes for a file without a line ending. */
function firstLineOf(text: string): { readonly text: string; readonly isWhole: boolean } | null {
  const start = text.search(/\S/);
  if (start < 0) return null;
  const length = text.slice(start).search(/[\r\n]/);
  return { text: length < 0 ? text.slice(start) : text.slice(start, start + length), isWhole: length >= 0 };
}

/** A line that only specifies the separator for spreadsheets. */
const separatorLine = /^\s*"?sep=(.)"?\s*$/i;
