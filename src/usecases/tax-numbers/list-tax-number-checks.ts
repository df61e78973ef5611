import type { TaxNumberCheckFilter, TaxNumberCheckRecord } from '../../domain/tax-numbers/tax-number-validation.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { PageRequest } from '../../ports/stores/page-request.ts';

/** One page of tax number checks, newest first. */
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

/** The filter may contain numbers in any usual spelling, with their prefix. */
function asStored({ reference }: Context, { vatNumber, ...others }: TaxNumberCheckFilter): TaxNumberCheckFilter {
  if (vatNumber == null) return others;
  const stored = (text: string) => reference.checkTaxNumber(text, null)?.number ?? text;
  const one = (text: string | null | undefined) => (text == null ? text : stored(text));
  const { eq, ne, in: among, notIn, ...rest } = vatNumber;
  const read = { eq: one(eq), ne: one(ne), in: among?.map(stored), notIn: notIn?.map(stored) };
  return { ...others, vatNumber: { ...rest, ...read } };
}
