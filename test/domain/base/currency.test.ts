import { describe, expect, it } from 'vitest';
import currencies from '../../../src/domain/base/currencies.json' with { type: 'json' };
import { findCurrency, minorUnitOf } from '../../../src/domain/base/currency.ts';

describe('currencies', () => {
  it.each([
    ['USD', 2, 'cents'],
    ['JPY', 0, 'no minor unit'],
    ['BHD', 3, 'fils'],
    ['CLF', 4, 'a unit of account'],
    ['MGA', 2, 'a fifth, which ISO lists with two places'],
    ['MRU', 2, 'a fifth, which ISO lists with two places'],
  ])('%s has %i decimal places: %s', (code, places) => {
    expect(minorUnitOf(code)).toBe(places);
  });

  it('are found in any case, and others are not', () => {
    expect([' usd ', 'Eur', 'XAU', 'constructor'].map(findCurrency)).toEqual(['USD', 'EUR', null, null]);
    expect(() => minorUnitOf('XAU')).toThrow('Unknown currency XAU');
  });

  it('are 166, with codes of three letters in order and at most four places', () => {
    const rows = Object.entries(currencies.minorUnits);
    expect(rows).toHaveLength(166);
    expect(rows.filter(([code, places]) => !/^[A-Z]{3}$/.test(code) || ![0, 2, 3, 4].includes(places))).toEqual([]);
    expect(rows.map(([code]) => code)).toEqual(rows.map(([code]) => code).sort());
  });
});
