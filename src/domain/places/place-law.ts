import type { Territory } from '../../tax/law/supply.ts';
import type { Notice } from '../../tax/model/assessment.ts';
import type { RateInForce, TaxPlace } from '../../tax/model/place.ts';
import type { FollowsGoods, TaxRule } from '../../tax/model/rule.ts';
import type { Decimal } from '../../tax/numbers/decimal.ts';
import { type EnumerationValue, enumeration, field } from '../base/record.ts';

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

/** How a country taxes goods sent there from abroad. */
export type ImportRule = {
  /** Up to this value, a registered seller charges the tax on the sale. Null without a limit. */
  readonly limit: Decimal | null;
  /** The currency of the limit and of the waived tax. */
  readonly currency: string;
  /** Whether the limit applies to all goods in a document together or to each item separately. */
  readonly per: 'CONSIGNMENT' | 'ITEM';
  /** Whether goods that cost exactly the limit count as within it. */
  readonly includesLimit: boolean;
  /** The registration required of a seller that charges the tax, in words. */
  readonly scheme: string;
  /** How goods within the limit are taxed if the seller is not registered: at the border, or not at all. */
  readonly unregistered: 'BORDER' | 'NOBODY';
  /**
   * The sentence on an invoice to a business that accounts for the tax itself; null if businesses pay at the border.
   */
  readonly businessSentence: string | null;
  /** Categories that are always taxed at the border. */
  readonly excluded: readonly string[];
  /** Import tax up to this amount is not levied. */
  readonly waivedTax: Decimal | null;
  readonly source: string;
};

/** Under this rule, a business in the country accounts for the tax on services from abroad. */
export type ServiceRule = { readonly sentence: string; readonly source: string };

const localRates = enumeration('LocalRates', 'How completely the rate book covers county, city and district rates.', {
  NOT_LEVIED: 'No local rates: the state rate is the whole rate.',
  COMPLETE:
    'All rates for whole places are included; `gaps` may name special rules, or areas such as districts that cover single premises.',
  PARTIAL: 'Some rates are missing; see `gaps`.',
  STATE_ONLY: 'No local rates are included; only the state rate is known.',
});
export type LocalRates = EnumerationValue<typeof localRates>;

/** How completely the rate book covers a place or a state. */
export const localCoverage = {
  localRates: field.choice(localRates, 'How completely the rate book covers the local rates of the place.'),
  gaps: field.list(
    field.text('Description of a gap.'),
    1,
    'Known gaps in the rate book for the place, one sentence each.',
  ),
};

/**
 * The single rate that out-of-state sellers charge throughout a state, instead of state and local rates, if they take
 * part in the state's program (Alabama's Simplified Sellers Use Tax).
 */
export type RemoteSellerRate = {
  /** The name of the program in state law. */
  readonly program: string;
  /** Assigned entirely to the state. */
  readonly rate: RateInForce;
};

/**
 * Place of supply of a service under EU law: the seller's establishment, the place of performance or departure, the
 * customer, or the place of use.
 */
export type ServiceAnchor = 'SUPPLIER' | 'DEPARTURE' | 'CUSTOMER' | 'ON_SITE';

/** An article of Directive 2006/112/EC on the place of supply. */
export type ServiceArticle = {
  readonly article: string;
  readonly about: string;
  readonly place: ServiceAnchor;
  readonly source: string;
  /** The day on which the text of the article was read; null if it was not read. */
  readonly readOn: string | null;
};

/** The article on telecommunications, broadcasting and electronic services to consumers. */
export const electronicArticle = '58';

/** The articles that determine the place of supply for one tax code. */
export type ServicePlace = {
  readonly consumers: ServiceArticle;
  readonly consumersOutsideEu: ServiceArticle;
  readonly businesses: ServiceArticle;
  /** Details that the code does not specify, in words; null if the code specifies everything. */
  readonly unclear: string | null;
};

export const sourcing = enumeration('Sourcing', 'The address that determines the rates for a sale.', {
  ORIGIN: 'The address from which goods are shipped.',
  DESTINATION: 'The address to which goods are shipped.',
  MIXED: 'The origin for state, county and city rates, the destination for district rates.',
});
