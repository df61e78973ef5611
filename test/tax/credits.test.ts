import { describe, expect, it } from 'vitest';
import { creditedParts, creditedTax } from '../../src/tax/credits.ts';
import { decimal, decimalText } from '../../src/tax/decimal.ts';

function aCredit(originalTax: string, originalBase: string, baseBefore: string, baseNow: string) {
  const [tax, base, before, now] = [originalTax, originalBase, baseBefore, baseNow].map(decimal);
  return { originalTax: tax!, originalBase: base!, baseBefore: before!, baseNow: now!, minorUnit: 2 };
}

describe('creditedTax', () => {
  it('gives the figures of worked example 17: five pieces returned singly', () => {
    const befores = ['0', '3.30', '6.60', '9.90', '13.20'];
    const taxes = befores.map((before) => decimalText(creditedTax(aCredit('1.24', '16.50', before, '3.30'))));
    expect(taxes).toEqual(['0.25', '0.25', '0.24', '0.25', '0.25']);
  });

  it.each([
    ['1.24', '16.50', '0', '16.50', '1.24', 'all at once'],
    ['1.24', '16.50', '16.50', '0', '0', 'nothing more'],
    ['-2.15', '-26.00', '0', '-13.00', '-1.08', 'a line that was itself a return; 1.075 is a tie'],
    ['-2.15', '-26.00', '-13.00', '-13.00', '-1.07', 'and the rest of it'],
    ['0', '0', '0', '0', '0', 'a free line'],
    ['0', '40.00', '10.00', '30.00', '0', 'an untaxed line'],
  ])('of tax %s on %s, after %s a credit of %s returns %s (%s)', (tax, base, before, now, credited) => {
    expect(decimalText(creditedTax(aCredit(tax, base, before, now)))).toBe(credited);
  });

  it('follows the tie rule of the document', () => {
    expect(decimalText(creditedTax({ ...aCredit('2.15', '26', '0', '13'), tieRule: 'HALF_DOWN' }))).toBe('1.07');
  });

  it.each([
    ['10.00', '0.01', 'more than was sold'],
    ['0', '-1.00', 'the wrong sign'],
  ])('refuses credits after %s of %s: %s', (before, now) => {
    expect(() => creditedTax(aCredit('1.00', '10.00', before, now))).toThrow(RangeError);
  });
});

describe('creditedParts', () => {
  it('splits each credit so that its parts add up, and all credits so that they return every part', () => {
    const parts = ['0.55', '0.09', '0.04', '0.04'].map(decimal);
    const first = creditedParts(aCredit('0.72', '8.70', '0', '4.35'), parts).map(decimalText);
    const second = creditedParts(aCredit('0.72', '8.70', '4.35', '4.35'), parts).map(decimalText);
    // Half of 0.72 is 0.36; its exact parts are 0.275, 0.045, 0.02 and 0.02, and of the two halves the first gets the cent.
    expect(first).toEqual(['0.28', '0.04', '0.02', '0.02']);
    expect(second).toEqual(['0.27', '0.05', '0.02', '0.02']);
  });
});
