import type { RecordName } from '../../domain/base/record-name.ts';
import { type TraceStepView, viewStep } from '../../domain/transactions/trace/trace-view.ts';
import { traceDocument } from '../../domain/transactions/trace/transaction-trace.ts';
import type { Context } from '../../ports/context.ts';
import { getTransaction } from './get-transaction.ts';

/** Explains the tax of a stored document, recalculated from its snapshot. */
export async function traceTransaction(ctx: Context, by: RecordName): Promise<TraceStepView[]> {
  const { transaction, snapshot } = await getTransaction(ctx, by);
  return traceDocument(transaction, snapshot).map(viewStep);
}
