import { describe, expect, it } from 'vitest';
import {
  allocate,
  exceeds,
  fromMinorUnits,
  least,
  minus,
  percentageOf,
  percentOf,
  shareOf,
  sum,
  toMinorUnits,
} from '../../../src/shops/shared/amounts.ts';

describe('amounts of platforms', () => {
  it('add up in decimals, in any form', () => {
    expect(sum([0.1, '0.2', 1])).toBe('1.3');
    expect(sum([])).toBe('0');
    expect(minus('100', 0.1)).toBe('99.9');
    expect(least('9.9', '10')).toBe('9.9');
    expect(exceeds('10', '9.9')).toBe(true);
  });

  it.each([
    [1999, 2, '19.99', 'cents'],
    [500, 0, '500', 'yen'],
    [1001, 3, '1.001', 'fils'],
    [-250, 2, '-2.5', 'a discount'],
  ])('%i minor units of %i places are %s (%s)', (units, places, amount) => {
    expect(fromMinorUnits(units, places)).toBe(amount);
    expect(toMinorUnits(amount, places)).toBe(units);
  });

  it('calculates a share of minor units to the unit', () => {
    // A third of 1.00 is 33.33 cents.
    expect(fromMinorUnits(100, 2, { part: 1, of: 3 })).toBe('0.33');
    expect(shareOf('10.00', { part: 1, of: 3, places: 2 })).toBe('3.33');
    expect(shareOf('10.00', { part: 1, of: 0, places: 2 })).toBe('0');
  });

  it('returns a percentage whose product rounds to the tax, and the unchanged legal rate', () => {
    // 0.90 on 14.00 is 6.428571… %.
    expect(percentOf('0.90', '14.00')).toBe(6.42857142857143);
    expect((14 * percentOf('0.90', '14.00')) / 100).toBeCloseTo(0.9, 12);
    expect(percentOf('1', '0')).toBe(0);
    expect(percentageOf('0.06875')).toBe(6.875);
  });

  it.each([
    [
      1803,
      [6.875, 1.15, 1],
      [1373, 230, 200],
      '1373.48…, 229.75… and 199.78…: the two largest remainders are rounded up',
    ],
    [1, [1, 1], [1, 0], 'a tie goes to the first'],
    [7, [0, 0], [7, 0], 'without weights, the first has all'],
    [0, [3, 1], [0, 0], 'nothing'],
  ])('shares %i by %j as %j (%s)', (units, weights, parts) => {
    expect(allocate(units, weights)).toEqual(parts);
  });
});
