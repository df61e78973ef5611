import { describe, expect, it } from 'vitest';
import { cutText, exactText } from '../../../src/tax/numbers/exact-text.ts';
import { Fraction } from '../../../src/tax/numbers/fraction.ts';

describe('exactText', () => {
  it.each<[bigint, bigint, string, string]>([
    [21n, 8n, '2.625', '2.625'],
    [-466725n, 100000n, '-4.66725', '-4.66725'],
    [0n, 7n, '0', '0'],
    [300n, 100n, '3', '3'],
    [2500n, 386n, '1250/193', '6.47668393…'],
    [-1n, 3n, '-1/3', '-0.33333333…'],
    [1n, 2n ** 10n, '0.0009765625', '0.00097656…'],
  ])('writes %s/%s as %s, to be read as %s', (numerator, denominator, exact, cut) => {
    expect(exactText(new Fraction(numerator, denominator))).toBe(exact);
    expect(cutText(new Fraction(numerator, denominator))).toBe(cut);
  });
});
