import { invalidInput } from '../../domain/base/errors.ts';
import { periodIssues } from '../../domain/base/report-period.ts';
import type { ExchangeRate, ExchangeRateFilter } from '../../domain/exchange-rates/exchange-rate.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { ExchangeRatePage } from '../../ports/stores/exchange-rate-store.ts';

/** One page, newest day first, then by currencies. */
export async function listExchangeRates(
  ctx: Context,
  filter: ExchangeRateFilter,
  page: ExchangeRatePage,
): Promise<ExchangeRate[]> {
  const { exchangeRates } = authorize(ctx, 'tax:read').stores;
  const issues = periodIssues(filter);
  if (issues.length > 0) throw invalidInput(issues);
  return exchangeRates.list(filter, page);
}

export function countExchangeRates(ctx: Context, filter: ExchangeRateFilter): Promise<number> {
  return authorize(ctx, 'tax:read').stores.exchangeRates.count(filter);
}
