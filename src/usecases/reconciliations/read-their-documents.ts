import { AppError } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { marketplaceOf } from '../../domain/reconciliations/file-formats.ts';
import { emptyFile, type FileHeader, readFileHeader } from '../../domain/reconciliations/file-header.ts';
import { inPlainNotation, NotationEvidence } from '../../domain/reconciliations/file-notation.ts';
import { cellsOf } from '../../domain/reconciliations/row-cells.ts';
import { isVoid, keyOfRow, readDocument } from '../../domain/reconciliations/their-document.ts';
import type { FileRow } from '../../domain/reconciliations/their-lines.ts';
import { inOneNotation } from '../../files/csv/one-notation.ts';
import { readCsvFile } from '../../files/uploads/csv-file.ts';
import { type FilePart, type FileReading, keyIn, lawFinders, type RowPart, stopped, voidPart } from './file-part.ts';
import { readJsonLines } from './read-json-lines.ts';

/** The documents of a CSV or JSON Lines file, read while it is received. Rows with errors do not stop the others. */
export async function* readTheirDocuments(
  bytes: AsyncIterable<Uint8Array>,
  reading: FileReading,
): AsyncGenerator<FilePart, void, void> {
  const { isJson, all } = await peeked(bytes);
  const parts = isJson ? readJsonLines(limited(all), reading) : readCsv(all, reading);
  yield* documentsOf(inNotationOfFile(parts), reading);
}

/** The rows with their dates and amounts in plain notation. */
function inNotationOfFile(parts: AsyncIterable<RowPart>): AsyncGenerator<RowPart, void, void> {
  const evidence = new NotationEvidence();
  return inOneNotation(parts, {
    isOpen: (part) => part.kind === 'row' && evidence.add(part.cells),
    notation: () => evidence.notation,
    plain: (part, notation) => (part.kind === 'row' ? { ...part, cells: inPlainNotation(part.cells, notation) } : part),
    charactersOf: (part) => {
      if (part.kind === 'document') return Number.POSITIVE_INFINITY; // Documents are long and already in plain notation, so rows are no longer buffered once a document follows.
      if (part.kind !== 'row') return 0;
      return Object.values(part.cells).reduce((length, cell) => length + cell.length, 0);
    },
  });
}

/** Successive rows with the same key are one document. */
async function* documentsOf(
  parts: AsyncIterable<RowPart>,
  { options, ...zoning }: FileReading,
): AsyncGenerator<FilePart, void, void> {
  const { source } = options;
  const { defaultTaxCode } = zoning.settings;
  const taxCodes = new Map(Object.entries(options.taxCodes));
  const { dayOf, marketplacesCollect } = lawFinders(zoning);
  const defaults = { source, defaultTaxCode, taxCodes, dayOf, marketplacesCollect };
  let rows: FileRow[] = [];
  let key: string | null = null;
  const finish = (): FilePart[] => {
    if (rows.length === 0) return [];
    const ofDocument = rows;
    const { line, cells } = rows[0]!;
    const named = keyIn(cells, source);
    rows = [];
    if (isVoid(ofDocument)) return [voidPart(line, named)];
    const read = readDocument(ofDocument, defaults);
    return ['faults' in read ? { kind: 'faults', ...read, named } : { kind: 'document', document: read }];
  };
  for await (const part of parts) {
    const own = part.kind === 'row' ? keyOfRow(part, source) : null;
    if (own === null || own !== key) yield* finish();
    key = own;
    if (part.kind !== 'row') yield part;
    else if (rows.length <= gatewayLimits.itemsPerDocument) rows.push(part);
  }
  yield* finish();
}

async function* readCsv(bytes: AsyncIterable<Uint8Array>, reading: FileReading): AsyncGenerator<RowPart, void, void> {
  let header: FileHeader | null = null;
  let skipped: readonly string[] | null = null;
  for await (const row of readCsvFile(bytes, { limits: gatewayLimits.csv, afterPiece: reading.afterPiece })) {
    if (row.kind === 'stopped') yield stopped(row.line, row.message);
    else if (header === null && row.cells.filter((cell) => cell.trim() !== '').length === 1) skipped ??= row.cells;
    else if (header === null) {
      header = readFileHeader(row.cells, reading.options);
      reading.onHeader(header);
    } else {
      const writtenBy = marketplaceOf[header.format];
      yield { kind: 'row', line: row.line, cells: cellsOf(header, row.cells), ...(writtenBy && { writtenBy }) };
    }
  }
  if (header === null && skipped) readFileHeader(skipped, reading.options);
  if (header === null) throw emptyFile();
}

/** Returns whether the first character opens a JSON object, along with all bytes. */
async function peeked(bytes: AsyncIterable<Uint8Array>) {
  const iterator = bytes[Symbol.asyncIterator]();
  const begun: Uint8Array[] = [];
  let first = '';
  while (first === '') {
    const { value, done } = await iterator.next();
    if (done) break;
    begun.push(value);
    first = Buffer.from(value.subarray(0, 100))
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .trim()
      .slice(0, 1);
    if (begun.length > 100) break;
  }
  async function* all() {
    try {
      yield* begun;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { isJson: first === '{', all: all() };
}

async function* limited(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  const { fileBytes } = gatewayLimits.csv;
  let length = 0;
  for await (const piece of bytes) {
    length += piece.byteLength;
    if (length > fileBytes)
      throw new AppError('BODY_TOO_LARGE', `A file may have at most ${fileBytes} bytes. Send it in parts.`);
    yield piece;
  }
}
