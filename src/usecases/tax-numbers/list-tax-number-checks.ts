import type { TaxNumberCheckRecord } from '../../domain/tax-numbers/tax-number-validation.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { PageRequest } from '../../ports/stores/page-request.ts';
import type { TaxNumberCheckFilter } from '../../ports/stores/tax-number-check-store.ts';

/** One page, newest first; the number may have any usual spelling, with its prefix. */
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
