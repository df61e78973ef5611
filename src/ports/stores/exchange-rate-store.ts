import type { ExchangeRate, ExchangeRateFilter } from '../../domain/exchange-rates/exchange-rate.ts';

/** At most `limit` rates after the given rate, or from the start if null: newest first, or oldest first if backward. */
export type ExchangeRatePage = {
  readonly limit: number;
  readonly after: Pick<ExchangeRate, 'publishedOn' | 'fromCurrency' | 'toCurrency'> | null;
  readonly isBackward?: boolean;
};

export interface ExchangeRateStore {
  /** Stores all of the rates or none; returns the number of new or changed rates. */
  put(rates: readonly ExchangeRate[], at: Date): Promise<number>;
  list(filter: ExchangeRateFilter, page: ExchangeRatePage): Promise<ExchangeRate[]>;
  count(filter: ExchangeRateFilter): Promise<number>;
  /** All rates between any two of these currencies on any of these days. */
  findFor(currencies: readonly string[], days: readonly string[]): Promise<ExchangeRate[]>;
}
