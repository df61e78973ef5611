import type {
  ExchangeRate,
  ExchangeRateFilter,
  ExchangeRatesInput,
  StoredExchangeRates,
} from '../../domain/exchange-rates/exchange-rate.ts';
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

/** Stores all rates or none, replacing those with the same pair and day. Stored documents keep their rates. */
export async function upsertExchangeRates(ctx: Context, { rates }: ExchangeRatesInput): Promise<StoredExchangeRates> {
  const { exchangeRates } = authorize(ctx, 'admin').stores;
  const changed = await exchangeRates.put(rates, ctx.now());
  return { changedCount: changed, unchangedCount: rates.length - changed };
}
