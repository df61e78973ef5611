import type { Decimal } from '../numbers/decimal.ts';
import type { RoundingMode } from '../numbers/rounding.ts';
import type { NoticeCode } from './notices.ts';
import type { Jurisdiction, TaxPlace } from './place.ts';
import type { TaxReason } from './reasons.ts';
import type { FollowsGoods, PriceBracket, TaxRule } from './rule.ts';

/** The tenant's settings for the calculation, stored with the document. Defaults come first. */
export type CalculationOptions = {
  readonly roundingLevel: 'BY_LAW' | 'LINE' | 'DOCUMENT' | 'DOCUMENT_PER_RATE' | 'UNIT';
  readonly roundingMode: RoundingMode;
  readonly inclusiveRounding: 'TAX' | 'NET';
  readonly exemptInclusivePrice: 'KEEP' | 'STRIP';
  readonly discountCoversShipping: boolean;
  readonly shippingTaxMethod: 'BY_LAW' | 'OWN_CODE' | 'WEIGHTED_BY_ITEMS';
  /** Extra decimal places for amounts, for comparison with sellers who round at the end. */
  readonly extraPlaces?: number;
};

export type CustomerType = 'RETAIL' | 'MARKETPLACE' | 'RESELLER' | 'RETAIL_EXEMPT';

export type TaxCollector = 'SELLER' | 'MARKETPLACE';

/** A customer exemption. The core checks whether it is valid on the tax date. */
export type Certificate = {
  readonly id: string;
  readonly country: string;
  /** Null means the whole country. */
  readonly subdivision: string | null;
  readonly validFrom: string | null;
  readonly validThrough: string | null;
  /** Empty means every tax code. */
  readonly taxCodes: readonly string[];
  /** True if the certificate has no effect because the required file is missing; otherwise absent. */
  readonly lacksEvidence?: true;
  readonly relief:
    | { readonly kind: 'full' }
    | { readonly kind: 'partial'; readonly exemptShare: Decimal | null; readonly reducedRate: Decimal | null };
};

/** Whether this seller taxes the supply in principle, with the sentence to print on the invoice. */
export type Supply =
  | { readonly kind: 'TAXED' }
  | {
      readonly kind:
        | 'NO_TAX_THERE'
        | 'NOT_COVERED'
        | 'OUTSIDE_TERRITORY'
        | 'REVERSE_CHARGE'
        | 'INTRA_COMMUNITY'
        | 'SMALL_BUSINESS'
        | 'EXPORT'
        | 'IMPORT_AT_BORDER';
      readonly sentence: string | null;
    };

/** A place that taxes lines, and whether the seller collects its tax. */
export type PlaceToAssess = { readonly place: TaxPlace; readonly isCollecting: boolean };

/** The facts that determine the tax on an item or a shipping fee, in addition to its price. */
export type TreatmentFacts = {
  /**
   * The place that taxes an item, if it differs from the place of its document; items with the same place share the
   * object.
   */
  readonly at?: PlaceToAssess | undefined;
  readonly taxCode: string;
  readonly isSentAsNotTaxable: boolean;
  /** Who collects the tax, if specified in the document or the item; otherwise it depends on the customer type. */
  readonly collectedBy?: TaxCollector | undefined;
  readonly manualRate: Decimal | null;
  readonly supply: Supply;
  readonly rule: TaxRule;
};

export type ItemToAssess = TreatmentFacts & {
  /** Null if only `totalPrice` was sent. */
  readonly unitPrice: Decimal | null;
  readonly quantity: Decimal;
  /** Null if it is computed from `unitPrice` and `quantity`. */
  readonly totalPrice: Decimal | null;
  readonly discount: Decimal;
  /** Set for a service. A shipping fee is allocated to services only if the document has no goods. */
  readonly isService?: boolean | undefined;
};

export type ShippingFeeToAssess = TreatmentFacts & {
  readonly totalPrice: Decimal;
  /** Set if the law taxes a fee like the goods it covers; `rule` then applies to a taxable fee. */
  readonly followsGoods: FollowsGoods | null;
  /** Set when recalculating a stored document whose fee was taxed at the average rate of its goods. */
  readonly isAveraged?: boolean | undefined;
};

export type DocumentToAssess = PlaceToAssess & {
  /** Decimal places of the currency: 2 for USD, 0 for JPY, 3 for BHD. */
  readonly minorUnit: number;
  readonly isTaxInclusive: boolean;
  readonly transactionLevelDiscount: Decimal;
  readonly customerType: CustomerType;
  readonly certificates: readonly Certificate[];
  readonly items: readonly ItemToAssess[];
  readonly shippingFee: ShippingFeeToAssess | null;
  readonly options: CalculationOptions;
};

/** One jurisdiction's part of one line. An additional rate on a bracket of the price is a separate part. */
export type TaxLine = {
  readonly jurisdiction: Jurisdiction;
  /** The bracket to which the rate applies; null if it applies to the whole taxable price. */
  readonly bracket: PriceBracket | null;
  /** The rate applied, as a fraction; zero for a fixed amount. */
  readonly rate: Decimal;
  readonly taxableAmount: Decimal;
  readonly exemptAmount: Decimal;
  /** Rounded; the parts of a line add up to its `taxAmount`. */
  readonly taxAmount: Decimal;
  readonly reason: TaxReason;
  /** The certificate that exempts this part, if any. */
  readonly certificateId: string | null;
  /** For a shipping fee split over goods with several rates, the index of the part, starting at 0. */
  readonly part?: number;
};

/** The figures of an item or a shipping fee. */
export type AssessedLine = {
  /** The amount before discounts, rounded; including tax if prices include it. */
  readonly totalPrice: Decimal;
  readonly discount: Decimal;
  readonly relativeTransactionDiscount: Decimal;
  /** The amount after discounts, which is the tax base (including tax if prices include it). */
  readonly calculatedTotal: Decimal;
  /**
   * Combined rate of all jurisdictions, as applied, without rates on a bracket of the price; a fraction. A shipping fee
   * over goods with several rates has the rate of its largest taxed part.
   */
  readonly taxRate: Decimal;
  readonly taxAmount: Decimal;
  readonly netAmount: Decimal;
  readonly grossAmount: Decimal;
  /** The largest taxable amount of its tax lines; for a split shipping fee, the sum over the parts. */
  readonly taxableAmount: Decimal;
  readonly reason: TaxReason;
  readonly taxLines: readonly TaxLine[];
};

/** Information about a result; `pointer` is a JSON pointer into the document. */
export type Notice = { readonly code: NoticeCode; readonly pointer: string; readonly message: string };

/** The tax at one rate in a document, as charged and as rounded under the country's law. */
type LawfulRounding = {
  readonly country: string;
  readonly source: string;
  readonly taxRate: Decimal;
  readonly taxAmount: Decimal;
  readonly lawfulTaxAmount: Decimal;
};

export type Assessment = {
  readonly items: readonly AssessedLine[];
  readonly shippingFee: AssessedLine | null;
  readonly totalItemsAmount: Decimal;
  readonly totalDiscount: Decimal;
  readonly taxAmount: Decimal;
  /** The rate shared by all taxed lines, otherwise tax / taxable amount to 6 places; zero if nothing is taxed. */
  readonly taxRate: Decimal;
  readonly finalTransactionAmount: Decimal;
  /** The tax that the law imposes on the shipping fee; null if the setting `shippingTaxMethod` makes no difference. */
  readonly lawfulFeeTax: Decimal | null;
  /** The first rate whose tax differs from the lawful rounding because of `roundingLevel`; null if no tax differs. */
  readonly lawfulRounding: LawfulRounding | null;
  readonly notices: readonly Notice[];
};
