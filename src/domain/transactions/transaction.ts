import { type Address, address } from '../base/address.ts';
import type { DecimalText } from '../base/amount.ts';
import { notice } from '../base/notice.ts';
import { field, type RecordOf, record } from '../base/record.ts';
import { externalTimestamps, internalTimestamps } from '../base/timestamps.ts';
import { deliveryMethod } from './delivery-method.ts';
import { documentExchangeRate } from './document-exchange-rate.ts';
import type { Item, ShippingFee } from './document-line.ts';
import { placeEvidence } from './place-evidence.ts';
import {
  exemptionOverrideKind,
  refundKind,
  taxCollector,
  taxReason,
  transactionFilingStatus,
  transactionStatus,
  transactionType,
} from './transaction-enums.ts';

/** A decision about exemptions for one document, regardless of the customer's certificates. */
const exemptionOverride = record('ExemptionOverride', 'Decision about exemptions for one document, with its reason.', {
  kind: field.choice(exemptionOverrideKind, 'The decision.'),
  reason: field.text('Reason for the decision, as submitted.'),
});

const stateFee = record(
  'StateFee',
  'A fixed fee that a state charges on a sale, such as Colorado’s retail delivery fee.',
  {
    state: field.text('Code of the state, such as CO.', { examples: ['CO'] }),
    name: field.text('Official name of the fee.', { examples: ['Retail Delivery Fee'] }),
    amount: field.amount('Amount of the fee.', { unit: 'In `currency`.' }),
    currency: field.derived(field.currency('ISO 4217 currency of the fee.'), (_: { readonly state: string }) => 'USD'),
    isCharged: field.flag('Whether the total of the document includes the fee; see the setting `deliveryFees`.'),
    law: field.text('Law that imposes the fee.'),
    exemptIf: field.text('Conditions that exempt a seller from the fee but cannot be determined from a document.'),
  },
  () => 'USD',
);
export type StateFee = RecordOf<typeof stateFee>;

/** The refund data, if the document refunds a stored invoice; otherwise null. */
type Refunding = { readonly refundOf: InvoiceRefund | null };

/** The input and the calculated figures, shared by a current document, an earlier calculation, and a quote. */
export const calculatedDocument = record(
  'CalculatedDocument',
  'A sales document and its calculated tax: a transaction, an earlier calculation of a transaction, or a quote. Amounts are in `currency`.',
  {
    documentName: field.optional(field.text('Name of the document in your system.')),
    isTaxInclusive: field.flag('Whether prices include tax.'),
    billingAddress: field.optional(field.part(address, 'Billing address. It does not affect the tax.')),
    shipFromAddress: field.optional(
      field.part(address, 'Address from which the goods are shipped.'),
      'if not sent: the same as the seller’s home address',
    ),
    deliveryMethod: field.absent(
      field.choice(
        deliveryMethod,
        'How the goods reach the buyer: as submitted, or derived from the addresses by default.',
      ),
      'if an earlier release calculated the document',
    ),
    roundingAmount: field.absent(
      field.amount('Rounding of the amount to pay, as submitted. It is not included in `finalTransactionAmount`.'),
      'if not sent',
    ),
    placeEvidence: field.absent(
      field.list(placeEvidence, 2, 'Evidence of where the consumer of electronic services is located, as submitted.'),
      'if not sent',
    ),
    externalTimestamps: field.part(externalTimestamps, 'Dates of the document in your system.'),
    taxDate: field.day(
      'Day whose law applies: as submitted, or the calendar day of `externalTimestamps.createdDate`. If an update ' +
        'includes `taxDate`, a new `createdDate` does not change the day.',
    ),
    taxDateTimeZone: field.absent(
      field.text(
        'IANA time zone used to derive the day from `createdDate` if that is an instant in UTC (see the setting ' +
          '`dayOfInstant`).',
        { examples: ['America/Chicago'] },
      ),
      'if the day is as written',
    ),
    createdFrom: field.optional(
      field.text('External id of the document from which this document was created, such as the invoice of a refund.'),
    ),
    currency: field.currency('ISO 4217 currency of all amounts.'),
    subsidiary: field.optional(field.text('Subsidiary of the seller. It does not affect the tax.')),
    collectedBy: field.absent(
      field.choice(taxCollector, 'Who collects the tax, as submitted. Items can differ.'),
      'if the collector depends on the customer type',
    ),
    collectedTaxAmount: field.absent(
      field.amount(
        'Tax that the marketplace collected: as submitted or, on a refund, a share of the invoice’s amount. It is not part of any other amount.',
      ),
      'if not given in the document',
    ),
    marketplace: field.absent(field.text('Name of the marketplace.', { examples: ['Amazon'] })),
    exemptionOverride: field.absent(
      field.part(exemptionOverride, 'Decision about exemptions on this document only, with its reason.'),
    ),
    computedTaxAmount: field.absent(
      field.amount('Tax calculated without manual rates or `exemptionOverride`.'),
      'if the document has neither',
    ),
    reason: field.choice(
      taxReason,
      'Reason shared by all lines. If reasons differ, `TAXED` if any line has that reason, otherwise the reason of the first line.',
    ),
    taxableItemsAmount: field.amount('Sum of the taxable items before discounts, without shipping.'),
    tangibleItemsAmount: field.amount('Sum of the tangible items before discounts, without shipping.'),
    totalItemsAmount: field.amount('Sum of all items before discounts. It includes tax if prices do.'),
    totalDiscount: field.amount('Sum of the discounts on items, without `transactionLevelDiscount`.'),
    transactionLevelDiscount: field.optional(
      field.amount('Discount on the whole document. It is allocated to the lines.'),
    ),
    finalTransactionAmount: field.amount('Amount due from the buyer: after discounts, with shipping and tax.'),
    refundKind: field.derived(
      field.optional(
        field.choice(refundKind, 'Amounts returned by a refund of a stored invoice.'),
        'for any other document',
      ),
      ({ refundOf }: Refunding) => refundOf && (refundOf.kind ?? 'PRICE_AND_TAX'),
    ),
    refundFraction: field.derived(
      field.optional(
        field.fraction('On a refund of a stored invoice: refunded share of its amounts, as submitted.'),
        'if not sent',
      ),
      ({ refundOf }: Refunding) => refundOf?.refundFraction ?? null,
    ),
    exchangeRate: field.absent(
      field.part(documentExchangeRate, 'Conversion to the `reportingCurrency` of the account.'),
      'if the account has no reporting currency, if the document is in that currency, or with the notice `EXCHANGE_RATE_MISSING`',
    ),
    fees: field.list(stateFee, 1, 'State fees on top of the tax. `finalTransactionAmount` includes the charged fees.'),
    notices: field.list(notice, 5, 'Notices about the document and its lines.'),
    rateBookVersion: field.text('Version of the rate book used for the tax.', {
      examples: ['2026.11.25-1'],
    }),
  },
);

/** Fields about the calculation, in a stored document and in each of its calculations. */
const ofCalculation = {
  recalculationReason: field.absent(
    field.text('Reason given for a recalculation on request.'),
    'for any other calculation',
  ),
  calculationNumber: field.count('Number of the calculation, starting from 1.'),
};

/** Fields of a single calculation of a document. */
export const documentCalculation = record(
  'Calculation',
  'One calculation of the tax on a document, with the document as it was at that time. It never changes.',
  {
    ...ofCalculation,
    replacedAt: field.absent(
      field.instant('When a later calculation replaced this calculation.'),
      'for the current calculation',
    ),
  },
);

const reportingPeriod = record('ReportingPeriod', 'The open period in which a late document is reported.', {
  from: field.day('First day of the period. The document counts toward liability on this day.'),
  to: field.day('Last day of the period, based on the filing frequency of the registration.'),
});

/** A stored document: the calculated document with its keys and status. */
export const transaction = record(
  'Transaction',
  'A sales document between the seller and one customer, with the tax calculated when it was stored. Stored ' +
    'figures never change automatically, except on a refund whose invoice is stored later. Amounts are in `currency`.',
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
      'without a reason, or once the document is active again',
    ),
    reopeningReason: field.absent(
      field.text('Reason given when the document was last reopened.'),
      'before the first reopening',
    ),
    reportingPeriod: field.absent(
      field.part(
        reportingPeriod,
        'Reporting period of a late document, because the return for its tax date was already filed.',
      ),
      'if the document is reported in the period of its tax date',
    ),
    internalTimestamps: field.part(internalTimestamps, 'When this service stored and last changed the document.'),
    ...ofCalculation,
    version: field.count('Version of the document: 1 when created, plus 1 for each change.', { only: 'GRAPHQL' }),
  },
);

/** A sales document between the seller and one customer. */
export type Transaction = TransactionDocument &
  Pick<RecordOf<typeof calculatedDocument>, 'rateBookVersion'> &
  Omit<RecordOf<typeof transaction>, OfContent>;

/** Members of a stored document that are stored with its content. */
type OfContent = 'cancellationReason' | 'reopeningReason' | 'reportingPeriod' | 'recalculationReason';

/** The content of a document: the input and the calculated figures. Amounts are exact decimal text. */
export type TransactionDocument = Omit<RecordOf<typeof calculatedDocument>, 'rateBookVersion'> &
  Pick<RecordOf<typeof transaction>, OfContent> & {
    readonly items: readonly Item[];
    readonly shippingFee: ShippingFee | null;
    readonly shippingAddress: Address;
    /** Set if `deliveryMethod` was sent. */
    readonly isDeliveryMethodSent?: true | undefined;
    readonly salesTax: { readonly amount: DecimalText; readonly rate: DecimalText };
  };

/** The refunded invoice, and the invoice line for each item. */
export type InvoiceRefund = {
  readonly invoiceId: string;
  /** The kind of refund. Absent if price and tax are refunded. */
  readonly kind?: 'TAX_ONLY' | undefined;
  /** The refunded share of the amounts, as submitted; null if the whole amounts are refunded. */
  readonly refundFraction: DecimalText | null;
  /** The index of the invoice item for each item of the refund. */
  readonly invoiceItems: readonly number[];
  /** The prices as submitted, to which `refundFraction` applies; null for a refund of the whole invoice. */
  readonly sentItems: readonly SentRefundItem[] | null;
  /** The submitted price of the shipping fee; null if no price was submitted. */
  readonly sentShippingPrice: DecimalText | null;
};

/** The input for a refund item; without a price, a share of the invoice item is refunded. */
export type SentRefundItem = {
  readonly totalPrice: DecimalText | null;
  readonly discount: DecimalText | null;
  /** Present only if a share is refunded. For other items, `totalPrice` already reflects the quantity. */
  readonly quantity?: DecimalText | null;
  readonly refundFraction?: DecimalText | null;
};
