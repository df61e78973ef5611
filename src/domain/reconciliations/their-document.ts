import type { Decimal } from '../../tax/numbers/decimal.ts';
import { decimal, zero } from '../../tax/numbers/decimal.ts';
import type { Address } from '../base/address.ts';
import { type DecimalText, toDecimalText } from '../base/amount.ts';
import { gatewayLimits } from '../base/limits.ts';
import { parseAttributes } from '../transactions/item-attributes.ts';
import type { QuoteCustomer, QuoteInput } from '../transactions/quote-input.ts';
import type { FileColumn } from './file-columns.ts';
import { type Cells, hasSameAddress, type RowFault, readAddress, readCell } from './row-cells.ts';

/** A document in the file, with the tax calculated by the other system. */
export type TheirDocument = {
  /** The line in the file where the document begins, counted from 1. */
  readonly line: number;
  readonly quote: QuoteInput;
  readonly taxAmount: Decimal;
  /** Dates of the document other than the tax date. */
  readonly otherDays: readonly NamedDay[];
  /** The exemption applied by the other system, as named in the file. */
  readonly exemption: string | null;
};
export type NamedDay = { readonly column: string; readonly day: string };

/** A row in the file, by column. */
export type FileRow = {
  readonly line: number;
  readonly cells: Cells;
  /** The marketplace that wrote the file; taxes collected by the marketplace are not the seller's. */
  readonly writtenBy?: string | undefined;
};

/** The key shared by the rows of one document; null for a row without an external id, which is a whole document. */
export const keyOfRow = ({ cells }: FileRow, source: string | null): string | null =>
  cells.externalId === undefined ? null : `${cells.source ?? source ?? ''} ${cells.externalId}`;

const dayColumns = ['date', 'invoiceDate', 'orderDate', 'paymentDate'] as const satisfies readonly FileColumn[];

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

type Faulty = { readonly faults: readonly RowFault[] };

/** Whether the other system voided the document, according to its last row: later rows correct earlier rows. */
export const isVoid = (rows: readonly FileRow[]): boolean =>
  /^(?:0|void|voided|cancelled|canceled)$/i.test(rows.at(-1)?.cells.status ?? '');

/** One document read from its rows, or all errors in the rows. */
export function readDocument(rows: readonly FileRow[], defaults: RowDefaults): TheirDocument | Faulty {
  const [first] = rows;
  const { line, cells } = first!;
  const faults: RowFault[] = [];
  if (rows.length > gatewayLimits.itemsPerDocument) {
    const message = `A document may have at most ${gatewayLimits.itemsPerDocument} rows.`;
    return { faults: [{ line, column: null, code: 'TOO_LONG', message }] };
  }
  const read = reader(first!, faults);
  const shippingAddress = readAddress(cells, '');
  const days = dayColumns.flatMap((column) => {
    const sent = read(column);
    return sent === null || !shippingAddress ? [] : [{ column, day: defaults.dayOf(sent, shippingAddress) }];
  });
  const [own] = days;
  if (dayColumns.every((column) => cells[column] === undefined))
    faults.push({ line, column: 'date', code: 'REQUIRED', message: 'date is required.' });
  const source = read('source') ?? defaults.source;
  const provider = cells.provider ?? first!.writtenBy;
  const isOnMarketplace = provider !== undefined && knownMarketplaces.test(provider);
  const isCollected =
    cells.exemption === 'marketplace' ||
    (isOnMarketplace &&
      cells.exemption !== 'non_exempt' &&
      shippingAddress !== null &&
      own !== undefined &&
      defaults.marketplacesCollect(shippingAddress, own.day));
  const byLaw = isCollected ? 'MARKETPLACE' : null;
  const { items, taxAmount } = readLines(rows, { ...defaults, byLaw }, faults);
  const shippingPrice = readShipping(rows, faults);
  // A total beside line prices repeats them.
  const goods = items.length === 0 ? goodsOfTotal(first!, read, shippingPrice, defaults) : null;
  const all = goods ? [goods] : items;
  if (!shippingAddress)
    faults.push({
      line,
      column: 'country',
      code: 'REQUIRED',
      message: 'An address is required: state, zip, region or country.',
    });
  const fee =
    shippingPrice && (!shippingPrice.isZero() || all.length === 0) ? feeOf(cells, shippingPrice, defaults) : null;
  if (all.length === 0 && !fee && faults.length === 0)
    faults.push({ line, column: 'totalPrice', code: 'REQUIRED', message: 'A price is required.' });
  const customer = readCustomer(first!, source, faults);
  const quote: QuoteInput = {
    ...nothing,
    source,
    externalId: read('externalId'),
    items: all,
    shippingAddress,
    shipFromAddress: readAddress(cells, 'from'),
    customer,
    collectedBy: collectorIn(cells) ?? byLaw,
    marketplace: isOnMarketplace ? provider.slice(0, 50) : null,
    isTaxInclusive: read('isTaxInclusive') === 'true',
    transactionLevelDiscount: read('transactionLevelDiscount') as DecimalText | null,
    shippingFee: fee,
    currency: read('currency'),
    externalTimestamps: { createdDate: own?.day ?? '', updatedDate: own?.day ?? '' },
  };
  if (faults.length > 0) return { faults };
  return {
    line,
    quote,
    taxAmount,
    otherDays: days.filter(({ day }) => day !== own!.day),
    exemption: exemptionOf(cells),
  };
}

type Read = (column: FileColumn) => string | null;

/** Reads cells of a row and collects their errors. */
function reader({ line, cells }: FileRow, faults: RowFault[]): Read {
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

function readLines(
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
function readShipping(rows: readonly FileRow[], faults: RowFault[]): Decimal | null {
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
function goodsOfTotal(row: FileRow, read: Read, shipping: Decimal | null, defaults: RowDefaults): Items[number] | null {
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

function feeOf(cells: Cells, price: Decimal, { taxCodes }: RowDefaults): QuoteInput['shippingFee'] {
  const sent = cells.shippingTaxCode ?? 'C6S1';
  return { ...noLine, taxCode: (taxCodes.get(sent) ?? sent).slice(0, 256), totalPrice: toDecimalText(price) };
}

const customerTypes = ['RETAIL', 'RESELLER', 'MARKETPLACE', 'RETAIL_EXEMPT'] as const;

/**
 * Channels that collect sales tax for their sellers in every state with a marketplace law. TaxJar's templates name
 * amazon and ebay as known providers; nexusrules.com, "Marketplace facilitator laws by state", lists all four. Both
 * were read on 2026-11-27.
 */
const knownMarketplaces = /^(?:amazon|ebay|etsy|walmart)(?:\.com)?$/i;

const collectors = {
  seller: 'SELLER',
  standard: 'SELLER',
  marketplace: 'MARKETPLACE',
  marketplacefacilitator: 'MARKETPLACE',
} as const;

/** Null if the cell is empty or contains an unknown word; `readCell` reports an unknown word as an error. */
const collectorIn = ({ collectedBy = '' }: Cells) =>
  collectors[collectedBy.toLowerCase() as keyof typeof collectors] ?? null;

function readCustomer({ line, cells }: FileRow, source: string | null, faults: RowFault[]): QuoteCustomer | null {
  const { customerExternalId, customerSource = source, taxNumber = null } = cells;
  const wanted = cells.customerType?.toUpperCase() ?? 'RETAIL';
  const customerType = customerTypes.find((type) => type === wanted);
  if (!customerType) {
    const message = `customerType must be one of ${customerTypes.join(', ')}.`;
    faults.push({ line, column: 'customerType', code: 'UNKNOWN_VALUE', message });
  }
  const described = { customerType: customerType ?? 'RETAIL', taxNumber, exemptStates: [] };
  if (customerExternalId !== undefined && customerSource !== null) {
    return { ...described, source: customerSource, externalId: customerExternalId.slice(0, 256) };
  }
  return customerType === 'RETAIL' && taxNumber === null ? null : { ...described, source: null, externalId: null };
}

/**
 * Values in other systems that mean no exemption. Stripe's reasons that are not about the buyer describe how a product
 * is taxed.
 */
const noExemption =
  /^(?:non_exempt|marketplace|standard_rated|reduced_rated|zero_rated|product_exempt\w*|portion_\w+|not_\w+|taxable_basis_reduced|proportionally_rated)$/i;

const exemptionOf = ({ exemption }: Cells): string | null =>
  exemption === undefined || noExemption.test(exemption) ? null : exemption.slice(0, 100);

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

/** Members of a quote that files do not provide. */
const nothing = {
  documentName: null,
  billingAddress: null,
  customerId: null,
  taxDate: null,
  transactionType: null,
  transactionStatus: null,
  createdFrom: null,
  refundFraction: null,
  exemptionOverride: null,
  require: null,
  refundKind: null,
  requireLink: null,
  deliveryMethod: null,
  collectedTaxAmount: null,
  roundingAmount: null,
  placeEvidence: null,
  reporting: null,
  transactionFilingStatus: null,
  subsidiary: null,
} as const;
