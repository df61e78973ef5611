import type { Readable } from 'node:stream';
import { type CsvFormat, CsvReadError, type CsvRow, readCsvRows } from '../../../files/csv/csv.ts';
import { BrokenFile } from './broken-file.ts';

/** Rows of official files have about 500 characters and up to 150 cells. Files with much longer rows are not CSV. */
const limits = { rowCharacters: 64 * 1024, cells: 1_000 };

/**
 * Whether a row consists of two rows without a line break between them: states add a few columns, but never this many.
 */
export function isGlued({ cells }: CsvRow, columns: number): boolean {
  return cells.length >= 2 * columns - 1 && cells.slice(columns).some((cell) => cell.trim() !== '');
}

export async function* readRateFileRows(
  bytes: Readable,
  format: CsvFormat,
  onProgress?: (bytes: number) => void,
): AsyncGenerator<CsvRow> {
  try {
    yield* readCsvRows(bytes, { ...format, limits, ...(onProgress && { afterPiece: onProgress }) });
  } catch (error) {
    if (!(error instanceof CsvReadError)) throw error;
    throw error.cause ?? new BrokenFile(error.message, error.line);
  }
}
