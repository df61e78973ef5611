import type { Territory } from '../../tax/law/supply.ts';
import type { Notice } from '../../tax/model/assessment.ts';
import type { TaxPlace } from '../../tax/model/place.ts';
import type { FollowsGoods, TaxRule } from '../../tax/model/rule.ts';
import type { Decimal } from '../../tax/numbers/decimal.ts';
import type { ImportRule, ServiceRule } from './import-law.ts';

/** The law of a place on a day, ready for the core. */
export type PlaceFacts = {
  readonly taxPlace: TaxPlace;
  /**
   * Whether the tax exists in the place, whether the rate book covers it, and whether the place lies within its country's
   * tax territory.
   */
  readonly taxation: 'TAXED' | 'NO_TAX_THERE' | 'NOT_COVERED' | 'OUTSIDE_TERRITORY';
  readonly territory: Territory;
  /** Set if the place is outside the tax territory for goods, but not for services. */
  readonly areGoodsOutside?: boolean;
  /** The state or country that `jurisdictionalSalesTaxRules` describes. */
  readonly authority: { readonly name: string; readonly abbreviation: string; readonly taxName: string };
  readonly deliveryFee: DeliveryFee | null;
  readonly retailerSurcharge?: RetailerSurcharge;
  /** How goods from abroad are taxed there; null without a rule of its own. */
  readonly imports: ImportRule | null;
  /** Set where businesses account for the tax on services from abroad; the EU has rules of its own. */
  readonly businessServices: ServiceRule | null;
  readonly notices: readonly Notice[];
};

/** A second tax that suppliers charge small retailers, who account for none themselves (Spain). It is not calculated. */
export type RetailerSurcharge = {
  /** Regular expression for the tax numbers of buyers that may be such retailers. */
  readonly numbers: string;
  readonly message: string;
};

/**
 * A fixed amount that a state charges per delivery on top of its tax, once per document. A notice reports it; whether to
 * charge it as a line is the seller's decision.
 */
export type DeliveryFee = {
  readonly state: string;
  readonly name: string;
  readonly law: string;
  readonly amount: Decimal;
  /** The lowest price of the goods that count, before tax, from which the fee is due; null for any price. */
  readonly threshold: Decimal | null;
  /** `alsoCounts`: categories that count although exempt. `neverCounts`: categories that do not count although taxed. */
  readonly alsoCounts: readonly string[];
  readonly neverCounts: readonly string[];
  /** Seller exceptions that a document does not show, in words. */
  readonly exemptIf: string;
  readonly source: string;
  readonly uncertainty: string | null;
};

/** What stands behind a rule, from the strongest evidence to none. `STANDARD_RATE`: the general rule, for lack of its own. */
export type RuleEvidence = 'LAW' | 'AUTHORITY' | 'SEVERAL_SOURCES' | 'ONE_SOURCE' | 'STANDARD_RATE' | 'NONE';

/** How the law of a place treats one tax code on a day. */
export type RuleFacts = {
  readonly rule: TaxRule;
  /** Shipping and handling only: set where the fee is taxed like the goods shipped. */
  readonly followsGoods: FollowsGoods | null;
  /** Added when such a fee covers taxable and exempt goods together. */
  readonly noticesIfMixed: readonly Notice[];
  /** Names of the attributes of an item that may lead to another rule. */
  readonly attributes: readonly string[];
  /** Unknown code, condition that cannot be checked, category without facts. Pointers are relative to the line. */
  readonly notices: readonly Notice[];
  /** What stands behind the rule. */
  readonly evidence: RuleEvidence;
};

/** A state without a general sales tax may still tax some sales, such as New Hampshire's meals and Oregon's hotel nights. */
export function taxationUnder({ taxation }: Pick<PlaceFacts, 'taxation'>, { terms }: TaxRule): PlaceFacts['taxation'] {
  const hasOwnRate = terms.some(({ rate }) => rate.kind === 'percentage' && !rate.rate.isZero());
  return taxation === 'NO_TAX_THERE' && hasOwnRate ? 'TAXED' : taxation;
}
