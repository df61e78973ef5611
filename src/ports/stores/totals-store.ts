import type { LiabilitySum } from '../../domain/liability/liability.ts';
import type { LiabilityQuestion } from '../../domain/liability/liability-query.ts';
import type { ConvertedSum } from '../../domain/liability/reporting-amounts.ts';

/** A day with something to report in a currency. */
export type CurrencyDay = { readonly currency: string; readonly day: string };

/** The value of one unit of the currency on that day; null if there is no rate. */
export type DayRate = CurrencyDay & { readonly rate: string | null };

/** Sums of a tenant's documents, as exact as the documents. */
export interface TotalsStore {
  /** In the order of the groups; at most `limit` sums. Callers ask for one more than they accept, to detect too many. */
  addUpLiability(question: LiabilityQuestion, limit: number): Promise<LiabilitySum[]>;
  /** The days with something to report in any other currency; at most `limit`. */
  findForeignDays(question: LiabilityQuestion, currency: string, limit: number): Promise<CurrencyDay[]>;
  /** The same sums for these days only, each amount multiplied by the rate of its day. */
  addUpConverted(question: LiabilityQuestion, rates: readonly DayRate[], limit: number): Promise<ConvertedSum[]>;
}
