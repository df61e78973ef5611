import type { LiabilitySum } from '../../domain/liability/liability.ts';
import type { LiabilityQuestion } from '../../domain/liability/liability-query.ts';
import type { ConvertedSum } from '../../domain/liability/reporting-amounts.ts';

/** A day on which something in a currency is reported. */
export type CurrencyDay = { readonly currency: string; readonly day: string };

/** What one unit of the currency is worth on that day; null if there is no rate. */
export type DayRate = CurrencyDay & { readonly rate: string | null };

/** Sums of a tenant's documents, as exact as the documents. */
export interface TotalsStore {
  /** In the order of the groups; at most `limit` sums. A caller asks for one more to see whether there are too many. */
  addUpLiability(question: LiabilityQuestion, limit: number): Promise<LiabilitySum[]>;
  /** The days that report something in another currency than this one; at most `limit`. */
  findForeignDays(question: LiabilityQuestion, currency: string, limit: number): Promise<CurrencyDay[]>;
  /** The same sums of what these days report, each amount multiplied by the rate of its day. */
  addUpConverted(question: LiabilityQuestion, rates: readonly DayRate[], limit: number): Promise<ConvertedSum[]>;
}
