import { oldestRefusal, type RefusalFilter, type RefusalRecord } from '../../domain/refusals/refusal.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { PageRequest } from '../../ports/stores/page-request.ts';

/** One page of refusals, most recently refused first. */
export function listRefusals(ctx: Context, filter: RefusalFilter, page: PageRequest): Promise<RefusalRecord[]> {
  return authorize(ctx, 'transactions:read').stores.refusals.list(filter, oldestRefusal(ctx.now()), page);
}

export function countRefusals(ctx: Context, filter: RefusalFilter): Promise<number> {
  return authorize(ctx, 'transactions:read').stores.refusals.count(filter, oldestRefusal(ctx.now()));
}
