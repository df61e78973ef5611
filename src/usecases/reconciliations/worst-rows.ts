import { AppError } from '../../domain/base/errors.ts';
import type { ReconciledRow } from '../../domain/reconciliations/reconciliation.ts';
import { Largest } from '../../domain/reconciliations/reconciliation-totals.ts';
import type { QuoteInput } from '../../domain/transactions/quote-input.ts';
import type { Context, Session } from '../../ports/context.ts';
import { decimal } from '../../tax/numbers/decimal.ts';
import { calculateUnder } from '../transactions/calculate-transaction.ts';
import type { QuoteFacts } from '../transactions/quote-customer.ts';
import type { WorstRow } from './reconciled-rows.ts';

/** What a document is calculated from. */
export type CalculatedFrom = { readonly quote: QuoteInput; readonly facts: QuoteFacts };

type Candidate = { readonly row: ReconciledRow; readonly from: CalculatedFrom | null };

/** The rows with the largest differences. They are calculated for the answer once they are known. */
export class WorstRows {
  readonly #largest: Largest<Candidate>;

  constructor(most: number) {
    this.#largest = new Largest(most, ({ row }) => decimal(row.taxDifference).abs());
  }

  add(row: ReconciledRow, from: CalculatedFrom | null): void {
    this.#largest.add({ row, from });
  }

  async calculated(ctx: Context, session: Session): Promise<WorstRow[]> {
    const rows: WorstRow[] = [];
    for (const { row, from } of this.#largest.values()) {
      rows.push({ row, quote: from && (await quoteOf(ctx, session, from)) });
    }
    return rows;
  }
}

async function quoteOf(ctx: Context, session: Session, { quote, facts }: CalculatedFrom): Promise<WorstRow['quote']> {
  try {
    return await calculateUnder(ctx, session, quote, facts);
  } catch (error) {
    if (error instanceof AppError && error.code !== 'INTERNAL') return null;
    throw error;
  }
}
