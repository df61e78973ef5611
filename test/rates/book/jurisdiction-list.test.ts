import { describe, expect, it } from 'vitest';
import { jurisdiction as declaredJurisdiction } from '../../../src/domain/base/jurisdiction.ts';
import { stateCode } from '../../../src/domain/places/place-code.ts';
import { decimalText } from '../../../src/tax/numbers/decimal.ts';
import { rateBook } from './rate-book.ts';

const all = { country: null, subdivision: null, level: null, ids: null };
const keysOf = (filter: Partial<Parameters<typeof rateBook.jurisdictions>[0]>) =>
  rateBook.jurisdictions({ ...all, ...filter }).map(({ key }) => key);

describe('the list of jurisdictions', () => {
  it('has each once, in the order of the keys', () => {
    const keys = keysOf({});
    expect(keys.length).toBeGreaterThan(10_000);
    expect(keys.every((key, index) => index === 0 || keys[index - 1]! < key)).toBe(true);
  });

  it('distinguishes a state from the country with the same code', () => {
    const found = rateBook.jurisdictions({ ...all, ids: ['MN'] });
    expect(found.map(({ key, jurisdiction }) => [key, jurisdiction.level, jurisdiction.name])).toEqual([
      ['MN/MN', 'COUNTRY', 'Mongolia'],
      ['US/MN', 'STATE', 'Minnesota'],
    ]);
  });

  it('have the country and state that their ids begin with', () => {
    const { country, state } = declaredJurisdiction.fields;
    const wrong = rateBook
      .jurisdictions(all)
      .filter(
        (one) =>
          country.read(one.jurisdiction) !== one.country ||
          state.read(one.jurisdiction) !== stateCode({ country: one.country, state: one.subdivision }),
      );
    expect(wrong).toEqual([]);
  });

  it('filters by place and level', () => {
    const cities = keysOf({ subdivision: 'MN', level: 'CITY' });
    expect(cities).toContain('US/MN-M43000');
    expect(cities.every((key) => key.startsWith('US/MN-'))).toBe(true);
    expect(keysOf({ country: 'CA', level: 'COUNTRY' })).toEqual(['CA/CA']);
  });
});

describe('the rate of a jurisdiction', () => {
  const rateOf = (key: string, day: string) => {
    const found = rateBook.jurisdictionRate(key, day);
    return found?.rate ? decimalText(found.rate.rate) : null;
  };

  it.each([
    ['US/SD', '2026-12-31', '0.042'],
    ['US/SD', '2027-07-01', '0.045'],
    ['DE/DE', '2020-07-01', '0.16'],
    ['DE/DE', '2026-07-01', '0.19'],
    ['CA/CA-QC', '2026-07-01', '0.09975'],
  ])('%s on %s is %s', (key, day, rate) => {
    expect(rateOf(key, day)).toBe(rate);
  });

  it('is zero before the tax was introduced, and null for an unknown jurisdiction', () => {
    expect(rateBook.jurisdictionRate('US/MN-D80008', '2020-01-01')).toEqual({ rate: null, notices: [] });
    expect(rateBook.jurisdictionRate('US/XX', '2026-07-01')).toBeNull();
  });

  it('says if its start is unknown and the date is early', () => {
    const codes = (day: string) => rateBook.jurisdictionRate('US/SD-M59020', day)?.notices.map(({ code }) => code);
    expect(codes('2024-07-01')).toEqual(['RATE_START_UNKNOWN']);
    expect(codes('2026-07-01')).toEqual([]);
  });
});

it('the sources of the rate book have names, days and places', () => {
  const [first, ...others] = rateBook.sources();
  expect(first!.places.length).toBeGreaterThan(40);
  expect(others.some(({ places }) => places.includes('DE'))).toBe(true);
  expect(rateBook.sources().every(({ name, readOn }) => name !== '' && /^\d{4}-\d\d-\d\d$/.test(readOn))).toBe(true);
});
