import type {
  CalculationOptions,
  Certificate,
  CustomerType,
  Supply,
  TaxCollector,
} from '../../tax/model/assessment.ts';
import type { Jurisdiction, RoundingLaw } from '../../tax/model/place.ts';
import type { TaxReason } from '../../tax/model/reasons.ts';
import type { FollowsGoods, RuleTerm, TaxRule } from '../../tax/model/rule.ts';
import type { TenantSettings } from '../account/tenant.ts';
import type { DecimalText, Written } from '../base/amount.ts';
import type { Customer } from '../customers/customer.ts';
import type { Exemption } from '../exemptions/exemption.ts';
import type { MatchedPlace } from '../places/address-match.ts';
import type { Transaction, TransactionDocument } from './transaction.ts';

/** The rate of a jurisdiction at the time of the calculation. */
export type SnapshotRate = {
  readonly jurisdiction: Jurisdiction;
  readonly rate: DecimalText;
  readonly validFrom: string | null;
  readonly validThrough: string | null;
  readonly source: string;
  /** The place, as an index into the snapshot's `places`; absent for the place of the document. */
  readonly place?: number | undefined;
  /** Set for an additional rate of the jurisdiction on a part of the unit price; it is not a rate of the place. */
  readonly bracket?: { readonly fromAmount: DecimalText; readonly toAmount: DecimalText | null };
};

/** How a rule applies in one jurisdiction; `rate` is an index into the snapshot's `rates`. */
export type SnapshotRulePart = {
  readonly rate: number;
  readonly isTaxable: boolean;
  /** Whether the rule differs from the jurisdiction's treatment of general goods. */
  readonly isSpecial: boolean;
  readonly calculationType: 'PERCENTAGE' | 'FIXED';
  /** A fraction for `PERCENTAGE`, an amount per unit for `FIXED`. */
  readonly calculationValue: DecimalText;
};

/** A rule at the time of the calculation, with its source. */
export type SnapshotRule = {
  readonly id: string;
  readonly category: string;
  readonly description: string;
  readonly treatment: TaxRule['treatment'];
  readonly terms: readonly Written<RuleTerm>[];
  /**
   * The unit price above which another rule applies, such as the normal rule instead of a sales tax holiday; `rule` is
   * its index in `rules`.
   */
  readonly aboveCap: {
    readonly capAmount: DecimalText;
    readonly isCapIncluded: boolean;
    readonly rule: number;
  } | null;
  readonly parts: readonly SnapshotRulePart[];
  readonly validFrom: string | null;
  readonly validThrough: string | null;
  readonly source: string;
};

/** One jurisdiction's part of a line; `rate` is an index into the snapshot's `rates`. */
export type SnapshotTaxLine = {
  readonly rate: number;
  readonly appliedRate: DecimalText;
  readonly taxableAmount: DecimalText;
  readonly exemptAmount: DecimalText;
  readonly taxAmount: DecimalText;
  readonly reason: TaxReason;
  readonly certificateId: string | null;
  /** The part number, if a shipping fee is split across goods with several rates. Absent for an undivided line. */
  readonly part?: number | undefined;
  /** The exempt part; set in a tax-only refund, and in later refunds of the same line. */
  readonly exempted?: ExemptedPart | undefined;
};

/** The exempt part of a refunded line that was taxed until its tax was refunded; negative if a refund increases it. */
export type ExemptedPart = {
  readonly amount: DecimalText;
  /** The reason for the rest of the line, as on the invoice. */
  readonly reason: TaxReason;
};

/** Facts about a sale in the EU that depend on more than its place. Absent in documents from earlier builds. */
export type EuSale = {
  /** Goods from outside the EU in a consignment within the limit of the import scheme (Directive 2006/112/EC, article 369l). */
  readonly isImportWithinLimit?: true;
  /** A sale taxed in another member state that does not count toward the 10,000 EUR threshold (article 59c). */
  readonly isOutsideThreshold?: true;
  /** Goods sent from a member state to Northern Ireland, which count toward that threshold. */
  readonly isWithinThreshold?: true;
};

export type SnapshotLine = {
  /** The rule, as an index into the snapshot's `rules`. */
  readonly rule: number;
  /** The place that taxes the line, as an index into the snapshot's `places`; absent for the place of the document. */
  readonly place?: number | undefined;
  readonly supply: Supply;
  readonly euSale?: EuSale | undefined;
  /** Tax that a marketplace collected on the line; absent if the document does not specify it. */
  readonly collectedTaxAmount?: DecimalText | undefined;
  readonly taxLines: readonly SnapshotTaxLine[];
};

export type SnapshotFee = SnapshotLine & {
  readonly followsGoods: FollowsGoods | null;
  /** Whether the fee is split by rate. Absent in documents from 0.1.0, whose fee had the average rate of its goods. */
  readonly isSplitByRate?: true;
  readonly relativeTransactionDiscount: DecimalText;
};

/** The inputs to a refund line: the invoice line, and the amounts that earlier refunds returned. */
export type SnapshotRefundedLine = {
  readonly originalTax: DecimalText;
  readonly originalBase: DecimalText;
  readonly baseBefore: DecimalText;
  readonly taxBefore: DecimalText;
  /** The tax refunded without the price; absent if the tax follows the base. */
  readonly taxNow?: DecimalText;
  /** The invoice line's tax by jurisdiction, in the order of the tax lines. */
  readonly originalParts: readonly DecimalText[];
  /** The tax by jurisdiction that earlier refunds returned; absent if they returned no tax. */
  readonly partsBefore?: readonly DecimalText[];
  /** The exempt part of the line, regardless of its jurisdictions. */
  readonly exempted?: ExemptedPart | undefined;
};

export type SnapshotRefund = {
  /** The transaction discount allocated to the items. */
  readonly discount: DecimalText;
  readonly items: readonly SnapshotRefundedLine[];
  readonly shippingFee: SnapshotRefundedFee | null;
};

/** `collectedBy` is who collects the tax on the fee of the invoice; absent in refunds from earlier builds. */
type SnapshotRefundedFee = SnapshotRefundedLine & { readonly collectedBy?: TaxCollector };

/** The buyer at the time of the calculation. */
type SnapshotBuyer = Pick<Customer, 'name' | 'taxNumber'>;

/**
 * The evidence kept from a certificate that relieved a line of tax. `id` refers to the certificate, which contains the
 * terms.
 */
export type SnapshotEvidence = Pick<Exemption, 'exemptionReason' | 'classification'> & {
  readonly id: string;
  /** Number of the certificate. */
  readonly number: string | null;
  readonly name: string | null;
};

/** A place at the time of the calculation. */
export type SnapshotPlace = {
  readonly regime: 'SALES_TAX' | 'GLOBAL_TAX';
  readonly country: string;
  readonly subdivision: string | null;
  /**
   * The address whose place determines the jurisdictions. `SELLER` for services supplied at the seller's establishment;
   * `DISPATCH` for goods to a business with a VAT number from the member state of dispatch.
   */
  readonly sourcedFrom: 'SHIP_TO' | 'SHIP_FROM' | 'SELLER' | 'DISPATCH' | 'COLLECTED';
  readonly localRateCap: DecimalText | null;
  /**
   * True if each jurisdiction’s tax is rounded separately. Documents calculated by release 0.1.0 rounded the combined
   * tax and then allocated it.
   */
  readonly areTaxesSeparate?: boolean | undefined;
  /** The country's law on rounding, for documents rounded by law. */
  readonly rounding?: RoundingLaw | undefined;
  readonly isCollecting: boolean;
  /** Why tax is collected or not, as a sentence; absent if the seller collects everywhere. */
  readonly collectionExplanation?: string | undefined;
  /**
   * Ids of the jurisdictions whose tax is not collected, although other taxes in the same place are; absent if all
   * taxes or no taxes are collected.
   */
  readonly uncollected?: readonly string[] | undefined;
  readonly authority: { readonly name: string; readonly abbreviation: string; readonly taxName: string };
  readonly match: Pick<MatchedPlace, 'precision' | 'matchedAddress' | 'scoring'>;
};

/** The settings that affect figures, in addition to `CalculationOptions`. */
export type SnapshotSettings = Pick<
  TenantSettings,
  | 'homeAddress'
  | 'collectionPolicy'
  | 'oneStopShop'
  | 'euDistanceSales'
  | 'sellerIsSmallBusiness'
  | 'deliveryFees'
  | 'joinedSimplifiedSellersUseTaxOn'
> & { readonly isPastEuThreshold?: boolean; readonly isEuThresholdMeasured?: boolean };

type SnapshotWindow = { readonly validFrom: string; readonly validThrough: string | null };

/** The parts of a nexus declaration that determine where tax is collected. */
export type SnapshotDeclaration = {
  readonly country: string;
  readonly state: string | null;
  readonly physicalNexus: readonly SnapshotWindow[];
  readonly economicNexus: readonly SnapshotWindow[];
  readonly registrations: readonly (SnapshotWindow & {
    readonly number: string | null;
    readonly scheme: string;
    readonly hasFixedEstablishment?: boolean;
  })[];
};

/** The inputs to a calculation that the trace does not show, so that it can be repeated. */
export type SnapshotBasis = {
  /** Product version that calculated the document. */
  readonly engineVersion: string;
  /** The `digest` of the rate book. Absent for a refund, which uses the figures of its invoice. */
  readonly bookDigest?: string | undefined;
  /** Settings that differ from their defaults. A refund has the settings of its invoice. */
  readonly settings?: Partial<SnapshotSettings> | undefined;
  /** Nexus declarations that affect the tax in the places of the document; absent if the seller collects everywhere. */
  readonly declarations?: readonly SnapshotDeclaration[] | undefined;
  /** Country of a buyer with a tax number. */
  readonly buyerCountry?: string | undefined;
  /** The buyer's certificates, if the document overrides them. */
  readonly ownCertificates?: readonly Written<Certificate>[] | undefined;
};

/**
 * All inputs to a document's figures, frozen when it was calculated. A refund keeps the data of its invoice. The place
 * comes from the document's own addresses.
 */
export type TransactionSnapshot = SnapshotPlace & {
  readonly taxDate: string;
  /** The places of items with addresses other than the document's; absent if all items use the document's addresses. */
  readonly places?: readonly SnapshotPlace[] | undefined;
  readonly customerType: CustomerType;
  /** The buyer. Absent in a quote for a stored customer if the token may not read customers. */
  readonly buyer?: SnapshotBuyer;
  readonly certificates: readonly Written<Certificate>[];
  /**
   * The evidence for the certificates that relieved a line; absent if no line was relieved, or in a quote for a stored
   * customer if the token may not read customers.
   */
  readonly evidence?: readonly SnapshotEvidence[] | undefined;
  readonly options: CalculationOptions;
  readonly rates: readonly SnapshotRate[];
  readonly rules: readonly SnapshotRule[];
  /** The lines, in the order of the document's items. */
  readonly items: readonly SnapshotLine[];
  readonly shippingFee: SnapshotFee | null;
  /** The refund data, if the document refunds a stored invoice. */
  readonly refund: SnapshotRefund | null;
  /** The other inputs. Absent in documents from 0.1.0. */
  readonly basis?: SnapshotBasis | undefined;
};

export type DocumentCalculation = { readonly document: TransactionDocument; readonly snapshot: TransactionSnapshot };

/** A stored document, with all inputs to its figures. */
export type RecordedTransaction = { readonly transaction: Transaction; readonly snapshot: TransactionSnapshot };
