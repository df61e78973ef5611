import { expect, it } from 'vitest';
import { inMinorUnits } from '../../../src/domain/base/currency.ts';

it.each([
  ['USD', '19.9', '19.90'],
  ['USD', '-100', '-100.00'],
  ['USD', '16.6666667', '16.6666667'],
  ['JPY', '1285', '1285'],
  ['BHD', '7.5', '7.500'],
])('an amount in %s is never cut, only filled up: %s is %s', (currency, amount, shown) => {
  expect(inMinorUnits(currency, amount)).toBe(shown);
});
