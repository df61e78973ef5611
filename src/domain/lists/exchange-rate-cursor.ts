import { z } from 'zod';
import { dayInput } from '../base/report-period.ts';
import { cursorInput, encodeCursor } from './cursor.ts';

/** The position of an exchange rate in the list, newest day first. */
export type ExchangeRatePosition = {
  readonly date: string;
  readonly fromCurrency: string;
  readonly toCurrency: string;
};

export function encodeExchangeRateCursor({ date, fromCurrency, toCurrency }: ExchangeRatePosition): string {
  return encodeCursor('exchangeRates', [date, fromCurrency, toCurrency]);
}

const code = z.string().regex(/^[A-Z]{3}$/);

export const exchangeRateCursor = cursorInput(
  'exchangeRates',
  z
    .tuple([dayInput, code, code])
    .transform(([date, fromCurrency, toCurrency]): ExchangeRatePosition => ({ date, fromCurrency, toCurrency })),
);
