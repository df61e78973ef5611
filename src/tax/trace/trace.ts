import type { CertificateRefusal } from '../law/exemptions.ts';
import type { Certificate } from '../model/assessment.ts';
import type { Jurisdiction, RateInForce } from '../model/place.ts';
import type { TaxReason } from '../model/reasons.ts';
import type { BasisRule, FollowsGoods, TaxRule } from '../model/rule.ts';
import type { Decimal } from '../numbers/decimal.ts';
import type { Fraction } from '../numbers/fraction.ts';
import type { RoundingMode } from '../numbers/rounding.ts';

/**
 * One step in the explanation of a document's tax. A step for a line has the line's JSON pointer (`/items/0`,
 * `/shippingFee`); a step for the whole document has the pointer ''. Amounts are signed and in the document currency;
 * unrounded amounts are exact fractions.
 */
export type TraceStep = StepFacts & { readonly pointer: string };

export type StepFacts = PlaceStep | PriceStep | BuyerStep | LawStep | ShippingStep | RoundingStep | RefundStep;

export type PlaceStep =
  | {
      readonly kind: 'ADDRESS_MATCHED';
      readonly place: string;
      readonly precision: string;
      readonly matchLevel: string;
      /** From 0 to 1. */
      readonly score: Decimal;
      readonly sourcedFrom: 'SHIP_TO' | 'SHIP_FROM' | 'SELLER' | 'DISPATCH' | 'COLLECTED';
    }
  | ({ readonly kind: 'JURISDICTION_FOUND'; readonly taxDate: string } & RateInForce)
  /** The law caps the sum of the local rates, and the rate of this jurisdiction was cut. */
  | {
      readonly kind: 'LOCAL_RATE_CUT';
      readonly jurisdiction: Jurisdiction;
      readonly generalRate: Decimal;
      readonly rate: Decimal;
      readonly localRateCap: Decimal;
    }
  | { readonly kind: 'COLLECTING'; readonly isCollecting: boolean; readonly because: string | null };

export type PriceStep =
  /** `exact` is unit price times quantity, or the submitted total. */
  | {
      readonly kind: 'LINE_TOTALLED';
      readonly unitPrice: Decimal | null;
      readonly quantity: Decimal;
      readonly exact: Decimal;
      readonly total: Decimal;
    }
  | { readonly kind: 'DISCOUNT_CAPPED'; readonly sent: Decimal; readonly shared: Decimal }
  | { readonly kind: 'DISCOUNT_SHARED'; readonly weight: Decimal; readonly allocation: Allocation }
  | {
      readonly kind: 'BASE_FOUND';
      readonly total: Decimal;
      readonly discount: Decimal;
      readonly discountShare: Decimal;
      readonly base: Decimal;
    };

/**
 * A part allocated by largest remainder: the exact share, truncated to whole minor units, plus its part of the
 * remainder.
 */
export type Allocation = {
  readonly exact: Fraction;
  readonly cut: Decimal;
  readonly added: Decimal;
  readonly amount: Decimal;
};

export type BuyerStep =
  | { readonly kind: 'CERTIFICATE_APPLIED'; readonly certificate: Certificate }
  | { readonly kind: 'CERTIFICATE_REFUSED'; readonly certificate: Certificate; readonly refusal: CertificateRefusal };

export type LawStep =
  | { readonly kind: 'NOT_TAXED'; readonly reason: TaxReason; readonly sentence: string | null }
  | { readonly kind: 'MANUAL_RATE_APPLIED'; readonly rate: Decimal }
  | { readonly kind: 'RULE_APPLIED'; readonly rule: TaxRule }
  /** The price exceeds the price cap of a holiday, so the normal rule applies. */
  | { readonly kind: 'HOLIDAY_CAP_EXCEEDED'; readonly rule: TaxRule; readonly capAmount: Decimal }
  /**
   * The rate before any certificate. The dates and source are from the jurisdiction's rate, or from the rule or manual
   * rate that replaces it.
   */
  | {
      readonly kind: 'RATE_SELECTED';
      readonly jurisdiction: Jurisdiction;
      readonly rate: Fraction;
      readonly amountPerPiece: Fraction;
      readonly validFrom: string | null;
      readonly validThrough: string | null;
      readonly source: string;
    }
  | {
      readonly kind: 'LIMIT_APPLIED';
      readonly jurisdictions: readonly Jurisdiction[];
      readonly limit: BasisRule;
      readonly pricePerPiece: Fraction;
      /** The taxable basis of the whole line under the limit. */
      readonly basis: Fraction;
    }
  /** `exact` is basis times rate, plus the amounts per unit. */
  | {
      readonly kind: 'JURISDICTION_TAXED';
      readonly jurisdiction: Jurisdiction;
      readonly basis: Fraction;
      readonly rate: Fraction;
      readonly fixed: Fraction;
      readonly exact: Fraction;
    }
  | { readonly kind: 'JURISDICTION_NOT_TAXED'; readonly jurisdiction: Jurisdiction; readonly reason: TaxReason }
  /** The tax of all jurisdictions together; `net` is the net amount of a tax-inclusive price, otherwise null. */
  | { readonly kind: 'TAX_EXACT'; readonly exact: Fraction; readonly net: Fraction | null };

export type ShippingStep =
  | { readonly kind: 'FEE_FOLLOWS_GOODS'; readonly followsGoods: FollowsGoods; readonly taxableShare: Fraction }
  /** A fee, or a part of a fee, with the same tax per unit of price as its goods. */
  | {
      readonly kind: 'FEE_AVERAGED';
      readonly goodsTax: Fraction;
      readonly goodsAmount: Decimal;
      readonly feeAmount: Decimal;
      readonly exact: Fraction;
    };

/** The rounded amount: the tax, or the net amount of a tax-inclusive price, whose tax is the remainder of `price`. */
export type Rounded = {
  readonly rounds: 'TAX' | 'NET';
  readonly price: Fraction;
  readonly from: Fraction;
  readonly to: Decimal;
  readonly tax: Decimal;
  readonly roundingMode: RoundingMode;
};

/** Set if each jurisdiction levies its own tax, which is rounded separately. */
type OfSeparateTax = { readonly ofTax?: Jurisdiction };

export type RoundingStep =
  /** The included tax was removed from an exempt buyer's price. */
  | { readonly kind: 'TAX_STRIPPED'; readonly from: Fraction; readonly to: Decimal; readonly base: Decimal }
  | ({ readonly kind: 'TAX_ROUNDED' } & Rounded & OfSeparateTax)
  /** The tax on one piece. It is multiplied by the quantity, and the product is rounded. */
  | ({ readonly kind: 'UNIT_TAX_ROUNDED'; readonly quantity: Decimal } & Rounded & OfSeparateTax)
  /**
   * One tax for all lines, or for all lines with the same rate. If the lines have both signs, the larger side is also
   * rounded separately.
   */
  | ({
      readonly kind: 'TAXES_ROUNDED_TOGETHER';
      readonly rate: Decimal | null;
      readonly side: 'ALL' | 'CHARGED' | 'RETURNED';
      /** The law that prescribes this rounding; absent if the account setting prescribes it. */
      readonly source?: string;
    } & Rounded &
      OfSeparateTax)
  | ({ readonly kind: 'TAX_SHARED'; readonly allocation: Allocation } & OfSeparateTax)
  | { readonly kind: 'TAX_SPLIT'; readonly jurisdiction: Jurisdiction; readonly allocation: Allocation }
  | {
      readonly kind: 'DOCUMENT_TOTALLED';
      readonly tax: Decimal;
      readonly total: Decimal;
      readonly isTaxInclusive: boolean;
    };

export type RefundStep =
  | { readonly kind: 'INVOICE_CREDITED'; readonly invoice: string; readonly linkedShare: Decimal | null }
  /** The tax on everything refunded so far, rounded, less the tax that earlier refunds returned. */
  | {
      readonly kind: 'TAX_CREDITED';
      readonly originalTax: Decimal;
      readonly originalBase: Decimal;
      readonly baseBefore: Decimal;
      readonly base: Decimal;
      readonly from: Fraction;
      readonly to: Decimal;
      readonly taxBefore: Decimal;
      readonly tax: Decimal;
    }
  /** Tax refunded without the price (a tax-only refund). */
  | {
      readonly kind: 'TAX_ONLY_CREDITED';
      readonly originalTax: Decimal;
      readonly taxBefore: Decimal;
      readonly tax: Decimal;
    }
  | {
      readonly kind: 'CREDIT_SPLIT';
      readonly jurisdiction: Jurisdiction;
      readonly soFar: Decimal;
      readonly before: Decimal;
      readonly amount: Decimal;
    };

export type TraceKind = StepFacts['kind'];
