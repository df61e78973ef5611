import type { Decimal } from '../../tax/numbers/decimal.ts';

/** The sales from which a state requires a seller without a presence there to collect. */
export type NexusThreshold = {
  readonly salesAmount: Decimal;
  readonly transactionCount: number | null;
  /** How the two tests combine; `SALES_ONLY` if only the amount counts. */
  readonly combine: 'OR' | 'AND' | 'SALES_ONLY';
  readonly period:
    | 'CURRENT_OR_PRIOR_CALENDAR_YEAR'
    | 'PRIOR_CALENDAR_YEAR'
    | 'PRIOR_12_MONTHS'
    | 'PRIOR_4_QUARTERS'
    | 'TWELVE_MONTHS_ENDING_SEP_30';
  readonly countsMarketplaceSales: boolean;
  readonly fromOn: string | null;
  readonly toOn: string | null;
  readonly source: string;
  readonly doubt: string | null;
};
