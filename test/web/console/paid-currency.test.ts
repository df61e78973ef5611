import { expect, it } from 'vitest';
import { paidCurrencyOf } from '../../../src/web/console/views/return/return-key.ts';

const figures = (...currencies: readonly string[]) => ({
  oneStopShop: null,
  totals: currencies.map((currency) => ({ amounts: { currency } })),
});

it.each([
  ['US', figures('EUR', 'USD'), 'USD'],
  ['US', null, 'USD'],
  ['DE', figures('EUR'), 'EUR'],
  ['DE', { ...figures('PLN'), oneStopShop: { currency: 'EUR' } }, 'EUR'],
  ['PL', figures('EUR', 'PLN'), null],
  ['PL', figures(), null],
])('the amount paid in %s, with the figures %j, is in %s', (country, shown, currency) => {
  expect(paidCurrencyOf(country, shown)).toBe(currency);
});
