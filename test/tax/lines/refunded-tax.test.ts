import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refundedParts, refundedTax } from '../../../src/tax/lines/refunded-tax.ts';
import { decimal, decimalText, sum, zero } from '../../../src/tax/numbers/decimal.ts';
import { forMany, scaled } from '../../support/tax-arbitraries.ts';

function aRefund(originalTax: string, originalBase: string, baseBefore: string, baseNow: string) {
  const [tax, base, before, now] = [originalTax, originalBase, baseBefore, baseNow].map(decimal);
  return { originalTax: tax!, originalBase: base!, baseBefore: before!, baseNow: now!, minorUnit: 2 };
}

describe('refundedTax', () => {
  it('gives the figures of worked example 17: five pieces returned singly', () => {
    const befores = ['0', '3.30', '6.60', '9.90', '13.20'];
    const taxes = befores.map((before) => decimalText(refundedTax(aRefund('1.24', '16.50', before, '3.30'))));
    expect(taxes).toEqual(['0.25', '0.25', '0.24', '0.25', '0.25']);
  });

  it.each([
    ['1.24', '16.50', '0', '16.50', '1.24', 'all at once'],
    ['1.24', '16.50', '16.50', '0', '0', 'nothing more'],
    ['-2.15', '-26.00', '0', '-13.00', '-1.08', 'a line that was itself a return; 1.075 is a tie'],
    ['-2.15', '-26.00', '-13.00', '-13.00', '-1.07', 'and the rest of it'],
    ['0', '0', '0', '0', '0', 'a free line'],
    ['0', '40.00', '10.00', '30.00', '0', 'an untaxed line'],
  ])('of tax %s on %s, after %s a refund of %s returns %s (%s)', (tax, base, before, now, refunded) => {
    expect(decimalText(refundedTax(aRefund(tax, base, before, now)))).toBe(refunded);
  });

  it.each([
    ['1.24', '13.20', '1.00', '3.30', '0.24', 'earlier refunds gave a cent more than was due for theirs'],
    ['1.24', '13.20', '0.98', '3.30', '0.26', 'a cent less'],
    ['1.24', '13.20', '1.00', '0.01', '0', 'and what they gave is not taken back'],
    ['-1.24', '-13.20', '-1.00', '-0.01', '0', 'nor on a line below zero'],
  ])('of tax %s, after %s with a tax of %s a refund of %s returns %s: %s', (tax, before, given, now, refunded) => {
    const base = tax.startsWith('-') ? '-16.50' : '16.50';
    const refund = { ...aRefund(tax, base, before, now), taxBefore: decimal(given) };
    expect(decimalText(refundedTax(refund))).toBe(refunded);
  });

  it('follows the tie rule of the document', () => {
    expect(decimalText(refundedTax({ ...aRefund('2.15', '26', '0', '13'), roundingMode: 'HALF_DOWN' }))).toBe('1.07');
  });

  it.each([
    ['10.00', '0.01', 'more than was sold'],
    ['0', '-1.00', 'the wrong sign'],
  ])('refuses refunds after %s of %s: %s', (before, now) => {
    expect(() => refundedTax(aRefund('1.00', '10.00', before, now))).toThrow(RangeError);
  });
});

describe('refundedParts', () => {
  it('splits each refund so that its parts add up, and all refunds so that they return every part', () => {
    const parts = ['0.55', '0.09', '0.04', '0.04'].map(decimal);
    const first = refundedParts(aRefund('0.72', '8.70', '0', '4.35'), parts).map(decimalText);
    const second = refundedParts(aRefund('0.72', '8.70', '4.35', '4.35'), parts).map(decimalText);
    // Half of 0.72 is 0.36; its exact parts are 0.275, 0.045, 0.02 and 0.02, and of the two halves the first gets the cent.
    expect(first).toEqual(['0.28', '0.04', '0.02', '0.02']);
    expect(second).toEqual(['0.27', '0.05', '0.02', '0.02']);
  });
});

describe('refunds of a line', () => {
  it('return all of its tax together, and never more on the way', () => {
    const some = fc.record({
      tax: fc.integer({ min: 0, max: 5_000 }),
      portions: fc.array(fc.integer({ min: 0, max: 4_000 }), { minLength: 1, maxLength: 8 }),
      sign: fc.constantFrom(1, -1),
      weights: fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 1, maxLength: 4 }),
    });
    forMany(some, 1500, ({ tax, portions, sign, weights }) => {
      const base = portions.reduce((total, portion) => total + portion, 0);
      if (base === 0) return;
      const parts = partsOf(tax, weights).map((part) => scaled(part * sign, 2));
      let [returned, before, ofParts] = [zero, 0, parts.map(() => zero)];
      for (const portion of portions) {
        const refund = {
          originalTax: scaled(tax * sign, 2),
          originalBase: scaled(base * sign, 2),
          baseBefore: scaled(before * sign, 2),
          baseNow: scaled(portion * sign, 2),
          minorUnit: 2,
        };
        const now = refundedTax(refund);
        const nowOfParts = refundedParts(refund, parts);
        expect(decimalText(sum(nowOfParts))).toBe(decimalText(now));
        returned = returned.plus(now);
        ofParts = ofParts.map((part, index) => part.plus(nowOfParts[index]!));
        before += portion;
        expect(now.times(sign).gte(0) && returned.times(sign).lte(scaled(tax, 2))).toBe(true);
      }
      expect(decimalText(returned)).toBe(decimalText(scaled(tax * sign, 2)));
      expect(ofParts.map(decimalText)).toEqual(parts.map(decimalText));
    });
  });
});

/** Splits a whole number into parts: all but the last by simple division. */
function partsOf(total: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sumOfWeights, weight) => sumOfWeights + weight, 0);
  if (all === 0) return [total, ...weights.slice(1).map(() => 0)];
  const parts = weights.map((weight) => Math.floor((total * weight) / all));
  parts[0]! += total - parts.reduce((sumOfParts, part) => sumOfParts + part, 0);
  return parts;
}
