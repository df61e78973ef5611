import type { CalculationOptions, Certificate, CustomerType, Notice, Supply } from '../../tax/model/assessment.ts';
import type { Jurisdiction } from '../../tax/model/place.ts';
import type { TaxReason } from '../../tax/model/reasons.ts';
import type { FollowsGoods, RuleTerm, TaxRule } from '../../tax/model/rule.ts';
import type { Address } from '../base/address.ts';
import type { DecimalText, Written } from '../base/amount.ts';
import type { ExternalTimestamps, InternalTimestamps } from '../base/timestamps.ts';
import type { MatchedPlace } from '../places/address-match.ts';

export const transactionTypes = ['SALES_ORDER', 'INVOICE', 'ESTIMATE', 'REFUND', 'TAXABLE_REFUND'] as const;
export type TransactionType = (typeof transactionTypes)[number];
export const transactionStatuses = ['ACTIVE', 'CANCELLED', 'PAID'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];
export const transactionFilingStatuses = ['NOT_FILED', 'FILED'] as const;
export type TransactionFilingStatus = (typeof transactionFilingStatuses)[number];
export const tangibleCategories = ['TANGIBLE', 'INTANGIBLE'] as const;
export type TangibleCategory = (typeof tangibleCategories)[number];
export const taxableCategories = ['TAXABLE', 'NOT_TAXABLE'] as const;
export type TaxableCategory = (typeof taxableCategories)[number];

/** The figures that an item and a shipping fee share. */
export type LineFigures = {
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
  /** As sent; null when only `totalPrice` was. */
  readonly unitPrice: DecimalText | null;
  readonly quantity: DecimalText;
  readonly description: string | null;
  readonly name: string;
  readonly taxCode: string;
  readonly manualSalesTax: boolean | null;
  readonly manualSalesTaxRate: DecimalText | null;
  readonly discount: DecimalText | null;
  readonly relativeTransactionDiscount: DecimalText;
  /** Whether the consumer itself declared the item not taxable; `taxableCategory` shows the outcome. */
  readonly isSentAsNotTaxable: boolean;
};

export type ShippingFee = LineFigures & {
  readonly taxCode: string;
  readonly manualSalesTax: boolean | null;
  readonly manualSalesTaxRate: DecimalText | null;
  readonly isSentAsNotTaxable: boolean;
};

/** What a document says: what was sent, beside the figures. Amounts are exact decimal text. */
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
  readonly taxableItemsAmount: DecimalText;
  readonly tangibleItemsAmount: DecimalText;
  readonly totalItemsAmount: DecimalText;
  readonly totalDiscount: DecimalText;
  readonly transactionLevelDiscount: DecimalText | null;
  readonly finalTransactionAmount: DecimalText;
  /** The reason that all lines share, or `TAXED` when some line is. */
  readonly reason: TaxReason;
  readonly notices: readonly Notice[];
  /** What a state lays on the sale beside its tax. It is told, not charged: no total contains it. */
  readonly fees: readonly StateFee[];
  /** For a refund of an invoice that is known here: what it gives back. */
  readonly refundOf: InvoiceRefund | null;
  /** Why it was calculated again on request; absent where what was sent is the reason. */
  readonly recalculatedBecause?: string;
  /** Why it was last reopened together with others after it had been filed; absent where it was not. */
  readonly reopenedBecause?: string;
};

/** A fee of a fixed amount, such as Colorado's on deliveries; `unless` tells what frees a seller from it. */
export type StateFee = {
  readonly state: string;
  readonly name: string;
  readonly amount: DecimalText;
  readonly law: string;
  readonly unless: string;
};

/** Which invoice a refund refunds, and which of its lines each item refunds. */
export type InvoiceRefund = {
  readonly invoiceId: string;
  /** The share of the amounts sent that is given back, as sent; null for all. */
  readonly linkedPercentage: DecimalText | null;
  /** For each item of the refund, its invoice item's place, counted from 0. */
  readonly invoiceItems: readonly number[];
  /** The prices as sent, of which `linkedPercentage` is given back; null where the whole invoice was named. */
  readonly sentItems:
    | readonly { readonly totalPrice: DecimalText | null; readonly discount: DecimalText | null }[]
    | null;
  /** The price of the shipping fee as sent; null where none was. */
  readonly sentShippingPrice: DecimalText | null;
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

/** A calculation that a later one replaced, with the document as it stood. */
export type EarlierCalculation = Pick<Transaction, 'calculationNumber' | 'rateBookVersion'> & {
  readonly document: TransactionDocument;
  readonly replacedAt: Date;
};

/** A jurisdiction's rate as it was when the document was calculated. */
export type SnapshotRate = {
  readonly jurisdiction: Jurisdiction;
  readonly rate: DecimalText;
  readonly fromOn: string | null;
  readonly toOn: string | null;
  readonly source: string;
};

/** What a rule makes one jurisdiction do; `rate` is its place in the snapshot's `rates`. */
export type SnapshotRulePart = {
  readonly rate: number;
  readonly isTaxable: boolean;
  /** Whether it differs from the jurisdiction's general treatment. */
  readonly isSpecial: boolean;
  readonly calculationType: 'PERCENTAGE' | 'FIXED';
  /** A fraction for `PERCENTAGE`, an amount per piece for `FIXED`. */
  readonly calculationValue: DecimalText;
};

/** A rule as it was when the document was calculated, and where it was read. */
export type SnapshotRule = {
  readonly id: string;
  readonly category: string;
  readonly description: string;
  readonly treatment: TaxRule['treatment'];
  readonly terms: readonly Written<RuleTerm>[];
  /** On a holiday, the price per piece it ends at; `rule` is the place of the ordinary rule in the snapshot's `rules`. */
  readonly aboveCap: {
    readonly capAmount: DecimalText;
    readonly isCapIncluded: boolean;
    readonly rule: number;
  } | null;
  readonly parts: readonly SnapshotRulePart[];
  readonly fromOn: string | null;
  readonly toOn: string | null;
  readonly source: string;
};

/** One jurisdiction's part of a line; `rate` is its place in the snapshot's `rates`. */
export type SnapshotTaxLine = {
  readonly rate: number;
  readonly appliedRate: DecimalText;
  readonly taxableAmount: DecimalText;
  readonly exemptAmount: DecimalText;
  readonly taxAmount: DecimalText;
  readonly reason: TaxReason;
  readonly certificateId: string | null;
};

export type SnapshotLine = {
  /** Its place in the snapshot's `rules`. */
  readonly rule: number;
  readonly supply: Supply;
  readonly taxLines: readonly SnapshotTaxLine[];
};

export type SnapshotFee = SnapshotLine & {
  readonly followsGoods: FollowsGoods | null;
  readonly relativeTransactionDiscount: DecimalText;
};

/** What a line of a refund was worked out from: the line of the invoice, and what earlier refunds gave back of it. */
export type SnapshotRefundedLine = {
  readonly originalTax: DecimalText;
  readonly originalBase: DecimalText;
  readonly baseBefore: DecimalText;
  /** Absent in documents that were stored before it was kept: what was due for that base. */
  readonly taxBefore?: DecimalText;
  /** The invoice line's tax by jurisdiction, in the order of the tax lines. */
  readonly originalParts: readonly DecimalText[];
};

export type SnapshotRefund = {
  /** The transaction discount that the items share. */
  readonly discount: DecimalText;
  readonly items: readonly SnapshotRefundedLine[];
  readonly shippingFee: SnapshotRefundedLine | null;
};

/** Everything behind the figures of a document, frozen when it was calculated; a refund keeps that of its invoice. */
export type TransactionSnapshot = {
  readonly regime: 'SALES_TAX' | 'GLOBAL_TAX';
  readonly country: string;
  readonly subdivision: string | null;
  readonly taxDate: string;
  /** The address whose place decides the jurisdictions. */
  readonly sourcedFrom: 'SHIP_TO' | 'SHIP_FROM';
  readonly localRateCap: DecimalText | null;
  readonly isCollecting: boolean;
  /** By what it is collected or why not, in words; absent where the seller collects everywhere. */
  readonly collectedBecause?: string;
  /** Ids of jurisdictions whose tax is not collected although that of others is; absent where there is none. */
  readonly uncollected?: readonly string[];
  readonly customerType: CustomerType;
  readonly certificates: readonly Written<Certificate>[];
  readonly authority: { readonly name: string; readonly abbreviation: string; readonly taxName: string };
  readonly match: Pick<MatchedPlace, 'precision' | 'matchedAddress' | 'scoring'>;
  readonly options: CalculationOptions;
  readonly rates: readonly SnapshotRate[];
  readonly rules: readonly SnapshotRule[];
  /** In the order of the document's items. */
  readonly items: readonly SnapshotLine[];
  readonly shippingFee: SnapshotFee | null;
  /** Set on a refund of an invoice that is known here. */
  readonly refund: SnapshotRefund | null;
};
