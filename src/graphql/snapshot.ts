import type { Transaction, TransactionSnapshot } from '../domain/transaction.ts';
import { type GraphqlContext, sessionOf } from './context.ts';

/** What a document's figures were made of, read for all documents of an answer in one go. */
export async function snapshotOf({ serviceId }: Transaction, ctx: GraphqlContext): Promise<TransactionSnapshot> {
  const snapshot = await sessionOf(ctx).loaders.snapshotById.load(serviceId);
  if (!snapshot) throw new Error(`The transaction ${serviceId} has no snapshot.`);
  return snapshot;
}
