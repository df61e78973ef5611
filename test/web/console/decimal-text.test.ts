import { describe, expect, it } from 'vitest';
import {
  add,
  compare,
  isNegative,
  isZero,
  negated,
  signedAmount,
  subtract,
} from '../../../src/web/console/format/decimal-text.ts';

describe('amounts as text', () => {
  it('add up exactly, whatever their places', () => {
    expect(add('0.1', '0.2')).toBe('0.3');
    expect(add('12', '0.050', '-3.5')).toBe('8.550');
    expect(add('90071992547409931.01', '0.01')).toBe('90071992547409931.02');
    expect(add()).toBe('0');
  });

  it('are negative in lists if they are refunded', () => {
    expect(signedAmount('REFUND', '5.10')).toBe('-5.10');
    expect(signedAmount('REFUND', '0.00')).toBe('0.00');
    expect(signedAmount('INVOICE', '5.10')).toBe('5.10');
  });

  it('are subtracted and compared', () => {
    expect(subtract('100.00', '100.01')).toBe('-0.01');
    expect(negated('-5.10')).toBe('5.10');
    expect(compare('1.0', '1')).toBe(0);
    expect(compare('-1', '0')).toBe(-1);
    expect(compare('10', '9.99')).toBe(1);
    expect([isZero('0.00'), isZero('-0.01'), isNegative('-0.01'), isNegative('0')]).toEqual([true, false, true, false]);
  });
});
