import { describe, expect, it } from 'vitest';
import { shareDiscount } from '../../../src/tax/lines/discounts.ts';

describe('shareDiscount', () => {
  it.each([
    [1100n, [7000n, 3000n, -2500n], [770n, 330n, 0n], 'a line below zero takes none'],
    [2500n, [800n, 1200n], [800n, 1200n], 'it is capped at what the lines come to'],
    [1234n, [5000n, 2550n, 2449n], [617n, 315n, 302n], 'an untaxed line bears its share'],
    [0n, [100n], [0n], 'none'],
    [500n, [-100n, 0n], [0n, 0n], 'nothing to come off'],
  ])('shares %s over %s: %s (%s)', (discount, nets, shares) => {
    expect(shareDiscount(discount, nets)).toEqual(shares);
  });

  it('refuses a negative discount', () => {
    expect(() => shareDiscount(-1n, [100n])).toThrow(RangeError);
  });
});
