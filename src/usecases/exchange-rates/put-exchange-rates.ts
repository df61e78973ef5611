import type { ExchangeRatesInput } from '../../domain/exchange-rates/exchange-rate.ts';
import { authorize, type Context } from '../../ports/context.ts';

export type StoredExchangeRates = { readonly changed: number; readonly unchanged: number };

/** Stores rates, all or none; one of the same pair and day is replaced. Stored documents keep theirs. */
export async function putExchangeRates(ctx: Context, { rates }: ExchangeRatesInput): Promise<StoredExchangeRates> {
  const { exchangeRates } = authorize(ctx, 'admin').stores;
  const changed = await exchangeRates.put(rates, ctx.now());
  return { changed, unchanged: rates.length - changed };
}
