import { describe, expect, it } from 'vitest';
import {
  decimal,
  decimalText,
  fromUnits,
  roundToUnit,
  scaledInteger,
  sum,
  toUnits,
} from '../../../src/tax/numbers/decimal.ts';

describe('roundToUnit', () => {
  it.each([
    ['2.625', 2, '2.63', 'ties go away from zero'],
    ['-2.625', 2, '-2.63', 'on either side'],
    ['0.4946', 2, '0.49', 'and are not made by rounding twice'],
    ['128.5', 0, '129', 'yen have no cents'],
    ['0.7365', 3, '0.737', 'Bahraini dinars have three places'],
    ['7', 2, '7', 'a whole number stays'],
    ['68930738436.84123125', 2, '68930738436.84', 'large'],
  ])('rounds %s to %i places: %s (%s)', (value, places, rounded) => {
    expect(decimalText(roundToUnit(decimal(value), places))).toBe(rounded);
  });

  it('follows another tie rule', () => {
    expect(decimalText(roundToUnit(decimal('0.165'), 2, 'HALF_DOWN'))).toBe('0.16');
    expect(decimalText(roundToUnit(decimal('0.175'), 2, 'HALF_EVEN'))).toBe('0.18');
  });
});

describe('toUnits and fromUnits', () => {
  it.each([
    ['12.5', 2, 1250n],
    ['-0.01', 2, -1n],
    ['1285', 0, 1285n],
    ['0.005', 3, 5n],
    ['99.99', 2, 9999n],
    ['100', 2, 10000n],
    ['0', 2, 0n],
    ['1000000000000', 2, 100000000000000n],
  ])('counts %s at %i places as %s and back', (text, minorUnit, units) => {
    expect(toUnits(decimal(text), minorUnit)).toBe(units);
    expect(decimalText(fromUnits(units, minorUnit))).toBe(text);
    expect(decimalText(fromUnits(units, minorUnit))).toBe(text);
  });

  it('keeps the minor units of two currencies apart', () => {
    expect(decimalText(fromUnits(123n, 2))).toBe('1.23');
    expect(decimalText(fromUnits(123n, 3))).toBe('0.123');
  });
});

describe('scaledInteger', () => {
  it.each([
    ['12.50', 125n, 1],
    ['-0.0625', -625n, 4],
    ['40', 40n, 0],
    ['1e-8', 1n, 8],
  ])('reads %s as %s over ten to the %i', (text, digits, places) => {
    expect(scaledInteger(decimal(text))).toEqual({ digits, places });
  });
});

describe('sum', () => {
  it('adds exactly what binary fractions cannot', () => {
    expect(decimalText(sum(['0.1', '0.2', '-0.3'].map(decimal)))).toBe('0');
  });
});
