import { AppError } from '../../domain/base/errors.ts';
import type { ReconciledRow } from '../../domain/reconciliations/reconciliation.ts';
import { Largest } from '../../domain/reconciliations/reconciliation-totals.ts';
import type { QuoteInput } from '../../domain/transactions/quote-input.ts';
import type { Context, Session } from '../../ports/context.ts';
import { decimal } from '../../tax/numbers/decimal.ts';
import { type CalculatedQuote, calculateUnder } from '../transactions/calculate-transaction.ts';
import type { QuoteFacts } from '../transactions/document-customer.ts';
import type { WorstRow } from './reconciled-rows.ts';

/** The inputs for calculating a document. */
export type CalculatedFrom = { readonly quote: QuoteInput; readonly facts: QuoteFacts };

type Candidate = { readonly row: ReconciledRow; readonly from: CalculatedFrom | null };

/** The rows with the largest differences. Only their inputs are kept. */
export class WorstRows {
  readonly #largest: Largest<Candidate>;

  constructor(most: number) {
    this.#largest = new Largest(most, ({ row }) => decimal(row.taxDifference).abs());
  }

  add(row: ReconciledRow, from: CalculatedFrom | null): void {
    this.#largest.add({ row, from });
  }

  rows(ctx: Context, session: Session): WorstRow[] {
    return this.#largest.values().map(({ row, from }) => ({
      row,
      itemCount: from?.quote.items.length ?? 0,
      quote: async () => from && quoteOf(ctx, session, from),
    }));
  }
}

async function quoteOf(
  ctx: Context,
  session: Session,
  { quote, facts }: CalculatedFrom,
): Promise<CalculatedQuote | null> {
  try {
    return await calculateUnder(ctx, session, quote, facts);
  } catch (error) {
    if (error instanceof AppError && error.code !== 'INTERNAL') return null;
    throw error;
  }
}
