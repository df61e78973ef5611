import { type Address, address } from '../base/address.ts';
import type { DecimalText } from '../base/amount.ts';
import { notice } from '../base/notice.ts';
import { field, type RecordOf, record } from '../base/record.ts';
import { externalTimestamps, internalTimestamps } from '../base/timestamps.ts';
import { deliveryMethod } from './delivery-method.ts';
import { documentExchangeRate } from './document-exchange-rate.ts';
import { itemAttributes } from './item-attributes.ts';
import { placeEvidence } from './place-evidence.ts';
import { taxReason } from './tax-reason.ts';
import {
  exemptionOverrideKind,
  refundKind,
  tangibleCategory,
  taxableCategory,
  taxCollector,
  transactionFilingStatus,
  transactionStatus,
  transactionType,
} from './transaction-enums.ts';

/** What a document decides about exemptions, whatever its customer's certificates say. */
const exemptionOverride = record('ExemptionOverride', 'What a document decides about exemptions, and why.', {
  kind: field.choice(exemptionOverrideKind, 'The decision that was made.'),
  reason: field.text('Why it was made, as sent.'),
});

/** What an item and a shipping fee share. */
export const taxableLine = record('TaxableLine', 'A line that tax is calculated on: an item or the shipping fee.', {
  taxCode: field.text('Tax code as sent. An unknown item code is taxed as general goods.', { examples: ['C1S1'] }),
  totalPrice: field.amount('Price of the line before discounts and tax.'),
  calculatedTotal: field.amount('Price after discounts, on which tax is calculated. It includes tax if prices do.'),
  taxAmount: field.amount('Tax on the line, the sum of its `taxLines`.'),
  taxRate: field.fraction(
    'Combined rate applied to the line. A shipping fee over goods of several rates has the rate of its largest taxed part; `taxLines` list all of them.',
  ),
  taxableAmount: field.amount('Part of the price that is taxed.'),
  reason: field.choice(taxReason, 'Reason for the tax on the line.'),
  taxableCategory: field.choice(taxableCategory, 'Whether the line is taxed, as calculated.'),
  tangibleCategory: field.choice(
    tangibleCategory,
    'Whether the line is tangible: as sent, or as the tax code implies.',
  ),
  manualSalesTax: field.optional(
    field.flag('Whether `manualSalesTaxRate` replaces the rates and rules of the place.'),
    'if it was not sent',
  ),
  manualSalesTaxRate: field.optional(
    field.fraction('Rate that replaces those of the place, with `manualSalesTax`.'),
    'if it was not sent',
  ),
  overrideReason: field.absent(field.text('Reason for the manual rate, for those who review overrides.')),
  computedTaxAmount: field.absent(
    field.amount('Tax on the line without manual rates and exemption overrides.'),
    'if the document has none',
  ),
});

/** Whether the line was declared not taxable; `taxableCategory` is the outcome. */
type Declared = { readonly isSentAsNotTaxable: boolean };

/** The figures that an item and a shipping fee share. */
export type LineFigures = Omit<RecordOf<typeof taxableLine>, 'taxCode' | 'manualSalesTax' | 'manualSalesTaxRate'>;

export const item = record('Item', 'An item sold, as one line of a document.', {
  name: field.text('Name of the item, such as T-shirt.'),
  description: field.optional(field.text('Free-text description of the item.')),
  unitPrice: field.optional(field.decimal('Price of one unit, as sent.'), 'if only `totalPrice` was sent'),
  quantity: field.decimal('Number of units, with at most 6 decimal places.'),
  discount: field.optional(field.amount('Discount on the item.')),
  attributes: field.absent(
    field.part(itemAttributes, 'Facts that decide the tax of the item in some places, as sent.'),
    'if none were sent',
  ),
  shipFromAddress: field.absent(
    field.part(address, 'Address that the item is shipped from.'),
    'if it equals the document’s',
  ),
  collectedBy: field.absent(
    field.choice(taxCollector, 'Who collects the tax on the item, as sent.'),
    'if the item does not differ from the document',
  ),
  collectedTaxAmount: field.absent(
    field.amount(
      'Tax that the marketplace collected on the item: as sent or, on a refund, its share of the invoice’s amount.',
    ),
    'if it was not stated',
  ),
  relativeTransactionDiscount: field.amount(
    'Share of the discount on the whole document that is allocated to the item.',
  ),
});
export type Item = RecordOf<typeof taxableLine> &
  RecordOf<typeof item> &
  Declared & {
    /** Where the item is shipped to; absent if it is shipped like the document. */
    readonly shippingAddress?: Address | undefined;
    /** The quantity as sent, if it was rounded. */
    readonly sentQuantity?: DecimalText | undefined;
  };

export type ShippingFee = RecordOf<typeof taxableLine> & Declared;

const stateFee = record(
  'StateFee',
  'A fixed fee that a state charges on a sale, such as the retail delivery fee of Colorado.',
  {
    state: field.text('Code of the state, such as CO.', { examples: ['CO'] }),
    name: field.text('Official name of the fee.', { examples: ['Retail Delivery Fee'] }),
    amount: field.amount('Amount of the fee.', { unit: 'In `currency`.' }),
    currency: field.derived(field.currency('ISO 4217 currency of the fee.'), (_: { readonly state: string }) => 'USD'),
    isCharged: field.flag('Whether the total of the document includes the fee; see the setting `deliveryFees`.'),
    law: field.text('Law that imposes the fee.'),
    exemptIf: field.text('Conditions that exempt a seller from the fee and cannot be seen from a document.'),
  },
  () => 'USD',
);
export type StateFee = RecordOf<typeof stateFee>;

/** For a refund of a stored invoice: what it refunds. */
type Refunding = { readonly refundOf: InvoiceRefund | null };

/** What was sent and what was calculated: the same for a document as it is, an earlier calculation, and a quote. */
export const calculatedDocument = record(
  'CalculatedDocument',
  'A sales document and its calculated tax: a transaction, an earlier calculation of one, or a quote. Amounts are in `currency`.',
  {
    documentName: field.optional(field.text('Name of the document in your system.')),
    isTaxInclusive: field.flag('Whether prices include tax.'),
    billingAddress: field.optional(field.part(address, 'Billing address. No tax depends on it.')),
    shipFromAddress: field.optional(
      field.part(address, 'Address that the goods are shipped from.'),
      'if it is the home address of the seller',
    ),
    deliveryMethod: field.absent(
      field.choice(deliveryMethod, 'How the goods reach the buyer: as sent, or by default from the addresses.'),
      'if an earlier release calculated the document',
    ),
    roundingAmount: field.absent(
      field.amount('Rounding of the amount to pay, as sent. `finalTransactionAmount` does not include it.'),
      'if none was sent',
    ),
    placeEvidence: field.absent(
      field.list(placeEvidence, 2, 'Evidence of where the consumer of electronic services is, as sent.'),
      'if none was sent',
    ),
    externalTimestamps: field.part(externalTimestamps, 'Dates of the document in your system.'),
    taxDate: field.day(
      'Day whose law applies: as sent, or else the calendar day of `externalTimestamps.createdDate`. Sent back, it stays when `createdDate` changes.',
    ),
    taxDateTimeZone: field.absent(
      field.text(
        'IANA time zone in which the day of `createdDate` was taken, because it is an instant in UTC (see the setting `dayOfInstant`).',
        { examples: ['America/Chicago'] },
      ),
      'if the day is as written',
    ),
    createdFrom: field.optional(
      field.text('External id of the document that this one was created from, such as the invoice of a refund.'),
    ),
    currency: field.currency('ISO 4217 currency of all amounts.'),
    subsidiary: field.optional(field.text('Subsidiary of the seller. No tax depends on it.')),
    collectedBy: field.absent(
      field.choice(taxCollector, 'Who collects the tax, as sent. Items can differ.'),
      'if the type of the customer decides',
    ),
    collectedTaxAmount: field.absent(
      field.amount(
        'Tax that the marketplace collected: as sent or, on a refund, a share of the invoice’s amount. Not part of any other amount.',
      ),
      'if the document does not state it',
    ),
    marketplace: field.absent(field.text('Name of the marketplace.', { examples: ['Amazon'] })),
    exemptionOverride: field.absent(
      field.part(exemptionOverride, 'Decision about exemptions on this document only, with its reason.'),
    ),
    computedTaxAmount: field.absent(
      field.amount('Tax without manual rates and `exemptionOverride`.'),
      'if the document has neither',
    ),
    reason: field.choice(taxReason, 'Reason that all lines share, or `TAXED` if any line is taxed.'),
    taxableItemsAmount: field.amount('Sum of the taxable items before discounts, without shipping.'),
    tangibleItemsAmount: field.amount('Sum of the tangible items before discounts, without shipping.'),
    totalItemsAmount: field.amount('Sum of all items before discounts. It includes tax if prices do.'),
    totalDiscount: field.amount('Sum of the discounts on items, without `transactionLevelDiscount`.'),
    transactionLevelDiscount: field.optional(
      field.amount('Discount on the whole document, which is allocated to its lines.'),
    ),
    finalTransactionAmount: field.amount('Amount that the buyer pays: after discounts, with shipping and tax.'),
    refundKind: field.derived(
      field.optional(field.choice(refundKind, 'What a refund of a stored invoice returns.'), 'for any other document'),
      ({ refundOf }: Refunding) => refundOf && (refundOf.kind ?? 'PRICE_AND_TAX'),
    ),
    refundFraction: field.derived(
      field.optional(
        field.fraction('On a refund of a stored invoice: refunded share of its amounts, as sent.'),
        'if none was sent',
      ),
      ({ refundOf }: Refunding) => refundOf?.refundFraction ?? null,
    ),
    exchangeRate: field.absent(
      field.part(documentExchangeRate, 'Conversion to `reportingCurrency` of the account.'),
      'without one, in that currency, or with the notice `EXCHANGE_RATE_MISSING`',
    ),
    fees: field.list(
      stateFee,
      1,
      'State fees on top of the tax. `finalTransactionAmount` includes those that are charged.',
    ),
    notices: field.list(notice, 5, 'Remarks on the document and its lines.'),
    rateBookVersion: field.text('Version of the rate book that the tax was calculated with.', {
      examples: ['2026.11.25-1'],
    }),
  },
);

/** What a stored document and each of its calculations say of the calculation. */
const ofCalculation = {
  recalculationReason: field.absent(
    field.text('Reason given for a recalculation on request.'),
    'for any other calculation',
  ),
  calculationNumber: field.count('Number of the calculation: 1 for the first; each later one adds 1.'),
};

/** What only one of the calculations of a document has. */
export const documentCalculation = record(
  'Calculation',
  'One calculation of the tax of a document, with the document as it was then. It never changes.',
  {
    ...ofCalculation,
    replacedAt: field.absent(field.instant('When a later calculation replaced it.'), 'for the current one'),
  },
);

const reportingPeriod = record('ReportingPeriod', 'The open period in which a late document is reported.', {
  from: field.day('First day. Liability counts the document on it.'),
  to: field.day('Last day, by the filing frequency of the registration.'),
});

/** A stored document: a calculated one with its keys and status. */
export const transaction = record(
  'Transaction',
  'A sales document between the seller and one customer, with the tax calculated when it was stored. Stored figures never change by themselves. Amounts are in `currency`.',
  {
    serviceId: field.uuid('Id that this service assigned to the document.'),
    source: field.text('Store or channel in your system: a number from 1 to 10.'),
    externalId: field.text('Id of the document in your system, unique within the source, such as INV-1.'),
    customerId: field.uuid('`serviceId` of the customer.'),
    transactionType: field.choice(transactionType, 'Type of the document.'),
    transactionStatus: field.choice(transactionStatus, 'Status of the document.'),
    transactionFilingStatus: field.choice(transactionFilingStatus, 'Whether the document was part of a tax return.'),
    cancellationReason: field.absent(
      field.text('Reason given when the document was cancelled.'),
      'without one, or once it is active again',
    ),
    reopeningReason: field.absent(field.text('Reason given when the document was last reopened.'), 'if it never was'),
    reportingPeriod: field.absent(
      field.part(
        reportingPeriod,
        'Period that reports the document, because the return for its tax date was filed already.',
      ),
      'if the period of its tax date does',
    ),
    internalTimestamps: field.part(internalTimestamps, 'When this service stored and last changed the document.'),
    ...ofCalculation,
    version: field.count('The number of changes to the document.', { only: 'GRAPHQL' }),
  },
);

/** A sales document between the seller and one customer. */
export type Transaction = TransactionDocument &
  Pick<RecordOf<typeof calculatedDocument>, 'rateBookVersion'> &
  Omit<RecordOf<typeof transaction>, OfContent>;

/** Members of a stored document that are kept with its content. */
type OfContent = 'cancellationReason' | 'reopeningReason' | 'reportingPeriod' | 'recalculationReason';

/** The content of a document: what was sent, and the calculated figures. Amounts are exact decimal text. */
export type TransactionDocument = Omit<RecordOf<typeof calculatedDocument>, 'rateBookVersion'> &
  Pick<RecordOf<typeof transaction>, OfContent> & {
    readonly items: readonly Item[];
    readonly shippingFee: ShippingFee | null;
    readonly shippingAddress: Address;
    /** Present if `deliveryMethod` was sent. */
    readonly isDeliveryMethodSent?: true | undefined;
    readonly salesTax: { readonly amount: DecimalText; readonly rate: DecimalText };
  };

/** The invoice that is refunded, and its line that each item refunds. */
export type InvoiceRefund = {
  readonly invoiceId: string;
  /** Absent if price and tax are refunded. */
  readonly kind?: 'TAX_ONLY' | undefined;
  /** The share of the amounts sent that is refunded, as sent; null for all. */
  readonly refundFraction: DecimalText | null;
  /** For each item of the refund, the index of the invoice item. */
  readonly invoiceItems: readonly number[];
  /** The prices as sent, of which `refundFraction` is refunded; null for a refund of the whole invoice. */
  readonly sentItems: readonly SentRefundItem[] | null;
  /** The price of the shipping fee as sent; null if none was sent. */
  readonly sentShippingPrice: DecimalText | null;
};

/** What the client sent for an item of a refund; without a price, a share of the invoice item is refunded. */
export type SentRefundItem = {
  readonly totalPrice: DecimalText | null;
  readonly discount: DecimalText | null;
  /** Absent unless a share is refunded: the price of other items follows from their quantity. */
  readonly quantity?: DecimalText | null;
  readonly refundFraction?: DecimalText | null;
};

/** A calculation that was replaced by a later one, with the document at that time. */
export type EarlierCalculation = Pick<Transaction, 'serviceId' | 'calculationNumber' | 'rateBookVersion'> & {
  readonly document: TransactionDocument;
  readonly replacedAt: Date;
};

/** The number of a document's calculation, from 1. */
export type CalculationName = Pick<Transaction, 'serviceId' | 'calculationNumber'>;

/** The names of a document's replaced calculations with numbers below `below`, newest first. Numbers have no gaps. */
export function earlierCalculations(
  { serviceId, calculationNumber }: CalculationName,
  { limit, below }: { readonly limit: number; readonly below: number | null },
): CalculationName[] {
  const last = Math.min(below ?? calculationNumber, calculationNumber) - 1;
  const length = Math.max(0, Math.min(limit, last));
  return Array.from({ length }, (_, index) => ({ serviceId, calculationNumber: last - index }));
}
