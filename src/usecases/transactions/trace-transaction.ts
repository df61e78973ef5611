import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RecordName } from '../../domain/base/record-name.ts';
import { type DocumentCheck, documentChecks } from '../../domain/transactions/document-checks.ts';
import { refundChecks } from '../../domain/transactions/refund/refund-checks.ts';
import type { TraceStepView } from '../../domain/transactions/trace/trace-step.ts';
import { viewStep } from '../../domain/transactions/trace/trace-view.ts';
import { traceDocument } from '../../domain/transactions/trace/transaction-trace.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { ExplainedCalculation } from '../assessment/calculate-document.ts';
import { workOutAgain } from '../assessment/law/work-out-in-turns.ts';
import { findTransaction } from './get-transaction.ts';
import { type Calculation, getCalculation } from './list-calculations.ts';

type TransactionTrace = Pick<Calculation, 'calculationNumber' | 'rateBookVersion'> & {
  readonly steps: Iterable<TraceStepView>;
};

/**
 * Explains the tax on a stored document, recalculated from its snapshot. If `calculationNumber` is null, explains the
 * current calculation. Yields the steps one by one, so that other requests can be served between the steps of a long
 * document.
 */
export async function traceTransaction(
  ctx: Context,
  by: RecordName,
  calculationNumber: number | null = null,
): Promise<TransactionTrace> {
  const calculation = await getCalculation(ctx, by, calculationNumber);
  await nextTurn(); // Reading a long document has already blocked the event loop for a turn.
  const workedOut = await workOutAgain(calculation);
  const { calculationNumber: number, rateBookVersion } = calculation;
  return { calculationNumber: number, rateBookVersion, steps: stepsOf({ ...calculation, workedOut }) };
}

/** The steps of one calculation, as shown by REST and GraphQL. */
export function* stepsOf({ document, snapshot, workedOut }: ExplainedCalculation): Generator<TraceStepView, void> {
  for (const step of traceDocument(document, snapshot, workedOut)) yield viewStep(step, document.currency);
}

type TransactionChecks = Pick<Calculation, 'calculationNumber'> & { readonly checks: readonly DocumentCheck[] };

/**
 * Checks that the figures of a calculation add up. For the current calculation of an invoice, this includes its
 * refunds.
 */
export async function checkTransaction(
  ctx: Context,
  by: RecordName,
  calculationNumber: number | null = null,
): Promise<TransactionChecks> {
  const calculation = await getCalculation(ctx, by, calculationNumber);
  const { document, snapshot, replacedAt } = calculation;
  const own = documentChecks(document, snapshot);
  const checks = replacedAt === null ? [...own, ...(await checkRefunds(ctx, by))] : own;
  return { calculationNumber: calculation.calculationNumber, checks };
}

async function checkRefunds(ctx: Context, by: RecordName): Promise<DocumentCheck[]> {
  const { transactions } = authorize(ctx, 'transactions:read').stores;
  const invoice = await findTransaction(transactions, by);
  if (invoice.transaction.transactionType !== 'INVOICE') return [];
  return refundChecks({ invoice, refunds: await transactions.findRefunds(invoice.transaction) });
}
