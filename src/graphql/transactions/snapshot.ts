import type { Transaction, TransactionDocument } from '../../domain/transactions/transaction.ts';
import type { TransactionSnapshot } from '../../domain/transactions/transaction-snapshot.ts';
import { createYield } from '../../usecases/writing/yield-to-event-loop.ts';
import { type GraphqlContext, loadersOf } from '../base/context.ts';
import { requireWanted } from '../execution/actual-cost.ts';

/** A document with its calculation: the current one or, with `replacedAt`, an earlier one. */
export type CalculatedDocument = TransactionDocument &
  Pick<Transaction, 'serviceId' | 'calculationNumber' | 'rateBookVersion'> &
  Partial<Header> & { readonly replacedAt?: Date };

/** Fields that are null or absent if unknown. */
type Header = {
  readonly [Name in 'source' | 'externalId' | 'customerId' | 'transactionType' | 'transactionStatus']:
    | Transaction[Name]
    | null;
};

/** Loaded snapshots, by document. */
const known = new WeakMap<CalculatedDocument, TransactionSnapshot>();

/** Caches a snapshot that was read together with its document. */
export function noteSnapshot(document: CalculatedDocument, snapshot: TransactionSnapshot): void {
  known.set(document, snapshot);
}

/** For each document whose snapshot is loading, the turn of the last pending field. */
const turns = new WeakMap<CalculatedDocument, Turn>();
type Turn = { serveOthers(): Promise<void>; readonly before: Promise<TransactionSnapshot> };

/**
 * Uses a cached snapshot synchronously: a promise for each field of a thousand lines would cost more than the fields.
 * Pending fields take turns and yield to other requests in between.
 */
export function withSnapshot<Result>(
  document: CalculatedDocument,
  ctx: GraphqlContext,
  use: (snapshot: TransactionSnapshot) => Result,
): Result | Promise<Result> {
  const snapshot = known.get(document);
  if (snapshot) return use(snapshot);
  const { serveOthers, before } = turns.get(document) ?? {
    serveOthers: createYield(),
    before: snapshotOf(document, ctx),
  };
  const turn = before.then(async (loaded) => {
    await serveOthers();
    requireWanted(ctx);
    return loaded;
  });
  turns.set(document, { serveOthers, before: turn });
  return turn.then(use);
}

/** The snapshot behind a document's figures. Snapshots are read together for all documents of a response. */
export async function snapshotOf(document: CalculatedDocument, ctx: GraphqlContext): Promise<TransactionSnapshot> {
  const { serviceId, calculationNumber, replacedAt } = document;
  const loaders = loadersOf(ctx);
  const snapshot = await (replacedAt
    ? loaders.snapshotOfCalculation.load({ serviceId, calculationNumber })
    : loaders.snapshotById.load(serviceId));
  if (!snapshot) throw new Error(`Calculation ${calculationNumber} of ${serviceId} has no snapshot.`);
  known.set(document, snapshot);
  return snapshot;
}
