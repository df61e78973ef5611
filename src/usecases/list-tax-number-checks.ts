import { authorize, type Context } from '../context.ts';
import type { TaxNumberCheckRecord } from '../domain/tax-number-validation.ts';
import type { PageRequest, TaxNumberCheckFilter } from '../stores/stores.ts';

/** One page, newest first; the number may be written in any usual way, with its prefix. */
export function listTaxNumberChecks(
  ctx: Context,
  filter: TaxNumberCheckFilter,
  page: PageRequest,
): Promise<TaxNumberCheckRecord[]> {
  return authorize(ctx, 'tax:read').stores.taxNumberChecks.list(asStored(ctx, filter), page);
}

export function countTaxNumberChecks(ctx: Context, filter: TaxNumberCheckFilter): Promise<number> {
  return authorize(ctx, 'tax:read').stores.taxNumberChecks.count(asStored(ctx, filter));
}

function asStored({ reference }: Context, { vatNumber }: TaxNumberCheckFilter): TaxNumberCheckFilter {
  if (vatNumber === undefined) return {};
  return { vatNumber: reference.checkTaxNumber(vatNumber, null)?.number ?? vatNumber };
}
