import type { StoredReturn } from '../../domain/returns/return.ts';
import type { TaxReturnFilter } from '../../domain/returns/return-list.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { PageRequest } from '../../ports/stores/page-request.ts';

/** The returns that were filed at least once or are being filed, newest first. */
export function listTaxReturns(ctx: Context, filter: TaxReturnFilter, page: PageRequest): Promise<StoredReturn[]> {
  return authorize(ctx, 'returns:read').stores.returns.list(filter, page);
}

export function countTaxReturns(ctx: Context, filter: TaxReturnFilter): Promise<number> {
  return authorize(ctx, 'returns:read').stores.returns.count(filter);
}
