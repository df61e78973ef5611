import { describe, expect, it } from 'vitest';
import {
  amountInput,
  discountInput,
  manualRateInput,
  quantityInput,
  readNumber,
  sumOfTexts,
} from '../../../src/domain/base/amount.ts';
import { issuesOf } from '../../../src/domain/base/parse-input.ts';
import { amount } from '../../support/records.ts';

const codeOf = (schema: typeof amountInput, value: unknown) => {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : issuesOf(parsed.error)[0]!.code;
};

describe('readNumber', () => {
  it.each([
    [0.1 + 0.2, '0.3', 'a double is read at 15 significant digits'],
    [1e-7, '0.0000001', 'no exponent is left'],
    [16.6666667, '16.6666667', 'more places than the currency has'],
    ['875310964277.35', '875310964277.35', 'text is read as it stands'],
    ['0.30000000000000004', '0.30000000000000004', 'text keeps every digit'],
    [' 12.50 ', '12.5', 'blanks around and zeros behind do not count'],
    ['-.5', '-0.5', 'a point may come first'],
    ['1e3', '1000', 'an exponent in text'],
    [-0, '0', 'minus zero is zero'],
  ])('reads %j as %s: %s', (value, text, _why) => {
    expect(readNumber(value)!.toFixed()).toBe(text);
  });

  it.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '',
    ' ',
    '12,5',
    '0x10',
    '1 2',
    'NaN',
    '٣',
    true,
    null,
    [],
    '1'.repeat(121),
  ])('refuses %j', (value) => {
    expect(readNumber(value)).toBeNull();
  });
});

describe('the bounds of numbers', () => {
  it.each([
    [1e12, '1000000000000'],
    ['-1000000000000', '-1000000000000'],
    ['1000000000000.01', 'OUT_OF_RANGE'],
    ['123456789012345.6', 'OUT_OF_RANGE'],
    ['1.234567890123456', 'TOO_MANY_DIGITS'],
    ['1e-101', 'TOO_MANY_DIGITS'],
    [`-0.${'0'.repeat(89)}1`, `-0.${'0'.repeat(89)}1`],
    ['1'.repeat(1_000_000), 'INVALID_TYPE'],
    [-0, '0'],
    [true, 'INVALID_TYPE'],
    ['ten', 'INVALID_TYPE'],
  ])('amount %j: %s', (value, expected) => {
    expect(codeOf(amountInput, value)).toBe(expected);
  });

  it.each([
    [0, 'OUT_OF_RANGE'],
    [-1, 'OUT_OF_RANGE'],
    ['0.000001', '0.000001'],
    ['0.0000001', 'OUT_OF_RANGE'],
    [1e9, '1000000000'],
    [1e9 + 1, 'OUT_OF_RANGE'],
  ])('quantity %j: %s', (value, expected) => {
    expect(codeOf(quantityInput, value)).toBe(expected);
  });

  it.each([
    [0.5, '0.5'],
    [0.5000001, 'OUT_OF_RANGE'],
    [-0.01, 'OUT_OF_RANGE'],
    ['0.123456789', 'TOO_MANY_DIGITS'],
  ])('manual rate %j: %s', (value, expected) => {
    expect(codeOf(manualRateInput, value)).toBe(expected);
  });

  it('refuses a negative discount', () => {
    expect(codeOf(discountInput, -1)).toBe('OUT_OF_RANGE');
    expect(codeOf(discountInput, 0)).toBe('0');
  });
});

describe('sumOfTexts', () => {
  it.each([
    [[], '0', 'nothing'],
    [['0', '0'], '0', 'zeros'],
    [['0', '-0.07', '0'], '-0.07', 'one amount stands as it is'],
    [['0.1', '0.2'], '0.3', 'exact'],
    [['12.5', '-12.5'], '0', 'no minus zero'],
    [['1.5', '-0.25', '3'], '4.25', 'numbers of different places'],
    [['-0.07', '0.02'], '-0.05', 'below zero'],
    [['9.95', '0.05'], '10', 'without zeros behind'],
    [['999999999999.999999', '0.000001'], '1000000000000', 'more digits than a double has'],
    [['-9007199254740000', '9007199254740993'], '993', 'an amount that no double holds'],
    [['9007199254740991', '1', '1'], '9007199254740993', 'a sum that no double holds'],
    [['0.1', `0.${'0'.repeat(39)}1`], `0.1${'0'.repeat(38)}1`, 'many places'],
  ])('adds %j: %s (%s)', (texts, sum) => {
    expect(sumOfTexts(texts.map(amount))).toBe(sum);
  });
});
