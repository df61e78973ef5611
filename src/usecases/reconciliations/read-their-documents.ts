import type { TenantSettings } from '../../domain/account/tenant.ts';
import { findCurrency } from '../../domain/base/currency.ts';
import { AppError, type Issue } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { parseDocument } from '../../domain/base/parse-input.ts';
import { isPlainObject } from '../../domain/base/plain-object.ts';
import type { NaturalKey } from '../../domain/base/record-name.ts';
import { marketplaceOf } from '../../domain/reconciliations/file-formats.ts';
import { emptyFile, type FileHeader, readFileHeader } from '../../domain/reconciliations/file-header.ts';
import { inPlainNotation, NotationEvidence } from '../../domain/reconciliations/file-notation.ts';
import type { ReconciliationOptions } from '../../domain/reconciliations/reconciliation-options.ts';
import { cellsOf, type RowFault, readCell } from '../../domain/reconciliations/row-cells.ts';
import {
  type FileRow,
  isVoid,
  keyOfRow,
  type RowDefaults,
  readDocument,
  type TheirDocument,
} from '../../domain/reconciliations/their-document.ts';
import { quoteInput } from '../../domain/transactions/quote-input.ts';
import { dayOfDate, type Zoning } from '../../domain/transactions/tax-date.ts';
import { LineTooLong, readLines } from '../../files/csv/lines.ts';
import { inOneNotation } from '../../files/csv/one-notation.ts';
import { readCsvFile } from '../../files/uploads/csv-file.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { decimal } from '../../tax/numbers/decimal.ts';
import { createYield } from '../writing/yield-to-event-loop.ts';

/** The next part of a file: a document, or the errors of omitted rows. */
export type FilePart =
  | { readonly kind: 'document'; readonly document: TheirDocument }
  /** The other system voided the document. */
  | { readonly kind: 'void'; readonly line: number; readonly key: NaturalKey }
  /** The country of the document is not in the rate book. */
  | ({ readonly kind: 'not-covered'; readonly message: string } & UncoveredDocument)
  | {
      readonly kind: 'faults';
      readonly faults: readonly RowFault[];
      /**
       * The key of the document with the errors; null if the file does not contain it. The document counts as present
       * in the file, although it is not compared.
       */
      readonly named?: NaturalKey | null;
    };

type UncoveredDocument = Pick<TheirDocument, 'line' | 'taxAmount'> &
  Pick<TheirDocument['quote'], 'source' | 'externalId' | 'currency'>;

type FileReading = {
  readonly options: ReconciliationOptions;
  readonly reference: ReferenceData;
  readonly settings: TenantSettings;
  readonly afterPiece: () => Promise<void>;
  /** Called once the columns are known. */
  onHeader(header: FileHeader): void;
};

/** The documents of a CSV or JSON Lines file, read while it is received. Rows with errors do not stop the others. */
export async function* readTheirDocuments(
  bytes: AsyncIterable<Uint8Array>,
  reading: FileReading,
): AsyncGenerator<FilePart, void, void> {
  const { isJson, all } = await peeked(bytes);
  const parts = isJson ? readJson(limited(all), reading) : readCsv(all, reading);
  yield* documentsOf(inNotationOfFile(parts), reading);
}

/** A row, a whole document, or an error. */
type RowPart = FilePart | ({ readonly kind: 'row' } & FileRow);

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

const stopped = (line: number, reason: string): FilePart => ({
  kind: 'faults',
  faults: [{ line, column: null, code: 'STOPPED', message: `${reason} Reading stopped at this line.` }],
});

/** Each line is a row with named cells, or a document with its items. */
async function* readJson(bytes: AsyncIterable<Uint8Array>, reading: FileReading): AsyncGenerator<RowPart, void, void> {
  const { options, reference, settings, afterPiece } = reading;
  const { defaultTaxCode } = settings;
  const { dayOf } = lawFinders(reading);
  const schema = quoteInput(() => reference, { isTaxCodeOptional: defaultTaxCode !== null });
  const headers = new Map<string, FileHeader>();
  const serveOthers = createYield();
  let line = 0;
  try {
    for await (const text of readLines(bytes, gatewayLimits.reconciliation.lineBytes)) {
      line++;
      if (line % 20 === 0) await afterPiece();
      const row = parsed(Buffer.from(text).toString('utf8').trim());
      if (row === null) continue;
      try {
        if (!isPlainObject(row)) throw new AppError('INVALID_INPUT', 'Each line must be a JSON object.');
        if (Array.isArray(row.items)) {
          const parse = (raw: unknown) => parseDocument(schema, raw, serveOthers);
          yield await sentDocument(row, line, parse, { source: options.source, dayOf });
          continue;
        }
        const names = Object.keys(row);
        const known = headers.get(names.join());
        const header = known ?? readFileHeader(names, options);
        if (headers.size === 0) reading.onHeader(header);
        if (!known && headers.size < mostHeaders) headers.set(names.join(), header);
        const cells = Object.values(row).map((value) => (value === null || value === undefined ? '' : String(value)));
        yield { kind: 'row', line, cells: cellsOf(header, cells) };
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'INTERNAL') throw error;
        const uncovered = error.code === 'COUNTRY_NOT_COVERED' ? uncoveredDocument(row, line, options.source) : null;
        if (uncovered) {
          yield { kind: 'not-covered', ...uncovered, message: error.message };
          continue;
        }
        if (line === 1 && error.issues.some(({ path }) => path[0] === 'columns')) throw error;
        yield { kind: 'faults', faults: faultsOf(error, line), named: keyIn(row ?? {}, options.source) };
      }
    }
  } catch (error) {
    const isEnd = error instanceof LineTooLong || (error instanceof AppError && error.issues.length === 0);
    if (!isEnd) throw error;
    yield stopped(line + 1, error.message);
  }
  if (line === 0) throw emptyFile();
}

/** The maximum number of headers to cache. The rows of a file have the same columns, but some cells may be missing. */
const mostHeaders = 1_000;

/** The parsed line; null for an empty line, undefined for invalid JSON. */
function parsed(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A document in the format of a quote request, with its tax in the other system. */
async function sentDocument(
  row: Readonly<Record<string, unknown>>,
  line: number,
  parse: (raw: unknown) => Promise<TheirDocument['quote']>,
  { source, dayOf }: Pick<RowDefaults, 'source' | 'dayOf'>,
): Promise<FilePart> {
  const { taxAmount, orderDate, invoiceDate, paymentDate, exemption, ...document } = row;
  const text = (value: unknown) => (value === null || value === undefined ? undefined : String(value));
  // The cells of a row, without prices. They are read in the same way as the cells of a CSV file.
  const cells = {
    taxAmount: text(taxAmount),
    orderDate: text(orderDate),
    invoiceDate: text(invoiceDate),
    paymentDate: text(paymentDate),
    exemption: text(exemption),
  };
  const named = Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== undefined));
  const quote = await parse({ source, ...document });
  const placeholder = { date: '2026-01-01', totalPrice: '1', country: 'US' };
  const read = readDocument([{ line, cells: { ...placeholder, ...named } }], {
    source,
    taxCodes: new Map(),
    defaultTaxCode: null,
    dayOf: (text) => dayOf(text, quote.shippingAddress!),
    marketplacesCollect: () => false,
  });
  const key = keyIn(quote, source);
  if (quote.transactionStatus === 'CANCELLED') return voidPart(line, key);
  if ('faults' in read) return { kind: 'faults', ...read, named: key };
  const sent = quote.taxDate ?? quote.externalTimestamps?.createdDate;
  if (sent === undefined) return { kind: 'faults', faults: [{ line, column: 'taxDate', ...noDay }], named: key };
  const day = dayOf(sent, quote.shippingAddress!);
  const externalTimestamps = { createdDate: day, updatedDate: day };
  return { kind: 'document', document: { ...read, quote: { ...quote, externalTimestamps } } };
}

function lawFinders(
  zoning: Zoning & Pick<FileReading, 'reference'>,
): Pick<RowDefaults, 'dayOf' | 'marketplacesCollect'> {
  return {
    dayOf: (text, address) => dayOfDate(text, address, zoning),
    marketplacesCollect: ({ country, state }, day) => {
      const { reference } = zoning;
      const isInTheUs = country !== null && reference.findCountry(country) === 'US';
      const since = isInTheUs && state ? reference.findState(state)?.marketplaceLaw?.since : null;
      return typeof since === 'string' && since <= day;
    },
  };
}

/** A document whose only issue is its country; null if its tax is unreadable. */
function uncoveredDocument(row: unknown, line: number, ofFile: string | null): UncoveredDocument | null {
  if (!isPlainObject(row)) return null;
  const tax = readCell('taxAmount', textOf(row.taxAmount) ?? '').value;
  const currency = findCurrency(textOf(row.currency) ?? '');
  return tax === undefined ? null : { line, ...nameIn(row, ofFile), currency, taxAmount: decimal(tax) };
}

/** The key of a document in the file; null if it is incomplete. */
function keyIn(sent: object, ofFile: string | null): NaturalKey | null {
  const { source, externalId } = nameIn(sent, ofFile);
  return source === null || externalId === null ? null : { source, externalId };
}

function nameIn(sent: object, ofFile: string | null) {
  const { source, externalId } = sent as { readonly source?: unknown; readonly externalId?: unknown };
  return { source: textOf(source) ?? ofFile, externalId: textOf(externalId) };
}

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : null);

/** A void document requires only its key. */
function voidPart(line: number, key: NaturalKey | null): FilePart {
  if (key) return { kind: 'void', line, key };
  const message = 'source and externalId are required to void a document.';
  return { kind: 'faults', faults: [{ line, column: 'externalId', code: 'REQUIRED', message }] };
}

const noDay = { code: 'REQUIRED', message: 'taxDate or externalTimestamps is required.' };

const memberOf = (path: Issue['path']) => path.join('.');

/** The column for a path. A row has no address objects, but columns such as `state` and `fromState`. */
export function cellOf(path: Issue['path']): string {
  const [address, name = ''] = path.map(String);
  if (address === 'shippingAddress') return name;
  return address === 'shipFromAddress' ? `from${name.charAt(0).toUpperCase()}${name.slice(1)}` : memberOf(path);
}

/** The errors in the document that begins on a line. */
export function faultsOf(error: AppError, line: number, columnOf = memberOf): RowFault[] {
  if (error.issues.length === 0) return [{ line, column: null, code: error.code, message: error.message }];
  return error.issues.map(({ path, code, message }) => ({ line, column: columnOf(path) || null, code, message }));
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
