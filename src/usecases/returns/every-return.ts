import type { Position } from '../../domain/lists/cursor.ts';
import type { StoredReturn } from '../../domain/returns/return.ts';
import type { TaxReturnFilter } from '../../domain/returns/return-list.ts';
import type { ReturnStore } from '../../ports/stores/return-store.ts';

const returnsPerPage = 500;

/** All returns that match a filter. */
export async function* everyReturn(returns: ReturnStore, filter: TaxReturnFilter): AsyncIterable<StoredReturn> {
  for await (const page of pagesOfReturns(returns, filter)) yield* page;
}

export async function* pagesOfReturns(
  returns: ReturnStore,
  filter: TaxReturnFilter,
): AsyncIterable<readonly StoredReturn[]> {
  for (let after: Position | null = null; ; ) {
    const page: readonly StoredReturn[] = await returns.list(filter, { limit: returnsPerPage, after });
    yield page;
    const last = page.at(-1);
    if (!last || page.length < returnsPerPage) return;
    after = { createdAt: last.internalTimestamps.createdDate, serviceId: last.serviceId };
  }
}
