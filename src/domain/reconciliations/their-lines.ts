import { type Decimal, decimal, zero } from '../../tax/numbers/decimal.ts';
import type { Address } from '../base/address.ts';
import { type DecimalText, toDecimalText } from '../base/amount.ts';
import { parseAttributes } from '../transactions/item-attributes.ts';
import type { QuoteInput } from '../transactions/quote-input.ts';
import type { FileColumn } from './file-columns.ts';
import { type Cells, hasSameAddress, type RowFault, readAddress, readCell } from './row-cells.ts';

/** A row in the file, by column. */
export type FileRow = {
  readonly line: number;
  readonly cells: Cells;
  /** The marketplace that wrote the file; taxes collected by the marketplace are not the seller's. */
  readonly writtenBy?: string | undefined;
};

export type RowDefaults = {
  readonly source: string | null;
  /** Tax codes of this service, keyed by the codes in the file. */
  readonly taxCodes: ReadonlyMap<string, string>;
  readonly defaultTaxCode: string | null;
  /** The calendar day of a date or date-time for a sale at an address. */
  dayOf(text: string, shippingAddress: Address): string;
  /** Whether marketplaces collect the tax for their sellers at an address on a day. */
  marketplacesCollect(shippingAddress: Address, day: string): boolean;
};

type Read = (column: FileColumn) => string | null;

/** Reads cells of a row and collects their errors. */
export function reader({ line, cells }: FileRow, faults: RowFault[]): Read {
  return (column) => {
    const cell = cells[column];
    if (cell === undefined) return null;
    const result = readCell(column, cell);
    if (result.value !== undefined) return result.value;
    faults.push({ line, column, ...result.fault });
    return null;
  };
}

type Items = QuoteInput['items'];

/** The items of a document, and its tax. */
export function readItems(
  rows: readonly FileRow[],
  { byLaw, ...defaults }: RowDefaults & { readonly byLaw: 'MARKETPLACE' | null },
  faults: RowFault[],
) {
  const items: Items[number][] = [];
  const known = new Set<string>();
  let taxAmount = zero;
  for (const row of rows) {
    const read = reader(row, faults);
    const tax = read('taxAmount');
    const collectedBy = collectorIn({ collectedBy: read('collectedBy') ?? undefined });
    const isOfMarketplace = row.writtenBy !== undefined && (collectedBy ?? byLaw) === 'MARKETPLACE';
    if (tax !== null) taxAmount = isOfMarketplace ? taxAmount : taxAmount.plus(decimal(tax));
    else if (row.cells.taxAmount === undefined && rows[0]!.cells.documentTaxAmount === undefined) {
      faults.push({ line: row.line, column: 'taxAmount', code: 'REQUIRED', message: 'taxAmount is required.' });
    }
    const { lineId, currency } = row.cells;
    if (currency !== undefined && currency !== rows[0]!.cells.currency) {
      const message = 'All rows of a document must have the same currency.';
      faults.push({ line: row.line, column: 'currency', code: 'INVALID_VALUE', message });
    }
    if (lineId !== undefined && known.has(lineId)) continue; // The row contains another tax on the same line.
    if (lineId !== undefined) known.add(lineId);
    const [unitPrice, totalPrice] = [read('unitPrice'), read('totalPrice')];
    if (unitPrice === null && totalPrice === null) continue;
    const price = decimal(totalPrice ?? unitPrice!);
    const discount = read('discount');
    const attributes = read('attributes');
    items.push({
      ...noItem,
      ...lineOf(row, defaults),
      unitPrice: unitPrice as DecimalText | null,
      totalPrice: totalPrice as DecimalText | null,
      quantity: read('quantity') as DecimalText | null,
      attributes: attributes && parseAttributes(attributes),
      collectedBy,
      // A discount on a negative line only repeats a discount already included in the price.
      discount: (price.isNegative() ? null : discount) as DecimalText | null,
      shippingAddress: ownAddress(row, rows[0]!, ''),
      shipFromAddress: ownAddress(row, rows[0]!, 'from'),
    });
  }
  const ofDocument = reader(rows[0]!, faults)('documentTaxAmount');
  return { items, taxAmount: ofDocument === null || decimal(ofDocument).isZero() ? taxAmount : decimal(ofDocument) };
}

/** Shipping and handling for the document or, if absent or 0, for its rows; null if no row has shipping or handling. */
export function readShipping(rows: readonly FileRow[], faults: RowFault[]): Decimal | null {
  const readers = rows.map((row) => reader(row, faults));
  const prices = [
    ['shippingPrice', 'lineShippingPrice'],
    ['handlingPrice', 'lineHandlingPrice'],
  ] as const;
  const all = prices.flatMap(([ofDocument, ofLine]) => {
    const whole = readers[0]!(ofDocument);
    const lines = whole === null || decimal(whole).isZero() ? readers.flatMap((read) => read(ofLine) ?? []) : [];
    return lines.length > 0 ? lines : (whole ?? []);
  });
  return all.length === 0 ? null : all.map(decimal).reduce((sum, one) => sum.plus(one));
}

/** The address of a line, if it differs from the document address, which comes from the first row. */
function ownAddress({ cells }: FileRow, { cells: first }: FileRow, prefix: '' | 'from'): Address | null {
  return cells === first || hasSameAddress(cells, first, prefix) ? null : readAddress(cells, prefix);
}

function lineOf({ cells }: FileRow, { taxCodes, defaultTaxCode }: RowDefaults) {
  const sent = cells.taxCode ?? null;
  const taxCode = sent === null ? (defaultTaxCode ?? 'C1S1') : (taxCodes.get(sent) ?? sent);
  return { name: (cells.name ?? sent ?? 'Goods').slice(0, 256), taxCode: taxCode.slice(0, 256) };
}

/** The goods in a document that has only a total: the total without shipping, before the discount. */
export function goodsOfTotal(
  row: FileRow,
  read: Read,
  shipping: Decimal | null,
  defaults: RowDefaults,
): Items[number] | null {
  const total = read('documentTotal');
  if (total === null) return null;
  const net = decimal(total).minus(shipping ?? zero);
  if (net.isZero()) return null;
  const sent = decimal(read('discount') ?? '0');
  const discount = net.isNegative() ? zero : sent;
  return {
    ...noItem,
    ...lineOf(row, defaults),
    totalPrice: toDecimalText(net.plus(discount)),
    discount: discount.isZero() ? null : toDecimalText(discount),
  };
}

export function feeOf(cells: Cells, price: Decimal, { taxCodes }: RowDefaults): QuoteInput['shippingFee'] {
  const sent = cells.shippingTaxCode ?? 'C6S1';
  return { ...noLine, taxCode: (taxCodes.get(sent) ?? sent).slice(0, 256), totalPrice: toDecimalText(price) };
}

const collectors = {
  seller: 'SELLER',
  standard: 'SELLER',
  marketplace: 'MARKETPLACE',
  marketplacefacilitator: 'MARKETPLACE',
} as const;

/** Null if the cell is empty or contains an unknown word; `readCell` reports an unknown word as an error. */
export const collectorIn = ({ collectedBy = '' }: Cells) =>
  collectors[collectedBy.toLowerCase() as keyof typeof collectors] ?? null;

const noLine = {
  totalPrice: null,
  tangibleCategory: null,
  taxableCategory: null,
  manualSalesTax: null,
  manualSalesTaxRate: null,
  overrideReason: null,
};

const noItem = {
  ...noLine,
  unitPrice: null,
  quantity: null,
  description: null,
  discount: null,
  collectedBy: null,
  collectedTaxAmount: null,
  refundFraction: null,
  attributes: null,
  product: null,
  productSource: null,
  shippingAddress: null,
  shipFromAddress: null,
};
