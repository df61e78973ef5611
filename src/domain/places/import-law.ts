import type { Decimal } from '../../tax/numbers/decimal.ts';

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
