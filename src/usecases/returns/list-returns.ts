import { type Issue, invalidInput } from '../../domain/base/errors.ts';
import { periodIssues } from '../../domain/base/report-period.ts';
import { readPlaceFilter } from '../../domain/places/place-filter.ts';
import { asReturn, type StoredReturn } from '../../domain/returns/return.ts';
import { type AskedReturn, readReturnName } from '../../domain/returns/return-input.ts';
import type { Return } from '../../domain/returns/return-record.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { PageRequest } from '../../ports/stores/page-request.ts';
import type { ReturnFilter } from '../../ports/stores/return-store.ts';

/** Which returns to list, as sent. */
type AskedReturns = {
  readonly country?: string | null | undefined;
  readonly state?: string | null | undefined;
  /** The period must contain at least one of these days. */
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
};

/** The returns that were filed at least once, newest first. */
export function listReturns(ctx: Context, asked: AskedReturns, page: PageRequest): Promise<StoredReturn[]> {
  return authorize(ctx, 'returns:read').stores.returns.list(readFilter(ctx, asked), page);
}

export function countReturns(ctx: Context, asked: AskedReturns): Promise<number> {
  return authorize(ctx, 'returns:read').stores.returns.count(readFilter(ctx, asked));
}

/** A return, filed or not: until it is filed, any place and period is a draft. */
export async function getReturn(ctx: Context, asked: AskedReturn): Promise<Return> {
  const { returns } = authorize(ctx, 'returns:read').stores;
  const name = readReturnName(ctx.reference, asked);
  return asReturn(name, await returns.find(name));
}

function readFilter({ reference }: Context, { country, state, from, to }: AskedReturns): ReturnFilter {
  const { place, issues: placeIssues } = readPlaceFilter(reference, { country, state });
  const issues: Issue[] = [...placeIssues, ...periodIssues({ from, to })];
  if (issues.length > 0) throw invalidInput(issues);
  const hasPeriod = from != null || to != null;
  const period = { from: from ?? '0001-01-01', to: to ?? '9999-12-31' };
  return { country: place.country, state: place.state, ...(hasPeriod && { period }) };
}
