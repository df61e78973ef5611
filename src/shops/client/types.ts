/* The inputs and results of the client. Amounts, quantities and rates are decimals as text, such as "19.99". */

/** `source` is a store or channel, from "1" to "10". */
export type RecordKey = { readonly source: string; readonly externalId: string };

/**
 * Days or instants in ISO 8601, such as 2026-07-01. The day of `createdDate` is the tax date; by default, an instant in
 * UTC (`Z`) counts as the day in the seller's time zone.
 */
export type ExternalTimestamps = { readonly createdDate: string; readonly updatedDate: string };

export type Address = {
  readonly country?: string;
  readonly state?: string;
  readonly region?: string;
  readonly county?: string;
  readonly city?: string;
  readonly zip?: string;
  readonly street?: string;
  /** True if parts of a US address are still missing. */
  readonly isPartial?: boolean;
};

export type ItemInput = {
  readonly name: string;
  readonly taxCode?: string;
  /** External id of a product in the gateway, such as SKU-1. Its tax code applies if the item has no tax code. */
  readonly product?: string;
  /** Source of the product. Default: the source of the document. */
  readonly productSource?: string;
  readonly description?: string;
  readonly unitPrice?: string;
  readonly totalPrice?: string;
  readonly quantity?: string;
  readonly discount?: string;
  readonly refundFraction?: string;
  readonly taxableCategory?: 'TAXABLE' | 'NOT_TAXABLE';
  /** Facts that affect the tax in some places, such as `{ isPrescribed: true }`. */
  readonly attributes?: Readonly<Record<string, boolean>>;
  /** Who collects the tax on the item. Default: the document's value. */
  readonly collectedBy?: TaxCollector;
  readonly collectedTaxAmount?: string;
  readonly shippingAddress?: Address;
  readonly shipFromAddress?: Address;
};

export type ShippingFeeInput = { readonly taxCode: string; readonly totalPrice?: string };

export type TaxCollector = 'SELLER' | 'MARKETPLACE';

/** Fields shared by carts and documents. */
type Content = {
  readonly currency?: string;
  readonly isTaxInclusive?: boolean;
  readonly transactionLevelDiscount?: string;
  readonly shippingFee?: ShippingFeeInput;
  readonly shippingAddress?: Address;
  readonly billingAddress?: Address;
  readonly shipFromAddress?: Address;
  readonly deliveryMethod?: 'DELIVERED' | 'COLLECTED';
  readonly taxDate?: string;
  readonly documentName?: string;
  /** Who collects the tax. Default: depends on the customer type. */
  readonly collectedBy?: TaxCollector;
  /** Tax collected by a marketplace. No other amount includes it. */
  readonly collectedTaxAmount?: string;
  /** Name of the marketplace, such as Amazon. */
  readonly marketplace?: string;
  readonly exemptionOverride?: { readonly kind: 'FORCE_EXEMPT' | 'IGNORE_CERTIFICATES'; readonly reason: string };
};

export type QuoteInput = Content & {
  readonly items?: readonly ItemInput[];
  readonly customerId?: string;
  /** A stored customer by key, or a description of an unstored customer with the facts that affect the tax. */
  readonly customer?:
    | { readonly key: RecordKey }
    | { readonly described: { readonly taxNumber?: string; readonly exemptStates?: readonly string[] } };
  readonly externalTimestamps?: ExternalTimestamps;
  /** To quote a refund, set REFUND, with the invoice's `source` and, in `createdFrom`, its external id. */
  readonly transactionType?: 'ESTIMATE' | 'SALES_ORDER' | 'INVOICE' | 'REFUND';
  readonly source?: string;
  readonly createdFrom?: string;
};

export type TaxLine = {
  readonly taxAmount: string;
  readonly taxableAmount: string;
  /** The applied rate as a fraction, such as 0.065; zero for an untaxed amount or an amount per unit. */
  readonly appliedRate: string;
  readonly reason: string;
  readonly jurisdiction: { readonly jurisdictionId: string; readonly name: string; readonly level: string };
};

export type QuotedLine = {
  /** Price after discounts. Includes tax if the prices in the document include tax. */
  readonly calculatedTotal: string;
  readonly taxAmount: string;
  readonly taxRate: string;
  readonly reason: string;
  readonly taxLines: readonly TaxLine[];
};

type QuotedItem = QuotedLine & { readonly name: string; readonly taxCode: string };

export type Quote = {
  readonly currency: string;
  readonly taxDate: string;
  readonly salesTax: { readonly amount: string; readonly rate: string };
  readonly finalTransactionAmount: string;
  /** Items in the submitted order. */
  readonly items: readonly QuotedItem[];
  readonly shippingFee: QuotedLine | null;
  readonly notices: readonly { readonly code: string; readonly message: string; readonly pointer: string }[];
};

export type CustomerInput = RecordKey & {
  readonly externalTimestamps: ExternalTimestamps;
  readonly name?: string;
  readonly email?: string;
  readonly taxNumber?: string;
  readonly customerType?: string;
  readonly address?: Address;
  readonly comment?: string;
  /** The version before the change; 0 for a new record. */
  readonly ifVersion?: number;
};

export type StoredCustomer = RecordKey & {
  readonly serviceId: string;
  readonly version: number;
  readonly customerType: string;
};

export type DocumentInput = RecordKey &
  Content & {
    readonly transactionType: 'ESTIMATE' | 'SALES_ORDER' | 'INVOICE' | 'REFUND';
    readonly transactionStatus: 'ACTIVE' | 'PAID' | 'CANCELLED';
    readonly externalTimestamps: ExternalTimestamps;
    readonly items: readonly ItemInput[];
    /** serviceId of the customer. Default for a refund: the customer of its invoice. */
    readonly customerId?: string;
    /** The customer by key, instead of `customerId`. */
    readonly customer?: { readonly key: RecordKey };
    readonly createdFrom?: string;
    readonly requireLink?: boolean;
    readonly refundKind?: 'PRICE_AND_TAX' | 'TAX_ONLY';
    readonly ifVersion?: number;
  };

/** Copies omitted fields from the invoice named in `createdFrom`; with `items: []`, refunds the whole invoice. */
export type RefundInput = Omit<
  DocumentInput,
  'transactionType' | 'transactionStatus' | 'createdFrom' | 'requireLink'
> & {
  readonly createdFrom: string;
};

export type StoredDocument = RecordKey & {
  readonly serviceId: string;
  readonly version: number;
  readonly transactionType: string;
  readonly transactionStatus: string;
  /** External id of the document it was created from, such as the invoice of a refund. */
  readonly createdFrom: string | null;
  readonly currency: string;
  readonly salesTax: { readonly amount: string; readonly rate: string };
  readonly finalTransactionAmount: string;
  readonly items: readonly QuotedItem[];
  readonly shippingFee: QuotedLine | null;
};

export type AddressCandidate = {
  readonly address: {
    readonly country: string;
    readonly state: string | null;
    readonly county: string | null;
    readonly city: string | null;
    readonly zip: string | null;
  };
  readonly precision: string;
  readonly gaps: readonly string[];
};

export type TaxNumberCheck = {
  readonly status: 'VALID' | 'INVALID' | 'FORMAT_ONLY' | 'UNAVAILABLE' | (string & {});
  readonly valid: boolean | null;
  readonly message: string;
  readonly countryCode: string;
  readonly vatNumber: string;
  readonly name: string | null;
  readonly checkedAt: string | null;
};

export type Certificate = {
  readonly serviceId: string;
  readonly country: string;
  readonly stateCode: string | null;
  readonly certificateStatus: string;
  readonly exemptionType: string;
  readonly validFrom: string | null;
  readonly validThrough: string | null;
  readonly certificate: { readonly certificateId: string | null; readonly name: string | null } | null;
};
