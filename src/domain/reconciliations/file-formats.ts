import { type FileColumn, fileColumnNames } from './file-columns.ts';
import type { ReconciliationFormat } from './reconciliation.ts';

type Names = Readonly<Record<string, FileColumn>>;

/**
 * Document lists exported by AvaTax. Avalara does not publish their columns. The names come from Odoo's documentation
 * of the transactions page (Avalara portal, "Sort by" and "Customize columns"), and from IntelliDealer's AvaTax guide
 * on documents in the admin console ("AvaTax: Transactions"). Both were read on 2026-11-27. A row is a document.
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
 * The AvaTax import template, whose columns AvaTax batch files share: developer.avalara.com/avatax/batch-file-reference
 * and help.avalara.com, "Import transactions template guidelines". A row is a line, and all rows of a document are
 * together.
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

/** The TaxJar orders template: support.taxjar.com/article/937-data-import-orders-spreadsheet. A row is an order. */
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
 * The TaxJar line item template: support.taxjar.com/article/928-how-do-i-upload-line-items-via-spreadsheet, read on
 * 2026-11-27. The stored copy ends before the item columns, whose names come from programs that write this template. A
 * row is an item, and each row repeats the totals of the transaction.
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
 * The Stripe Tax itemized report: docs.stripe.com/reports/report-types/tax. Each row is the tax on a line in one
 * jurisdiction. Reports since 2026-02-10 have no city or postal code.
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

/**
 * Amazon's date range report ("Transaction"), with column names from programs that read the report; those programs were
 * read on 2026-11-28. A row is a line. The values of the tax collection model come from Amazon's Selling Partner API
 * for finances (`TaxCollectionModel`). Lines above the header are skipped.
 */
const amazon: Names = {
  'date/time': 'date',
  'order id': 'externalId',
  description: 'name',
  quantity: 'quantity',
  marketplace: 'provider',
  'order city': 'city',
  'order state': 'state',
  'order postal': 'zip',
  'tax collection model': 'collectedBy',
  'product sales': 'totalPrice',
  'product sales tax': 'taxAmount',
  'shipping credits': 'lineShippingPrice',
  'gift wrap credits': 'lineHandlingPrice',
};

/**
 * Etsy's sold orders (EtsySoldOrders). The column names come from programs that import the file; those programs were
 * read on 2026-11-28. A row is an order.
 */
const etsy: Names = {
  'Sale Date': 'date',
  'Order ID': 'externalId',
  'Street 1': 'street',
  'Ship City': 'city',
  'Ship State': 'state',
  'Ship Zipcode': 'zip',
  'Ship Country': 'country',
  Currency: 'currency',
  'Order Value': 'totalPrice',
  'Discount Amount': 'discount',
  Shipping: 'shippingPrice',
  'Sales Tax': 'taxAmount',
};

/** By format: the marketplace that writes the files and may collect the tax itself. */
export const marketplaceOf: { readonly [Format in FileFormat]?: string } = { AMAZON: 'amazon', ETSY: 'etsy' };

const own: Names = Object.fromEntries(fileColumnNames.map((name) => [name, name]));

export type FileFormat = Exclude<ReconciliationFormat, 'AUTO'>;
/** The column of each header, by format. */
export const headersOf: Readonly<Record<FileFormat, Names>> = {
  TOLLGATE: own,
  AVATAX: avatax,
  TAXJAR: taxjar,
  AMAZON: amazon,
  ETSY: etsy,
  STRIPE: stripe,
};

/** Combinations of columns that identify the format of a file; the first match applies. */
export const signs: readonly (readonly [FileFormat, readonly string[]])[] = [
  ['AVATAX', ['DocCode', 'TotalTax']],
  ['AVATAX', ['Doc code', 'Cust/vendor code', 'Tax']],
  ['AVATAX', ['Document code', 'Customer/vendor code', 'Total tax']],
  ['ETSY', ['Sale Date', 'Order ID', 'Order Value', 'Sales Tax']], // Must precede TaxJar, because Etsy headers also match TaxJar.
  ['TAXJAR', ['order_id', 'sales_tax']],
  ['TAXJAR', ['transaction_id', 'item_sales_tax']],
  ['AMAZON', ['settlement id', 'product sales', 'product sales tax']],
  ['STRIPE', ['line_item_id', 'tax_amount']],
];
