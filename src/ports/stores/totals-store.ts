import type { LiabilitySum } from '../../domain/liability/liability.ts';
import type { LiabilityQuestion } from '../../domain/liability/liability-query.ts';

/** Sums of a tenant's documents, as exact as the documents. */
export interface TotalsStore {
  /** In the order of the groups; at most `limit` sums, which a caller asks one more of to see if there are too many. */
  addUpLiability(question: LiabilityQuestion, limit: number): Promise<LiabilitySum[]>;
}
