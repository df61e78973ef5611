import { authorize, type Context } from '../context.ts';
import type { Exemption } from '../domain/exemption.ts';
import type { ExemptionFilter, PageRequest } from '../stores/stores.ts';

/** One page, newest first. */
export function listExemptions(ctx: Context, filter: ExemptionFilter, page: PageRequest): Promise<Exemption[]> {
  return authorize(ctx, 'exemptions:read').stores.exemptions.list(filter, page);
}

export function countExemptions(ctx: Context, filter: ExemptionFilter): Promise<number> {
  return authorize(ctx, 'exemptions:read').stores.exemptions.count(filter);
}
