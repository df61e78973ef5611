import { AppError } from '../../domain/base/errors.ts';
import type { RecordName } from '../../domain/base/record-name.ts';
import type { TransactionFilter } from '../../domain/lists/record-filter.ts';
import type { Replay } from '../../domain/transactions/replay/replay-record.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { PageRequest } from '../../ports/stores/page-request.ts';
import type { StoredTransaction } from '../../ports/stores/transaction-store.ts';
import { createYield } from '../writing/yield-to-event-loop.ts';
import { findTransaction } from './get-transaction.ts';
import { replayDocument } from './replay-document.ts';
import { loadReplayTarget } from './replay-target.ts';

/**
 * Calculates a stored document again: `ORIGINAL` with everything as it was, `CURRENT` as a recalculation today would, and a
 * version of the rate book with everything else as it was. Stores nothing.
 */
export async function replayTransaction(ctx: Context, by: RecordName, rateBook: string): Promise<Replay> {
  const session = authorize(ctx, 'transactions:read');
  const stored = await findTransaction(session.stores.transactions, by);
  const targetsOf = await loadReplayTarget(ctx, session, rateBook);
  const targetOf = await targetsOf([stored]);
  return replayDocument(ctx, stored, targetOf(stored));
}

/** The same for several documents, in the order of their ids. */
export async function replayTransactions(
  ctx: Context,
  serviceIds: readonly string[],
  rateBook: string,
): Promise<Replay[]> {
  const { read, replay } = await listReplays(ctx, { serviceId: { in: [...serviceIds] } }, rateBook);
  const found = new Map<string, Replay>();
  const stored = await read({ limit: serviceIds.length, after: null });
  for await (const one of replay(stored)) found.set(one.serviceId, one);
  return serviceIds.map((serviceId) => {
    const one = found.get(serviceId);
    if (!one) throw new AppError('NOT_FOUND', 'There is no such transaction.');
    return one;
  });
}

/** Pages of documents, newest first, and a function that calculates those of a page again. */
export async function listReplays(ctx: Context, filter: TransactionFilter, rateBook: string) {
  const session = authorize(ctx, 'transactions:read');
  const targetsOf = await loadReplayTarget(ctx, session, rateBook);
  return {
    read: (page: PageRequest) => session.stores.transactions.listStored(filter, page),
    async *replay(page: readonly StoredTransaction[]): AsyncGenerator<Replay> {
      const serveOthers = createYield();
      const targetOf = await targetsOf(page);
      for (const stored of page) {
        await serveOthers();
        yield await replayDocument(ctx, stored, targetOf(stored));
      }
    },
  };
}
