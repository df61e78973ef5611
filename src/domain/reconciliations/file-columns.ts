import { type AppError, type Issue, invalidInput } from '../base/errors.ts';
import { gatewayLimits } from '../base/limits.ts';
import { isSimilar } from '../base/spelling.ts';
import type { ReconciliationFormat } from './difference-cause.ts';

/** The columns of a file of documents with the tax that another system has, in the order of the template. */
export const fileColumns = {
  source: 'Source of the document: a number from 1 to 10.',
  externalId: 'Id of the document. Successive rows with the same source and id are the lines of one document.',
  lineId: 'Id of the line. Successive rows with the same id add up the taxes of one line.',
  status:
    'Status of the document there. VOID, VOIDED, CANCELLED, or the ProcessCode 0 of AvaTax: it does not count there.',
  date: 'Day whose law applies. Default: invoiceDate, orderDate or paymentDate, in this order.',
  invoiceDate: 'Day of the invoice, if it is another one.',
  orderDate: 'Day of the order, if it is another one.',
  paymentDate: 'Day of the payment, if it is another one.',
  currency: 'ISO 4217 currency. Default: that of the account.',
  customerSource: 'Source of a stored customer. Default: the source of the document.',
  customerExternalId: 'Id of a stored customer, whose certificates count.',
  customerType: 'RETAIL, RESELLER, MARKETPLACE or RETAIL_EXEMPT, if the customer is not stored. Default: RETAIL.',
  provider:
    'Channel of the sale. A known marketplace, such as amazon, collects the tax itself where the law of the state says so.',
  taxNumber: 'VAT or other tax number of a customer that is not stored.',
  exemption: 'Number or reason of the exemption that the other system applied.',
  isTaxInclusive: 'Whether prices include tax: true or false. Default: false.',
  name: 'Name of the item.',
  taxCode: 'Tax code of the item, such as C1S1.',
  attributes: 'Stated attributes of the item, such as isPrescribed: true, isMailed: false.',
  quantity: 'Number of units. Default: 1.',
  unitPrice: 'Price of a unit.',
  totalPrice: 'Price of the line before its discount, instead of unitPrice or beside it.',
  documentTotal: 'Price of goods and shipping together, after discounts and without tax, instead of prices of lines.',
  discount: 'Discount on the line, as an amount.',
  transactionLevelDiscount: 'Discount on the document, as an amount.',
  shippingPrice: 'Price of shipping.',
  handlingPrice: 'Price of handling, which is added to that of shipping.',
  lineShippingPrice: 'Price of shipping the line. The prices of all rows are added if shippingPrice is absent or 0.',
  lineHandlingPrice: 'Price of handling the line. The prices of all rows are added if handlingPrice is absent or 0.',
  shippingTaxCode: 'Tax code of shipping. Default: C6S1.',
  street: 'Street that the goods are shipped to.',
  city: 'City that the goods are shipped to.',
  county: 'County that the goods are shipped to.',
  state: 'State that the goods are shipped to.',
  zip: 'ZIP or postal code that the goods are shipped to.',
  region: 'Region outside the US that the goods are shipped to.',
  country: 'Country that the goods are shipped to. Default: US.',
  fromStreet: 'Street that the goods are shipped from.',
  fromCity: 'City that the goods are shipped from.',
  fromState: 'State that the goods are shipped from.',
  fromZip: 'ZIP or postal code that the goods are shipped from.',
  fromRegion: 'Region outside the US that the goods are shipped from.',
  fromCountry: 'Country that the goods are shipped from, US by default.',
  documentTaxAmount:
    'Tax of the whole document in the other system, from its first row. Unless absent or 0, it replaces the taxes of the rows.',
  taxAmount: 'Tax that the other system has, of the row. The taxes of all rows of a document are added.',
} as const;
export type FileColumn = keyof typeof fileColumns;
export const fileColumnNames = Object.keys(fileColumns) as readonly FileColumn[];

type Names = Readonly<Record<string, FileColumn>>;

/**
 * Document lists exported by AvaTax. Avalara publishes no list of their columns. These names come from the transactions page,
 * as the documentation of Odoo has them (Avalara portal, "Sort by" and "Customize columns"), and of documents in the admin console, as
 * the AvaTax guide of IntelliDealer has them ("AvaTax: Transactions"). Both were read on 2026-11-27. A row is a document.
 */
const avataxLists: Names = {
  'Document code': 'externalId',
  'Doc status': 'status',
  'Document status': 'status',
  'Document date': 'invoiceDate',
  'Cust/vendor code': 'customerExternalId',
  'Customer/vendor code': 'customerExternalId',
  Currency: 'currency',
  Country: 'country',
  Region: 'state',
  'Total amount': 'totalPrice',
  Tax: 'taxAmount',
};

/**
 * The import template of AvaTax, whose columns its batch files share: developer.avalara.com/avatax/batch-file-reference and
 * help.avalara.com, "Import transactions template guidelines". A row is a line, and the rows of a document are together.
 */
const avatax: Names = {
  DocCode: 'externalId',
  LineNo: 'lineId',
  TaxDate: 'date',
  DocDate: 'invoiceDate',
  PaymentDate: 'paymentDate',
  CurrencyCode: 'currency',
  CustomerCode: 'customerExternalId',
  BuyersVATNo: 'taxNumber',
  ExemptionNo: 'exemption',
  EntityUseCode: 'exemption',
  TaxIncluded: 'isTaxInclusive',
  Description: 'name',
  ItemCode: 'name',
  TaxCode: 'taxCode',
  Qty: 'quantity',
  Amount: 'totalPrice',
  Discount: 'discount',
  DestAddress: 'street',
  DestCity: 'city',
  DestRegion: 'state',
  DestPostalCode: 'zip',
  DestCountry: 'country',
  OrigAddress: 'fromStreet',
  OrigCity: 'fromCity',
  OrigRegion: 'fromState',
  OrigPostalCode: 'fromZip',
  OrigCountry: 'fromCountry',
  TotalTax: 'taxAmount',
  ProcessCode: 'status',
  ...avataxLists,
};

/** The orders template of TaxJar: support.taxjar.com/article/937-data-import-orders-spreadsheet. A row is an order. */
const taxjarOrders: Names = {
  order_id: 'externalId',
  completed_at: 'date',
  exemption_type: 'exemption',
  provider: 'provider',
  discount_amount: 'discount',
  total_sale: 'documentTotal',
  shipping_amount: 'shippingPrice',
  handling_amount: 'handlingPrice',
  shiptostreet: 'street',
  shiptocity: 'city',
  shiptostate: 'state',
  shiptozip: 'zip',
  shiptocountrycode: 'country',
  from_street: 'fromStreet',
  from_city: 'fromCity',
  from_state: 'fromState',
  from_zip: 'fromZip',
  from_country: 'fromCountry',
  sales_tax: 'taxAmount',
};

/**
 * The line item template of TaxJar: support.taxjar.com/article/928-how-do-i-upload-line-items-via-spreadsheet, read on 2026-11-27.
 * The stored copy ends before the item columns; their names come from programs that write this template. A row is an item,
 * and the totals of the transaction are in each of its rows.
 */
const taxjarItems: Names = {
  transaction_id: 'externalId',
  transaction_date: 'date',
  to_street: 'street',
  to_city: 'city',
  to_state: 'state',
  to_zip: 'zip',
  to_country: 'country',
  total_shipping: 'shippingPrice',
  total_handling: 'handlingPrice',
  total_sales_tax: 'documentTaxAmount',
  item_description: 'name',
  item_product_identifier: 'name',
  item_quantity: 'quantity',
  item_unit_price: 'unitPrice',
  item_discount: 'discount',
  item_shipping: 'lineShippingPrice',
  item_handling: 'lineHandlingPrice',
  item_product_tax_code: 'taxCode',
  item_sales_tax: 'taxAmount',
};

const taxjar: Names = { ...taxjarOrders, ...taxjarItems };

/**
 * The itemized report of Stripe Tax: docs.stripe.com/reports/report-types/tax. A row is the tax of a jurisdiction on a line.
 * Reports since 2026-02-10 have no city and postal code.
 */
const stripe: Names = {
  id: 'externalId',
  line_item_id: 'lineId',
  tax_date_utc: 'date',
  transaction_date_utc: 'invoiceDate',
  currency: 'currency',
  taxability_reason: 'exemption',
  tax_code: 'taxCode',
  quantity: 'quantity',
  subtotal: 'totalPrice',
  destination_resolved_address_line1: 'street',
  destination_resolved_address_city: 'city',
  destination_resolved_address_state: 'state',
  destination_resolved_address_postal_code: 'zip',
  destination_resolved_address_country: 'country',
  origin_resolved_address_state: 'fromState',
  origin_resolved_address_country: 'fromCountry',
  tax_amount: 'taxAmount',
};

const own: Names = Object.fromEntries(fileColumnNames.map((name) => [name, name]));

type Known = Exclude<ReconciliationFormat, 'AUTO'>;
const namesOf: Readonly<Record<Known, Names>> = { TOLLGATE: own, AVATAX: avatax, TAXJAR: taxjar, STRIPE: stripe };

/** Columns that only the files of one system have together. */
const signs: readonly (readonly [Known, readonly string[]])[] = [
  ['AVATAX', ['DocCode', 'TotalTax']],
  ['AVATAX', ['Doc code', 'Cust/vendor code', 'Tax']],
  ['AVATAX', ['Document code', 'Customer/vendor code', 'Total tax']],
  ['TAXJAR', ['order_id', 'sales_tax']],
  ['TAXJAR', ['transaction_id', 'item_sales_tax']],
  ['STRIPE', ['line_item_id', 'tax_amount']],
];

export type FileHeader = {
  readonly format: Known;
  /** The cells that a column is read from; the first that is not empty counts. */
  readonly places: ReadonlyMap<FileColumn, readonly number[]>;
  readonly width: number;
  /** The headers that no column is read from. */
  readonly ignored: readonly string[];
};

/** Names of columns of the file, by the column that they are read as. */
type NamedColumns = Readonly<Partial<Record<FileColumn, string>>>;

const plain = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '');

/** Throws `INVALID_INPUT` with all issues of the header. */
export function readFileHeader(
  cells: readonly string[],
  { format, columns }: { readonly format: ReconciliationFormat; readonly columns: NamedColumns },
): FileHeader {
  const names = cells.map(plain);
  const isThere = (name: string) => names.includes(plain(name));
  const found = format === 'AUTO' ? signs.find(([, wanted]) => wanted.every(isThere))?.[0] : format;
  const chosen = found ?? 'TOLLGATE';
  const byName = new Map(Object.entries(namesOf[chosen]).map(([name, column]) => [plain(name), column]));
  const issues: Issue[] = [];
  for (const [column, name] of Object.entries(columns)) {
    if (!isThere(name)) issues.push(noSuchHeader(column, name, cells));
    for (const [known, of] of byName) if (of === column) byName.delete(known);
    byName.set(plain(name), column as FileColumn);
  }
  const places = new Map<FileColumn, number[]>();
  const ignored: string[] = [];
  for (const [place, name] of names.entries()) {
    const column = byName.get(name);
    if (column) places.set(column, [...(places.get(column) ?? []), place]);
    else if (name !== '') ignored.push(cells[place]!.trim().slice(0, 100));
  }
  if (issues.length === 0) issues.push(...missingColumns(places, chosen, cells));
  if (issues.length > 0) throw invalidInput(issues);
  return { format: chosen, places, width: cells.length, ignored: ignored.slice(0, gatewayLimits.csv.cells) };
}

function noSuchHeader(column: string, name: string, cells: readonly string[]): Issue {
  const near = cells.find((cell) => isSimilar(plain(name), plain(cell)));
  const hint = near === undefined ? '' : ` Did you mean ${JSON.stringify(near)}?`;
  const message = `The header of the file has no column ${JSON.stringify(name)}.${hint}`;
  return { path: ['columns', column], code: 'UNKNOWN_VALUE', message };
}

/** One of each group is needed to calculate a document. */
const needed: readonly (readonly FileColumn[])[] = [
  ['taxAmount', 'documentTaxAmount'],
  ['date', 'invoiceDate', 'orderDate', 'paymentDate'],
  ['totalPrice', 'unitPrice', 'documentTotal', 'shippingPrice'],
  ['state', 'zip', 'country', 'region'],
];

function missingColumns(
  places: ReadonlyMap<FileColumn, readonly number[]>,
  format: Known,
  cells: readonly string[],
): readonly Issue[] {
  if (cells.some((cell) => /[\0\ufffd]/.test(cell))) return [noText];
  return needed
    .filter((group) => !group.some((column) => places.has(column)))
    .map((group) => {
      const names = group.flatMap(
        (column) => Object.entries(namesOf[format]).find(([, of]) => of === column)?.[0] ?? [],
      );
      const message = `The header lacks the column ${names.join(' or ')}. Name a column of the file in columns: ${group[0]}=its header.`;
      return { path: ['file'], code: 'REQUIRED', message };
    });
}

const noText: Issue = { path: ['file'], code: 'INVALID_FORMAT', message: 'The file is not text in UTF-8.' };

export const emptyFile = (): AppError =>
  invalidInput([
    { path: ['file'], code: 'REQUIRED', message: 'The file is empty; its first line must name the columns.' },
  ]);
