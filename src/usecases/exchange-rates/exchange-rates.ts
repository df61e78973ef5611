import type { ExchangeRatesInput, StoredExchangeRates } from '../../domain/exchange-rates/exchange-rate.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { storedList } from '../reading/stored-list.ts';

/** One page of exchange rates, newest day first, then by currencies. */
export const { list: listExchangeRates, count: countExchangeRates } = storedList(
  'tax:read',
  ({ exchangeRates }) => exchangeRates,
);

/** Stores all rates or none, replacing those with the same pair and day. Stored documents keep their rates. */
export async function upsertExchangeRates(ctx: Context, { rates }: ExchangeRatesInput): Promise<StoredExchangeRates> {
  const { exchangeRates } = authorize(ctx, 'admin').stores;
  const changed = await exchangeRates.put(rates, ctx.now());
  return { changedCount: changed, unchangedCount: rates.length - changed };
}
