import type { RecordName } from '../../domain/base/record-name.ts';
import { type DocumentCheck, documentChecks } from '../../domain/transactions/document-checks.ts';
import { type TraceStepView, viewStep } from '../../domain/transactions/trace/trace-view.ts';
import { traceDocument } from '../../domain/transactions/trace/transaction-trace.ts';
import type { Context } from '../../ports/context.ts';
import { getCalculation } from './list-calculations.ts';

/** Explains the tax of a stored document, recalculated from its snapshot; null asks for the current calculation. */
export async function traceTransaction(
  ctx: Context,
  by: RecordName,
  calculationNumber: number | null = null,
): Promise<TraceStepView[]> {
  const { document, snapshot } = await getCalculation(ctx, by, calculationNumber);
  return traceDocument(document, snapshot).map(viewStep);
}

/** The sums that must hold between the figures of a calculation. */
export async function checkTransaction(
  ctx: Context,
  by: RecordName,
  calculationNumber: number | null = null,
): Promise<DocumentCheck[]> {
  const { document, snapshot } = await getCalculation(ctx, by, calculationNumber);
  return documentChecks(document, snapshot);
}
