import { notFound } from '../../domain/base/errors.ts';
import type { RecordName } from '../../domain/base/record-name.ts';
import type { TransactionFilter } from '../../domain/transactions/transaction-list.ts';
import type { Replay } from '../../domain/what-if/replay/replay-record.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { PageRequest } from '../../ports/stores/page-request.ts';
import type { StoredTransaction } from '../../ports/stores/transaction-store.ts';
import { createYield } from '../writing/yield-to-event-loop.ts';
import { findTransaction } from './get-transaction.ts';
import { positionOf } from './list-transactions.ts';
import { replayDocument } from './replay-document.ts';
import { loadReplayTarget } from './replay-target.ts';

/**
 * Recalculates a stored document without storing anything: with its original inputs (`ORIGINAL`), as a recalculation
 * today would (`CURRENT`), or with a version of the rate book and all other inputs unchanged.
 */
export async function replayTransaction(ctx: Context, by: RecordName, rateBook: string): Promise<Replay> {
  const session = authorize(ctx, 'transactions:read');
  const stored = await findTransaction(session.stores.transactions, by);
  const targetsOf = await loadReplayTarget(ctx, session, rateBook);
  const targetOf = await targetsOf([stored]);
  return replayDocument(ctx, stored, targetOf(stored));
}

/** Recalculates several documents, in the order of `serviceIds`. */
export async function replayTransactions(
  ctx: Context,
  serviceIds: readonly string[],
  rateBook: string,
): Promise<Replay[]> {
  const { replayPage } = await listReplays(ctx, { serviceId: { in: [...serviceIds] } }, rateBook);
  const found = new Map<string, Replay>();
  const page = { limit: serviceIds.length, after: null };
  for await (const { replayed } of replayPage(page)) found.set(replayed.serviceId, replayed);
  return serviceIds.map((serviceId) => {
    const one = found.get(serviceId);
    if (!one) throw notFound('TRANSACTION', { serviceId });
    return one;
  });
}

/** Pages of documents, newest first, with functions that recalculate single documents or a whole page. */
export async function listReplays(ctx: Context, filter: TransactionFilter, rateBook: string) {
  const session = authorize(ctx, 'transactions:read');
  const targetsOf = await loadReplayTarget(ctx, session, rateBook);
  const read = (page: PageRequest) => session.stores.transactions.listStored(filter, page);
  async function* replay(documents: readonly StoredTransaction[]): AsyncGenerator<Replay> {
    const serveOthers = createYield();
    const targetOf = await targetsOf(documents);
    for (const stored of documents) {
      await serveOthers();
      yield await replayDocument(ctx, stored, targetOf(stored));
    }
  }
  async function* replayPage(page: PageRequest) {
    let left = page;
    for (let isCut = true; isCut; ) {
      const part = await read(left);
      let index = 0;
      for await (const replayed of replay(part.rows)) {
        const { transaction } = part.rows[index++]!;
        left = { ...left, limit: left.limit - 1, after: positionOf(transaction) };
        yield { replayed, createdAt: transaction.internalTimestamps.createdDate };
      }
      ({ isCut } = part);
    }
  }
  return { read, replay, replayPage };
}
