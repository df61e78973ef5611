import type { ReportPeriod } from '../../domain/base/report-period.ts';
import { allDocuments } from '../../domain/liability/counted-documents.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { loadDetails, type TransactionWithDetails } from '../transactions/load-details.ts';
import { pagesOfTransactions } from '../transactions/pages-of-transactions.ts';

/** The documents that liability counts in a period, newest first; a page at a time is in memory. */
export async function* journalDocuments(ctx: Context, period: ReportPeriod): AsyncGenerator<TransactionWithDetails> {
  const { transactions } = authorize(ctx, 'transactions:read').stores;
  for await (const page of pagesOfTransactions(transactions, { counted: allDocuments(period) })) {
    yield* await loadDetails(ctx, page);
  }
}
