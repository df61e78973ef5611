import type { Decimal } from '../numbers/decimal.ts';
import type { JurisdictionLevel } from './place.ts';

/** The taxed part of a line under a term. Limits are per unit (base / quantity), in the currency of the place. */
export type BasisRule =
  | { readonly kind: 'full' }
  /** Only this fraction of the price is taxed (Texas data processing: 0.8). */
  | { readonly kind: 'share'; readonly share: Decimal }
  /** A piece priced below the amount is exempt; any other piece is taxed in full (New York clothing: 110). */
  | { readonly kind: 'exempt-below'; readonly amount: Decimal }
  /** Only the part of the price above the amount is taxed (Massachusetts clothing: 175). */
  | { readonly kind: 'excess-above'; readonly amount: Decimal }
  /** Only the first `amount` of a piece is taxed (Florida surtax: 5,000). */
  | { readonly kind: 'up-to'; readonly amount: Decimal }
  /** Only the part of the price between the two amounts is taxed (Tennessee's second state rate: 1,600 to 3,200; Phoenix: above 14,338). */
  | ({ readonly kind: 'between' } & PriceBracket);

/** A part of the unit price with a separate rate. */
export type PriceBracket = {
  readonly fromAmount: Decimal;
  /** Null if the part has no upper limit. */
  readonly toAmount: Decimal | null;
  /** The law that sets the rate. */
  readonly source: string;
};

export type RateRule =
  /** The jurisdiction's own rate at the place. */
  | { readonly kind: 'general' }
  /** A rate that replaces the jurisdiction's own rate. */
  | { readonly kind: 'percentage'; readonly rate: Decimal }
  /** A single rate for all jurisdictions of the term, split in proportion to their own rates (Utah food: 0.03). */
  | { readonly kind: 'together'; readonly rate: Decimal }
  /** A fixed amount per unit instead of a rate. */
  | { readonly kind: 'fixed'; readonly amountPerUnit: Decimal }
  /** These jurisdictions do not tax the line. */
  | { readonly kind: 'none' };

/** How one group of jurisdictions taxes a line. */
export type RuleTerm = {
  /** The levels to which the term applies. */
  readonly levels: readonly JurisdictionLevel[];
  /** If set, the term applies only to these jurisdictions of those levels. */
  readonly jurisdictionIds?: readonly string[];
  readonly rate: RateRule;
  readonly basis: BasisRule;
};

/**
 * How a place taxes a tax code on a day. A jurisdiction's tax is the sum over the terms that cover it; a jurisdiction
 * that no term covers does not tax the line.
 */
export type TaxRule = {
  /** Id of the rule in the rate book, such as `US-NY/clothing` or `DE/books`. */
  readonly id: string;
  readonly category: string;
  readonly description: string;
  /**
   * `NOT_TAXABLE`: outside the scope of the tax; `EXEMPT`: within its scope but exempt; `HOLIDAY`: exempt for some
   * days.
   */
  readonly treatment: 'TAXABLE' | 'REDUCED' | 'ZERO_RATED' | 'NOT_TAXABLE' | 'EXEMPT' | 'HOLIDAY';
  readonly terms: readonly RuleTerm[];
  /**
   * The rule for pieces above a price: for a holiday, the normal rule of the category; otherwise the same law at
   * another rate (Goodyear: above 5,000).
   */
  readonly aboveCap?: { readonly capAmount: Decimal; readonly isCapIncluded: boolean; readonly rule: TaxRule };
  readonly validFrom: string | null;
  readonly validThrough: string | null;
  readonly source: string;
};

/** How the tax on a shipping fee depends on the tax on the goods. */
export type FollowsGoods = 'ALL_OR_NOTHING' | 'IN_PROPORTION' | 'AT_THEIR_RATES';
