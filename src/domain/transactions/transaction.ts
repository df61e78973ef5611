import type { Notice } from '../../tax/model/assessment.ts';
import type { TaxReason } from '../../tax/model/reasons.ts';
import type { Address } from '../base/address.ts';
import type { DecimalText } from '../base/amount.ts';
import { type EnumerationValue, namesOf } from '../base/record.ts';
import type { ExternalTimestamps, InternalTimestamps } from '../base/timestamps.ts';
import { transactionType } from './transaction-enums.ts';

export const transactionTypes = namesOf(transactionType);
export type TransactionType = EnumerationValue<typeof transactionType>;
export const transactionStatuses = ['ACTIVE', 'CANCELLED', 'PAID'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];
export const transactionFilingStatuses = ['NOT_FILED', 'FILED'] as const;
export type TransactionFilingStatus = (typeof transactionFilingStatuses)[number];
export const tangibleCategories = ['TANGIBLE', 'INTANGIBLE'] as const;
export type TangibleCategory = (typeof tangibleCategories)[number];
export const taxableCategories = ['TAXABLE', 'NOT_TAXABLE'] as const;
type TaxableCategory = (typeof taxableCategories)[number];

/** What a refund returns: price and tax, or the tax alone, such as when a certificate comes late. */
export const refundKinds = ['PRICE_AND_TAX', 'TAX_ONLY'] as const;
export type RefundKind = (typeof refundKinds)[number];

/** What a document decides about exemptions, whatever its customer's certificates say. */
export const exemptionOverrideKinds = ['IGNORE_CERTIFICATES', 'FORCE_EXEMPT'] as const;
export type ExemptionOverride = { readonly kind: (typeof exemptionOverrideKinds)[number]; readonly reason: string };

/** The figures that an item and a shipping fee share. */
export type LineFigures = {
  /** The tax without manual rates and exemption overrides; absent if the document has none. */
  readonly computedTaxAmount?: DecimalText | undefined;
  /** Absent if none was sent. */
  readonly overrideReason?: string | undefined;
  readonly totalPrice: DecimalText;
  readonly calculatedTotal: DecimalText;
  readonly taxAmount: DecimalText;
  /** All jurisdictions together, a fraction. */
  readonly taxRate: DecimalText;
  readonly taxableAmount: DecimalText;
  readonly reason: TaxReason;
  readonly taxableCategory: TaxableCategory;
  readonly tangibleCategory: TangibleCategory;
};

export type Item = LineFigures & {
  /** As sent; null when only `totalPrice` was sent. */
  readonly unitPrice: DecimalText | null;
  readonly quantity: DecimalText;
  readonly description: string | null;
  readonly name: string;
  readonly taxCode: string;
  readonly manualSalesTax: boolean | null;
  readonly manualSalesTaxRate: DecimalText | null;
  readonly discount: DecimalText | null;
  readonly relativeTransactionDiscount: DecimalText;
  /** Whether the consumer declared the item not taxable; `taxableCategory` is the outcome. */
  readonly isSentAsNotTaxable: boolean;
  /** Where the item is shipped to and from; absent if not sent: then as the document. */
  readonly shippingAddress?: Address | undefined;
  readonly shipFromAddress?: Address | undefined;
};

export type ShippingFee = LineFigures & {
  readonly taxCode: string;
  readonly manualSalesTax: boolean | null;
  readonly manualSalesTaxRate: DecimalText | null;
  readonly isSentAsNotTaxable: boolean;
};

/** The content of a document: what was sent, and the calculated figures. Amounts are exact decimal text. */
export type TransactionDocument = {
  readonly documentName: string | null;
  readonly items: readonly Item[];
  readonly shippingFee: ShippingFee | null;
  readonly isTaxInclusive: boolean;
  readonly shippingAddress: Address;
  readonly billingAddress: Address | null;
  readonly shipFromAddress: Address | null;
  readonly externalTimestamps: ExternalTimestamps;
  /** The calendar day whose law applies. */
  readonly taxDate: string;
  readonly createdFrom: string | null;
  readonly currency: string;
  readonly subsidiary: string | null;
  readonly salesTax: { readonly amount: DecimalText; readonly rate: DecimalText };
  /** Absent if none was sent. */
  readonly exemptionOverride?: ExemptionOverride | undefined;
  /** The tax without manual rates and exemption overrides; absent if the document has none. */
  readonly computedTaxAmount?: DecimalText | undefined;
  readonly taxableItemsAmount: DecimalText;
  readonly tangibleItemsAmount: DecimalText;
  readonly totalItemsAmount: DecimalText;
  readonly totalDiscount: DecimalText;
  readonly transactionLevelDiscount: DecimalText | null;
  readonly finalTransactionAmount: DecimalText;
  /** The reason shared by all lines, or `TAXED` if any line is taxed. */
  readonly reason: TaxReason;
  readonly notices: readonly Notice[];
  /** Fees a state charges on the sale besides its tax. They are informative: no total includes them. */
  readonly fees: readonly StateFee[];
  /** Into the reporting currency; absent in that currency, without one, or without a rate. */
  readonly exchangeRate?: DocumentExchangeRate | undefined;
  /** For a refund of a stored invoice: what it refunds. */
  readonly refundOf: InvoiceRefund | null;
  /** The period that reports it, if that of its tax date was filed already; absent otherwise. */
  readonly reportingPeriod?: { readonly from: string; readonly to: string };
  /** Why it was recalculated on request; absent after a calculation caused by a change of the document. */
  readonly recalculatedBecause?: string;
  /** Why it was last reopened after filing; absent if it never was. */
  readonly reopenedBecause?: string;
  /** Why it is cancelled; absent if it is not, or no reason was given. */
  readonly cancelledBecause?: string | undefined;
};

/** What the document was worth in the reporting currency when it was calculated. */
export type DocumentExchangeRate = {
  readonly toCurrency: string;
  /** What one unit of the document's currency was worth. */
  readonly rate: DecimalText;
  /** The day that the rate was published for. */
  readonly on: string;
  readonly source: string;
  readonly taxAmount: DecimalText;
  readonly finalTransactionAmount: DecimalText;
};

/** A fixed fee, such as Colorado's on deliveries; `exemptIf` says when a seller is exempt from it. */
export type StateFee = {
  /** Whether the total of the document includes it. */
  readonly isCharged: boolean;
  readonly state: string;
  readonly name: string;
  readonly amount: DecimalText;
  readonly law: string;
  readonly exemptIf: string;
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

/** What an item of a refund was sent with; without a price, a share of the invoice item is refunded. */
export type SentRefundItem = {
  readonly totalPrice: DecimalText | null;
  readonly discount: DecimalText | null;
  /** Absent unless a share is refunded: the price of other items is known from their quantity. */
  readonly quantity?: DecimalText | null;
  readonly refundFraction?: DecimalText | null;
};

/** A sales document between the consumer and one customer. */
export type Transaction = TransactionDocument & {
  readonly serviceId: string;
  readonly source: string;
  readonly externalId: string;
  readonly customerId: string;
  readonly transactionType: TransactionType;
  readonly transactionStatus: TransactionStatus;
  readonly transactionFilingStatus: TransactionFilingStatus;
  readonly rateBookVersion: string;
  /** 1 for the first calculation; each later one adds 1. */
  readonly calculationNumber: number;
  readonly internalTimestamps: InternalTimestamps;
  readonly version: number;
};

/** A calculation that was replaced by a later one, with the document at that time. */
export type EarlierCalculation = Pick<Transaction, 'calculationNumber' | 'rateBookVersion'> & {
  readonly document: TransactionDocument;
  readonly replacedAt: Date;
};
