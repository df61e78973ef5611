import { decimal } from '../../tax/numbers/decimal.ts';
import type { Address } from '../base/address.ts';
import { amountInput, discountInput, quantityInput, toDecimalText } from '../base/amount.ts';
import { findCurrency } from '../base/currency.ts';
import { dayAmbiguity, plainDay } from '../base/day-order.ts';
import { sourceInput } from '../base/fields.ts';
import { sentenceAbout } from '../base/issue-sentences.ts';
import { parseTimestamp } from '../base/timestamps.ts';
import { parseAttributes } from '../transactions/item-attributes.ts';
import type { FileColumn } from './file-columns.ts';
import type { FileHeader } from './file-header.ts';

/** The cells of a row by column; empty cells are absent. */
export type Cells = { readonly [Column in FileColumn]?: string };

export type RowFault = {
  readonly line: number;
  /** Null if the error is about the whole row. */
  readonly column: string | null;
  readonly code: string;
  readonly message: string;
};

type Result<Value> =
  | { readonly value: Value; readonly fault?: undefined }
  | { readonly value?: undefined; readonly fault: Pick<RowFault, 'code' | 'message'> };

export function cellsOf({ places }: Pick<FileHeader, 'places'>, row: readonly string[]): Cells {
  const cells: { [Column in FileColumn]?: string } = {};
  for (const [column, at] of places) {
    for (const place of at) {
      const cell = row[place]?.trim();
      if (cell === undefined || cell === '') continue;
      cells[column] = cell;
      break;
    }
  }
  return cells;
}

const amounts = new Map<FileColumn, typeof amountInput>([
  ['taxAmount', amountInput],
  ['documentTaxAmount', amountInput],
  ['unitPrice', amountInput],
  ['totalPrice', amountInput],
  ['documentTotal', amountInput],
  ['shippingPrice', amountInput],
  ['handlingPrice', amountInput],
  ['lineShippingPrice', amountInput],
  ['lineHandlingPrice', amountInput],
  ['discount', discountInput],
  ['transactionLevelDiscount', discountInput],
  ['quantity', quantityInput],
]);

export const amountColumns: readonly FileColumn[] = [...amounts.keys()];

/** The value of a cell, or the reason why it is invalid. Accepts amounts and dates as spreadsheets write them. */
export function readCell(column: FileColumn, cell: string): Result<string> {
  const amount = amounts.get(column);
  if (amount) return readAmount(column, cell, amount);
  switch (column) {
    case 'date':
    case 'invoiceDate':
    case 'orderDate':
    case 'paymentDate':
      return readDay(column, cell);
    case 'currency': {
      const currency = findCurrency(cell);
      return currency === null
        ? refused('UNKNOWN_VALUE', 'currency must be an ISO 4217 code, such as USD.')
        : found(currency);
    }
    case 'isTaxInclusive':
      return readFlag(cell);
    case 'collectedBy':
      return /^(?:seller|standard|marketplace(?:facilitator)?)$/i.test(cell)
        ? found(cell)
        : refused('UNKNOWN_VALUE', 'collectedBy must be SELLER or MARKETPLACE.');
    case 'attributes':
      return parseAttributes(cell)
        ? found(cell)
        : refused('UNKNOWN_VALUE', `attributes must be a list such as isPrescribed: true, isMailed: false.`);
    case 'source':
      return sourceInput.safeParse(cell).success
        ? found(cell)
        : refused(
            'INVALID_FORMAT',
            `source must be a whole number from 1 to 10; the cell is ${JSON.stringify(cell.slice(0, 20))}.`,
          );
    default:
      if (cell.includes('\0')) return refused('INVALID_CHARACTERS', `${column} must not contain NUL.`);
      return cell.length > 256 ? refused('TOO_LONG', `${column} may have at most 256 characters.`) : found(cell);
  }
}

const found = (value: string): Result<string> => ({ value });
const refused = (code: string, message: string): Result<never> => ({ fault: { code, message } });

/** Reads `$1,234.50` as 1234.5 and, as in ledgers, `(12.00)` as -12. */
const money = /^(\()?([+-])?[$€£]?([+-])?(\d{1,3}(?:,\d{3})+|\d+)?(\.\d+)?(\))?$/;
/** The comma may separate thousands or decimals. */
const ambiguous = /^\D*\d{1,3},\d{3}\D*$/;
const plainAmount = /^-?\d{1,12}(?:\.\d{1,2})?$/;

function readAmount(column: FileColumn, cell: string, schema: typeof amountInput): Result<string> {
  // The fast path: most amounts are plain and within all bounds.
  if (schema === amountInput && plainAmount.test(cell)) return found(toDecimalText(decimal(cell)));
  if (ambiguous.test(cell)) {
    const point = cell.replace(',', '.');
    return refused('AMBIGUOUS', `"${cell}" is ambiguous: write ${cell.replace(',', '')} or ${point}.`);
  }
  const [, opening, sign, inner, whole = '', places = '', closing] = money.exec(cell) ?? [];
  const isNegative = opening !== undefined || sign === '-' || inner === '-';
  const isClosed = (opening === undefined) === (closing === undefined);
  const digits = isClosed ? `${whole.replaceAll(',', '')}${places}` : '';
  const isDiscount = schema === discountInput;
  // Some systems write discounts as negative amounts.
  const text = digits === '' ? cell : `${isNegative && !isDiscount ? '-' : ''}${digits}`;
  const parsed = schema.safeParse(text);
  if (parsed.success) return found(parsed.data);
  const [issue] = parsed.error.issues;
  return refused('INVALID_TYPE', sentenceAbout(column, issue!.message));
}

const isoDay = /^\d{4}-\d{2}-\d{2}(?!\d)/;
const instant = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:[\d:.]+[Zz]$/;

/**
 * A date-time in UTC is read as an instant; any other date-time, as a day. A date such as 7/1/2026 requires a file that
 * shows the order of day and month.
 */
function readDay(column: FileColumn, cell: string): Result<string> {
  if (instant.test(cell) && parseTimestamp(cell)) return found(cell);
  const ambiguity = dayAmbiguity(cell);
  if (ambiguity) return { fault: ambiguity };
  const [text] = isoDay.exec(plainDay(cell, null)) ?? [];
  const parsed = text === undefined ? null : parseTimestamp(text);
  if (parsed) return found(parsed.on);
  return refused(
    'INVALID_FORMAT',
    `${column} must be a date, such as 2026-07-01, and all dates in a file must use the same order of day and month.`,
  );
}

function readFlag(cell: string): Result<string> {
  if (/^(?:true|1|yes)$/i.test(cell)) return found('true');
  if (/^(?:false|0|no)$/i.test(cell)) return found('false');
  return refused('INVALID_TYPE', 'isTaxInclusive must be true or false.');
}

const addressMembers = ['Street', 'City', 'County', 'State', 'Zip', 'Region', 'Country'] as const;
const longest: Readonly<Record<(typeof addressMembers)[number], number>> = {
  Street: 200,
  City: 100,
  County: 100,
  State: 100,
  Zip: 20,
  Region: 20,
  Country: 50,
};

const columnOf = (member: (typeof addressMembers)[number], prefix: '' | 'from') =>
  (prefix === '' ? member.toLowerCase() : `${prefix}${member}`) as FileColumn;

export function hasSameAddress(cells: Cells, other: Cells, prefix: '' | 'from'): boolean {
  return addressMembers.every((member) => cells[columnOf(member, prefix)] === other[columnOf(member, prefix)]);
}

/**
 * The origin or destination address of the goods; null if the state, ZIP code, region and country are all empty. An
 * address without a country is in the US.
 */
export function readAddress(cells: Cells, prefix: '' | 'from'): Address | null {
  const cell = (member: (typeof addressMembers)[number]): string | null =>
    cells[columnOf(member, prefix)]?.slice(0, longest[member]) ?? null;
  const [street, city, county, state, zip, region, country] = addressMembers.map(cell);
  if (!state && !zip && !country && !region) return null;
  const isPartial = [street, city, state, zip].some((one) => one === null);
  return {
    street: street ?? null,
    city: city ?? null,
    county: county ?? null,
    state: state ?? null,
    zip: zip ?? null,
    region: region ?? null,
    country: country ?? 'US',
    isPartial,
  };
}
