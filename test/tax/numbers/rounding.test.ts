import { describe, expect, it } from 'vitest';
import { roundQuotient } from '../../../src/tax/numbers/rounding.ts';

describe('roundQuotient', () => {
  it.each([
    [5n, 2n, 3n, 2n, 2n, 2n, 3n, 'a half'],
    [7n, 2n, 4n, 3n, 4n, 3n, 4n, 'a half above an odd number'],
    [-5n, 2n, -3n, -2n, -2n, -2n, -3n, 'a negative half mirrors a positive one'],
    [49n, 100n, 0n, 0n, 0n, 0n, 1n, 'just below a half'],
    [51n, 100n, 1n, 1n, 1n, 0n, 1n, 'just above a half'],
    [6n, 3n, 2n, 2n, 2n, 2n, 2n, 'a whole number'],
    [-1n, 100n, 0n, 0n, 0n, 0n, -1n, 'a negative fraction'],
    [0n, 7n, 0n, 0n, 0n, 0n, 0n, 'nothing'],
  ])('rounds %s/%s to %s, %s or %s by tie rule, %s down and %s up (%s)', (numerator, denominator, ...expected) => {
    const [halfUp, halfDown, halfEven, down, up] = expected;
    expect(roundQuotient(numerator, denominator)).toBe(halfUp);
    expect(roundQuotient(numerator, denominator, 'HALF_DOWN')).toBe(halfDown);
    expect(roundQuotient(numerator, denominator, 'HALF_EVEN')).toBe(halfEven);
    expect(roundQuotient(numerator, denominator, 'DOWN')).toBe(down);
    expect(roundQuotient(numerator, denominator, 'UP')).toBe(up);
  });

  it('sees a difference in the fortieth digit', () => {
    const denominator = 2n * 10n ** 40n;
    expect(roundQuotient(10n ** 40n - 1n, denominator)).toBe(0n);
    expect(roundQuotient(10n ** 40n, denominator)).toBe(1n);
  });
});
