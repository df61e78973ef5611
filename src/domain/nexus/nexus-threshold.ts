import type { Decimal } from '../../tax/numbers/decimal.ts';

/** The sales threshold at which a state or country requires a seller without a presence there to collect tax. */
export type NexusThreshold = {
  /** 0 if the place has no threshold and the obligation starts with the first sale. */
  readonly salesAmount: Decimal;
  readonly currency: string;
  readonly transactionCount: number | null;
  /** How the two tests combine; `SALES_ONLY` if only the amount counts. */
  readonly combine: 'EITHER' | 'BOTH' | 'SALES_ONLY';
  readonly period:
    | 'CURRENT_OR_PRIOR_CALENDAR_YEAR'
    | 'PRIOR_CALENDAR_YEAR'
    | 'PRIOR_12_MONTHS'
    | 'PRIOR_4_QUARTERS'
    | 'PRIOR_4_SALES_TAX_QUARTERS'
    | 'TWELVE_MONTHS_ENDING_SEP_30';
  readonly countsMarketplaceSales: boolean;
  /** Null if the rate book does not specify which sales count; all sales then count. */
  readonly countedSales: CountedSales | null;
  readonly firstCollection: FirstCollectionRule | null;
  readonly validFrom: string | null;
  readonly validThrough: string | null;
  readonly source: string;
  readonly uncertainty: string | null;
  /** Further conditions in the law that documents cannot show; null without further conditions. */
  readonly otherConditions: string | null;
};

/**
 * The sales that count: all sales, sales not for resale, taxable sales, or sales to consumers (not for resale and not
 * to businesses that account for the tax themselves).
 */
export type CountedSales = { readonly basis: 'GROSS' | 'RETAIL' | 'TAXABLE' | 'CONSUMERS'; readonly source: string };

/** The day from which a seller that reached the threshold must collect. */
export type FirstCollectionRule = {
  readonly from: 'DAY_REACHED' | 'PERIOD_END';
  /** If not 0, `days` are counted from the first day of the month that is this many months later. */
  readonly months: number;
  readonly days: number;
  /**
   * `DAY`: collection starts on the resulting day. `MONTH_START`: on the first day of the next month, unless the day is
   * itself the first. `MONTH_START_BEFORE`: on the first day of the same month.
   */
  readonly on: 'DAY' | 'MONTH_START' | 'MONTH_START_BEFORE';
  readonly rule: string;
  readonly source: string;
};
