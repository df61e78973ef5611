import { authorize, type Context } from '../context.ts';
import type { Exemption } from '../domain/exemption.ts';
import type { ExemptionOrderField } from '../domain/list-order.ts';
import type { ExemptionFilter } from '../domain/record-filter.ts';
import type { OrderedPage, PageRequest } from '../stores/stores.ts';

/** One page, newest first unless another order is asked for. */
export function listExemptions(
  ctx: Context,
  filter: ExemptionFilter,
  page: PageRequest | OrderedPage<ExemptionOrderField>,
): Promise<Exemption[]> {
  return authorize(ctx, 'exemptions:read').stores.exemptions.list(filter, page);
}

export function countExemptions(ctx: Context, filter: ExemptionFilter): Promise<number> {
  return authorize(ctx, 'exemptions:read').stores.exemptions.count(filter);
}
