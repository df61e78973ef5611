import type { TraceStepView } from '../../domain/transactions/trace/trace-step.ts';
import type { TransactionSnapshot } from '../../domain/transactions/transaction-snapshot.ts';
import { workOutAgain } from '../../usecases/assessment/law/work-out-in-turns.ts';
import { stepsOf } from '../../usecases/transactions/trace-transaction.ts';
import { afterPartOf, createYield, isLongDocument } from '../../usecases/writing/yield-to-event-loop.ts';
import type { GraphqlContext } from '../base/context.ts';
import { once } from '../base/once.ts';
import { charge, requireWanted } from '../execution/actual-cost.ts';
import { inTurn } from '../execution/in-turn.ts';
import type { CalculatedDocument } from './snapshot.ts';

/** Cost per item of the document, in addition to the cost of the selected fields. */
const costsOfItem = {
  read: 10,
  checks: 10,
  taxLines: 5,
  journalRows: 5,
  vatBreakdown: 10,
  places: 20,
  invoiceNotes: 1,
  certificates: 1,
  refundable: 10,
} as const;

/** Charges the cost of a derived field for each item of the document. */
export function chargeItems(
  { items }: Pick<CalculatedDocument, 'items'>,
  name: keyof typeof costsOfItem,
  ctx: GraphqlContext,
) {
  charge(ctx, items.length * costsOfItem[name]);
}

/**
 * Derives a value once per document and request, and charges for the document's items. Long documents take turns: only
 * one is processed in memory at a time, and none is read for a refused operation.
 */
export function derivedOnce<Value>(
  name: keyof typeof costsOfItem | 'trace',
  document: CalculatedDocument & { readonly version?: number },
  ctx: GraphqlContext,
  derive: () => Promise<Value>,
): Promise<Value> {
  const { serviceId, calculationNumber, version } = document;
  // The key contains the version, because a mutation can change a document between two of its fields.
  return once(ctx, `${name} ${serviceId} ${calculationNumber} ${version}`, async () => {
    if (name !== 'trace') chargeItems(document, name, ctx);
    if (!isLongDocument(document)) return derive();
    await afterPartOf(document);
    return inTurn(ctx, derive);
  });
}

const costOfStep = 5;

/**
 * Typical number of steps per item. A buyer with many certificates has more, because each certificate that is not
 * applied has a step.
 */
const stepsOfItem = 21;

export const usualSteps = ({ items }: Pick<CalculatedDocument, 'items'>) => items.length * stepsOfItem;

/**
 * Charges for the usual number of steps before deriving them, and for each further step. Yields to other requests
 * between steps.
 */
export async function chargedTrace(
  document: CalculatedDocument,
  snapshot: TransactionSnapshot,
  ctx: GraphqlContext,
): Promise<TraceStepView[]> {
  const charged = usualSteps(document);
  charge(ctx, charged * costOfStep);
  const workedOut = await workOutAgain({ document, snapshot }, () => requireWanted(ctx));
  const serveOthers = createYield();
  const steps: TraceStepView[] = [];
  for (const step of stepsOf({ document, snapshot, workedOut })) {
    charge(ctx, steps.length < charged ? 0 : costOfStep); // Throws if another field has exceeded the limit.
    steps.push(step);
    await serveOthers();
  }
  return steps;
}
