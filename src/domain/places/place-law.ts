import type { Territory } from '../../tax/law/supply.ts';
import type { Notice } from '../../tax/model/assessment.ts';
import type { TaxPlace } from '../../tax/model/place.ts';
import type { FollowsGoods, TaxRule } from '../../tax/model/rule.ts';
import type { Decimal } from '../../tax/numbers/decimal.ts';
import type { ImportRule, ServiceRule } from './import-law.ts';

/** The local law on a day, in the form that calculations use. */
export type PlaceFacts = {
  readonly taxPlace: TaxPlace;
  /**
   * Whether the tax exists in the place, whether it is in the rate book, and whether the place lies within its
   * country's tax territory.
   */
  readonly taxation: 'TAXED' | 'NO_TAX_THERE' | 'NOT_COVERED' | 'OUTSIDE_TERRITORY';
  readonly territory: Territory;
  /** Set if the place is outside the tax territory for goods, but not for services. */
  readonly areGoodsOutside?: boolean;
  /** The state or country that `jurisdictionalSalesTaxRules` describes. */
  readonly authority: { readonly name: string; readonly abbreviation: string; readonly taxName: string };
  readonly deliveryFee: DeliveryFee | null;
  readonly retailerSurcharge?: RetailerSurcharge;
  /** How goods from abroad are taxed in the place; null without a specific rule. */
  readonly imports: ImportRule | null;
  /** Set if businesses account for the tax on services from abroad. The EU has its own rules. */
  readonly businessServices: ServiceRule | null;
  readonly notices: readonly Notice[];
};

/**
 * A second tax (in Spain) that suppliers charge to small retailers that do not account for tax themselves. This tax is
 * not calculated.
 */
export type RetailerSurcharge = {
  /** Regular expression for the tax numbers of buyers that may be small retailers. */
  readonly numbers: string;
  readonly message: string;
};

/**
 * A fixed amount that a state charges per delivery on top of its tax, once per document. A notice reports the fee; the
 * setting `deliveryFees` decides whether the document total includes it.
 */
export type DeliveryFee = {
  readonly state: string;
  readonly name: string;
  readonly law: string;
  readonly amount: Decimal;
  /** The minimum pre-tax price of the counted goods at which the fee is due; null for any price. */
  readonly threshold: Decimal | null;
  /**
   * `alsoCounts`: categories that count even though they are exempt. `neverCounts`: categories that do not count even
   * though they are taxed.
   */
  readonly alsoCounts: readonly string[];
  readonly neverCounts: readonly string[];
  /** Seller exceptions that cannot be determined from a document, in words. */
  readonly exemptIf: string;
  readonly source: string;
  readonly uncertainty: string | null;
};

/**
 * The evidence for a rule, strongest first; `NONE` means no evidence. `STANDARD_RATE`: the general rule applies because
 * no specific rule exists.
 */
export type RuleEvidence = 'LAW' | 'AUTHORITY' | 'SEVERAL_SOURCES' | 'ONE_SOURCE' | 'STANDARD_RATE' | 'NONE';

/** Treatment of one tax code under local law on a day. */
export type RuleFacts = {
  readonly rule: TaxRule;
  /** Shipping and handling only: set if the fee follows the goods. */
  readonly followsGoods: FollowsGoods | null;
  /** Notices to add if the fee covers both taxable and exempt goods. */
  readonly noticesIfMixed: readonly Notice[];
  /** Names of the item attributes that may change the rule. */
  readonly attributes: readonly string[];
  /**
   * Notices about an unknown code, a condition that cannot be checked, or a category without facts. Pointers are
   * relative to the line.
   */
  readonly notices: readonly Notice[];
  readonly evidence: RuleEvidence;
};

/** A state without a general sales tax may still tax some sales, such as New Hampshire's meals and Oregon's hotel nights. */
export function taxationUnder({ taxation }: Pick<PlaceFacts, 'taxation'>, { terms }: TaxRule): PlaceFacts['taxation'] {
  const hasOwnRate = terms.some(({ rate }) => rate.kind === 'percentage' && !rate.rate.isZero());
  return taxation === 'NO_TAX_THERE' && hasOwnRate ? 'TAXED' : taxation;
}
