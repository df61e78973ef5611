import { documentToReassess } from '../../../domain/transactions/record/reassess.ts';
import type { DocumentCalculation } from '../../../domain/transactions/transaction-snapshot.ts';
import { type WorkedOut, workOutInParts } from '../../../tax/assess.ts';
import type { DocumentToAssess } from '../../../tax/model/assessment.ts';
import { isLongDocument, servingOthers } from '../../writing/yield-to-event-loop.ts';

/** Calculates a document. Other requests are served between the lines of a long document. */
export function workOutInTurns(document: DocumentToAssess, afterPart?: () => void): Promise<WorkedOut> {
  return servingOthers(workOutInParts(document), { isLong: isLongDocument(document), afterPart });
}

/**
 * The intermediate results of a stored calculation; absent for a refund, which uses the figures of its invoice.
 * `afterPart` may throw to stop the work.
 */
export async function workOutAgain(
  { document, snapshot }: DocumentCalculation,
  afterPart?: () => void,
): Promise<WorkedOut | undefined> {
  return snapshot.refund ? undefined : workOutInTurns(documentToReassess(document, snapshot), afterPart);
}
