import { describe, expect, it } from 'vitest';
import { decimal } from '../../../src/tax/numbers/decimal.ts';
import { Fraction, fractionOf, proportions } from '../../../src/tax/numbers/fraction.ts';

const third = new Fraction(1n, 3n);
const half = new Fraction(1n, 2n);

describe('Fraction', () => {
  it('adds, subtracts, multiplies and divides exactly', () => {
    expect(third.plus(half).compare(new Fraction(5n, 6n))).toBe(0);
    expect(third.minus(half).compare(new Fraction(-1n, 6n))).toBe(0);
    expect(third.times(half).compare(new Fraction(1n, 6n))).toBe(0);
    expect(third.dividedBy(half).compare(new Fraction(2n, 3n))).toBe(0);
  });

  it('compares without dividing', () => {
    expect(third.compare(new Fraction(333333333333333n, 1000000000000000n))).toBe(1);
    expect(third.compare(half)).toBe(-1);
    expect(new Fraction(-1n, 2n).compare(new Fraction(-1n, 3n))).toBe(-1);
  });

  it('reduces sums of different denominators', () => {
    expect(new Fraction(1n, 6n).plus(new Fraction(1n, 3n))).toEqual(half);
  });

  it('recognizes zero and one with any denominator', () => {
    expect([new Fraction(0n, 5n).isZero, third.isZero]).toEqual([true, false]);
    expect([new Fraction(5n, 5n).isOne, third.isOne]).toEqual([true, false]);
  });

  it('reads a decimal', () => {
    expect(fractionOf(decimal('-0.0825'))).toEqual(new Fraction(-825n, 10000n));
  });
});

describe('proportions', () => {
  it('gives whole numbers in the proportion of the fractions', () => {
    expect(proportions([half, third, new Fraction(0n, 7n)])).toEqual([21n, 14n, 0n]);
  });
});
