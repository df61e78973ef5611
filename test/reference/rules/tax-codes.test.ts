import { describe, expect, it } from 'vitest';
import { rateBook } from '../rate-book.ts';

describe('catalogue of tax codes', () => {
  it.each([
    ['C1S1', 'general', 'GOODS', true],
    ['c1s1', 'general', 'GOODS', true],
    [' C6S1 ', 'shipping', 'SHIPPING', false],
    ['C3S1', 'saas_business', 'DIGITAL', false],
    ['C1S50', 'software_boxed', 'GOODS', true],
    ['C7S1', 'stored_value', 'STORED_VALUE', false],
  ])('finds %s', (text, category, kind, isTangible) => {
    expect(rateBook.findTaxCode(text)).toMatchObject({ code: text.trim().toUpperCase(), category, kind, isTangible });
  });

  it('does not know other codes', () => {
    for (const text of ['', 'C9S9', 'shipping']) expect(rateBook.findTaxCode(text)).toBeNull();
  });

  it('has a name and a description for every code, and each code once', () => {
    expect(new Set(rateBook.taxCodes.map(({ code }) => code)).size).toBe(rateBook.taxCodes.length);
    for (const { code, name, description } of rateBook.taxCodes) {
      expect(code).toMatch(/^C\d+S\d+$/);
      expect(name.length * description.length).toBeGreaterThan(0);
    }
  });
});
