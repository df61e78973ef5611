import { exchangeRateInput } from '../../../domain/base/amount.ts';
import { findCurrency } from '../../../domain/base/currency.ts';
import { isCalendarDay } from '../../../domain/base/timestamps.ts';
import type { ExchangeRate } from '../../../domain/exchange-rates/exchange-rate.ts';
import { type CsvRow, readCsvRows } from '../../../files/csv/csv.ts';

export type EcbSelection = {
  /** The first day of the rates to read; null for no limit. */
  readonly from: string | null;
  /** The currencies to read; null for all. */
  readonly currencies: readonly string[] | null;
  /** The source stored with the rates. */
  readonly source: string;
};

const reading = { delimiter: ',', hasLooseQuotes: false, limits: { rowCharacters: 10_000, cells: 200 } };

/**
 * The reference rates of the European Central Bank from its CSV files, `eurofxref-hist.csv` and `eurofxref.csv`: one
 * row per day, newest first, and one column per currency, with the value of one euro. Throws an `Error` with the line
 * number.
 */
export async function* readEcbRates(
  chunks: AsyncIterable<Uint8Array>,
  selection: EcbSelection,
): AsyncGenerator<ExchangeRate, void, void> {
  let columns: readonly (string | null)[] | null = null;
  for await (const row of readCsvRows(chunks, reading)) {
    if (columns) yield* ratesOf(row, columns, selection);
    else columns = columnsOf(row, selection);
  }
  if (!columns) throw new Error('The file is empty.');
}

/** The currency of each column; null if the currency is not requested or no longer exists. */
function columnsOf({ cells }: CsvRow, { currencies }: EcbSelection): (string | null)[] {
  const [first, ...codes] = cells.map((cell) => cell.trim());
  const known = codes.map((code) => findCurrency(code));
  if (first !== 'Date' || known.every((code) => code === null)) {
    throw new Error('Line 1 is not the header of a European Central Bank file: Date, USD, JPY and so on.');
  }
  const missing = currencies?.find((code) => !known.includes(code));
  if (missing !== undefined) throw new Error(`The file has no column for ${missing}.`);
  return known.map((code) => (code !== null && (currencies?.includes(code) ?? true) ? code : null));
}

function* ratesOf({ line, cells }: CsvRow, columns: readonly (string | null)[], { from, source }: EcbSelection) {
  const [day = '', ...values] = cells.map((cell) => cell.trim());
  const date = readDay(day);
  if (date === null) throw new Error(`Line ${line}: ${JSON.stringify(day)} is not a date.`);
  if (from !== null && date < from) return;
  for (const [index, toCurrency] of columns.entries()) {
    const value = values[index] ?? '';
    if (toCurrency === null || value === '' || value === 'N/A') continue;
    const rate = exchangeRateInput.safeParse(value);
    if (!rate.success) throw new Error(`Line ${line}: ${JSON.stringify(value)} is not a rate for ${toCurrency}.`);
    yield { fromCurrency: 'EUR', toCurrency, publishedOn: date, rate: rate.data, source } satisfies ExchangeRate;
  }
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Reads `2026-07-01` in the history and `1 July 2026` in the daily file. */
function readDay(text: string): string | null {
  const [, date, month = '', year] = /^(\d{1,2}) ([A-Z][a-z]+) (\d{4})$/.exec(text) ?? [];
  const number = months.indexOf(month) + 1;
  const day = number > 0 && date ? `${year}-${String(number).padStart(2, '0')}-${date.padStart(2, '0')}` : text;
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && isCalendarDay(day) ? day : null;
}
