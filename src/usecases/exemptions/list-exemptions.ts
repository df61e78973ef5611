import type { Exemption } from '../../domain/exemptions/exemption.ts';
import type { ExemptionFilter, ExemptionOrderField } from '../../domain/exemptions/exemption-list.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { OrderedPage, PageRequest } from '../../ports/stores/page-request.ts';

/** One page of exemptions, newest first by default. */
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
