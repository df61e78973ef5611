import type { Decimal } from '../../tax/numbers/decimal.ts';
import type { DecimalText } from '../base/amount.ts';
import { customerTypes } from '../base/customer-type.ts';
import { gatewayLimits } from '../base/limits.ts';
import type { QuoteCustomer, QuoteInput } from '../transactions/quote-input.ts';
import type { FileColumn } from './file-columns.ts';
import { type Cells, type RowFault, readAddress } from './row-cells.ts';
import {
  collectorIn,
  type FileRow,
  feeOf,
  goodsOfTotal,
  type RowDefaults,
  reader,
  readItems,
  readShipping,
} from './their-lines.ts';

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

/** The key shared by the rows of one document; null for a row without an external id, which is a whole document. */
export const keyOfRow = ({ cells }: FileRow, source: string | null): string | null =>
  cells.externalId === undefined ? null : `${cells.source ?? source ?? ''} ${cells.externalId}`;

const dayColumns = ['date', 'invoiceDate', 'orderDate', 'paymentDate'] as const satisfies readonly FileColumn[];

type Faulty = { readonly faults: readonly RowFault[] };

/** Whether the other system voided the document, according to its last row: later rows correct earlier rows. */
export const isVoid = (rows: readonly FileRow[]): boolean =>
  /^(?:0|void|voided|cancelled|canceled)$/i.test(rows.at(-1)?.cells.status ?? '');

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
  const { items, taxAmount } = readItems(rows, { ...defaults, byLaw }, faults);
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

/**
 * Channels that collect sales tax for their sellers in every state with a marketplace law. TaxJar's templates name
 * amazon and ebay as known providers; nexusrules.com, "Marketplace facilitator laws by state", lists all four. Both
 * were read on 2026-11-27.
 */
const knownMarketplaces = /^(?:amazon|ebay|etsy|walmart)(?:\.com)?$/i;

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
