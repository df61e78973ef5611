import type { ExchangeRate, ExchangeRateFilter } from '../../domain/exchange-rates/exchange-rate.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { ExchangeRatePage } from '../../ports/stores/exchange-rate-store.ts';

/** One page of exchange rates, newest day first, then by currencies. */
export function listExchangeRates(
  ctx: Context,
  filter: ExchangeRateFilter,
  page: ExchangeRatePage,
): Promise<ExchangeRate[]> {
  return authorize(ctx, 'tax:read').stores.exchangeRates.list(filter, page);
}

export function countExchangeRates(ctx: Context, filter: ExchangeRateFilter): Promise<number> {
  return authorize(ctx, 'tax:read').stores.exchangeRates.count(filter);
}
