import { findCurrency } from '../../domain/base/currency.ts';
import { AppError } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { parseDocument } from '../../domain/base/parse-input.ts';
import { isPlainObject } from '../../domain/base/plain-object.ts';
import { emptyFile, type FileHeader, readFileHeader } from '../../domain/reconciliations/file-header.ts';
import { cellsOf, readCell } from '../../domain/reconciliations/row-cells.ts';
import { readDocument, type TheirDocument } from '../../domain/reconciliations/their-document.ts';
import type { RowDefaults } from '../../domain/reconciliations/their-lines.ts';
import { quoteInput } from '../../domain/transactions/quote-input.ts';
import { LineTooLong, readLines } from '../../files/csv/lines.ts';
import { decimal } from '../../tax/numbers/decimal.ts';
import { createYield } from '../writing/yield-to-event-loop.ts';
import {
  type FilePart,
  type FileReading,
  faultsOf,
  keyIn,
  lawFinders,
  memberText,
  nameIn,
  type RowPart,
  stopped,
  type UncoveredDocument,
  voidPart,
} from './file-part.ts';

/** Each line is a row with named cells, or a document with its items. */
export async function* readJsonLines(
  bytes: AsyncIterable<Uint8Array>,
  reading: FileReading,
): AsyncGenerator<RowPart, void, void> {
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

/** A document whose only issue is its country; null if its tax is unreadable. */
function uncoveredDocument(row: unknown, line: number, ofFile: string | null): UncoveredDocument | null {
  if (!isPlainObject(row)) return null;
  const tax = readCell('taxAmount', memberText(row.taxAmount) ?? '').value;
  const currency = findCurrency(memberText(row.currency) ?? '');
  return tax === undefined ? null : { line, ...nameIn(row, ofFile), currency, taxAmount: decimal(tax) };
}

const noDay = { code: 'REQUIRED', message: 'taxDate or externalTimestamps is required.' };
