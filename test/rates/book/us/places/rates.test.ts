import { describe, expect, it } from 'vitest';
import { cappedRate, noticesOf, placeOf, rateBook, ratesOf, totalRate } from '../../rate-book.ts';

describe('rates of a US place', () => {
  it('stacks state, county, city and districts in Minneapolis', () => {
    const place = placeOf({ state: 'MN', city: 'Minneapolis', zip: '55401' });
    expect(ratesOf(place, '2026-06-15')).toEqual([
      'STATE 0.06875',
      'COUNTY 0.0015',
      'CITY 0.005',
      'DISTRICT 0.005',
      'DISTRICT 0.0075',
      'DISTRICT 0.0025',
    ]);
    expect(totalRate(place, '2026-06-15')).toBe('0.09025');
    expect(place.jurisdictionIds).toEqual(['MN', 'MN-C053', 'MN-M43000', 'MN-D80004', 'MN-D80008', 'MN-D80009']);
  });

  it('leaves out the county that the figure of Seattle contains', () => {
    expect(ratesOf(placeOf({ state: 'WA', city: 'Seattle', zip: '98101' }), '2026-06-15')).toEqual([
      'STATE 0.065',
      'CITY 0.0405',
    ]);
  });

  it('leaves out county and districts that the figure of Albuquerque contains', () => {
    expect(ratesOf(placeOf({ state: 'NM', city: 'Albuquerque', zip: '87102' }), '2026-06-15')).toEqual([
      'STATE 0.04875',
      'CITY 0.0275',
    ]);
  });

  it('of the state of Utah are 4.85 % since April 2019', () => {
    const place = placeOf({ state: 'UT', zip: '84101' });
    const rateOn = (day: string) => ratesOf(place, day)[0];
    expect(['2019-03-31', '2019-04-01'].map(rateOn)).toEqual(['STATE 0.047', 'STATE 0.0485']);
  });

  it.each<[string, string, string | null, string, string, string]>([
    ['IL', '60601', 'Chicago', '2026-07-31', '0.1025', 'before the rise of the transit tax'],
    ['IL', '60601', 'Chicago', '2026-08-01', '0.105', 'since the rise of the transit tax'],
    ['DC', '20001', 'Washington', '2026-09-30', '0.06', 'before the rise'],
    ['DC', '20001', 'Washington', '2026-10-01', '0.07', 'since the rise'],
    ['SD', '57104', null, '2027-06-30', '0.062', 'the last day of 4.2 %, with the city of Sioux Falls'],
    ['SD', '57104', null, '2027-07-01', '0.065', 'the first day of 4.5 %'],
    ['NC', '28202', 'Charlotte', '2026-06-30', '0.0725', 'before the new tax of Mecklenburg County'],
    ['NC', '28202', 'Charlotte', '2026-07-01', '0.0825', 'since the new tax of Mecklenburg County'],
    ['TX', '77002', 'Houston', '2026-06-15', '0.0825', 'with the transport district'],
    ['TX', '75201', 'Dallas', '2026-06-15', '0.0825', 'with the transport district'],
    ['NY', '11201', 'Brooklyn', '2026-06-15', '0.08875', 'New York City and the commuter district'],
    ['TN', '37201', 'Nashville', '2026-06-15', '0.0975', 'with the transit tax of Davidson County'],
    ['PR', '00926', 'San Juan', '2026-06-15', '0.115', 'commonwealth and municipality'],
  ])('of %s %s (%s) on %s are %s: %s', (state, zip, city, taxDate, rate) => {
    expect(totalRate(placeOf({ state, zip, city }), taxDate)).toBe(rate);
  });

  it.each([
    ['75234', 'Farmers Branch', 'a city without a ZIP code of its own'],
    ['75205', 'Highland Park', 'another'],
    ['75060', 'Irving', 'a street ZIP code'],
    ['75016', 'Irving', 'a box ZIP code of the same city'],
    ['77449', 'Katy', 'a member of the transit authority of Houston'],
    ['78641', 'Leander', 'a member of the transit authority of Austin'],
    ['77502', 'Pasadena', 'not a member, but with a district of its own'],
  ])('levies 8.25 % in Texas %s %s: %s', (zip, city) => {
    expect(cappedRate(placeOf({ state: 'TX', zip, city }), '2026-06-15').toString()).toBe('0.0825');
  });

  it.each([
    ['05495', 'Williston'],
    ['05733', 'Brandon'],
    ['05363', 'Wilmington'],
    ['05401', 'Burlington'],
  ])('levies the local option tax of Vermont in %s %s', (zip, city) => {
    expect(totalRate(placeOf({ state: 'VT', zip, city }), '2026-06-15')).toBe('0.07');
  });

  it('does not apply a tax before the day it was introduced', () => {
    const place = placeOf({ state: 'MN', city: 'Minneapolis', zip: '55401' });
    expect(ratesOf(place, '2023-09-30')).toEqual(['STATE 0.06875', 'COUNTY 0.0015', 'CITY 0.005', 'DISTRICT 0.005']);
    expect(noticesOf(place, '2023-09-30')).toEqual([]);
  });

  it('says that a rate without a known start was used for an earlier date', () => {
    const place = placeOf({ state: 'WA', city: 'Seattle', zip: '98101' });
    expect(totalRate(place, '2025-06-15')).toBe('0.1055');
    expect(noticesOf(place, '2025-06-15')).toEqual(['RATE_START_UNKNOWN']);
    expect(noticesOf(place, '2026-01-01')).toEqual([]);
  });

  it('has a notice if the earliest rate is used before the first day of the rate book', () => {
    const place = placeOf({ state: 'KY', zip: '40202' });
    expect(totalRate(place, '1985-01-01')).toBe('0.06');
    expect(noticesOf(place, '1985-01-01')).toEqual(['RATE_NOT_KNOWN_FOR_DATE']);
  });

  it('keeps an uncertain rate, with a notice', () => {
    expect(noticesOf(placeOf({ state: 'WY', city: 'Cheyenne', zip: '82001' }), '2026-06-15')).toEqual([
      'FACT_UNCERTAIN',
    ]);
  });

  it('caps the local rates of Texas at two percent', () => {
    const { taxPlace } = rateBook.placeFacts(placeOf({ state: 'TX', zip: '77002' }), '2026-06-15');
    expect(taxPlace.localRateCap?.toString()).toBe('0.02');
  });

  it.each([
    ['OR', '97201', 'Portland'],
    ['DE', '19801', 'Wilmington'],
    ['NH', '03101', 'Manchester'],
    ['MT', '59601', 'Helena'],
    ['AK', '99501', 'Anchorage'],
  ])('has no tax in %s %s %s', (state, zip, city) => {
    expect(rateBook.placeFacts(placeOf({ state, zip, city }), '2026-06-15').taxation).toBe('NO_TAX_THERE');
  });

  it('has only local taxes in Juneau', () => {
    const place = placeOf({ state: 'AK', zip: '99801', city: 'Juneau' });
    expect(rateBook.placeFacts(place, '2026-06-15').taxation).toBe('TAXED');
    expect(totalRate(place, '2026-06-15')).toBe('0.05');
  });

  it('counts a district with a county as the county’s, any other as the city’s', () => {
    const districtOf = (fields: Parameters<typeof placeOf>[0]) =>
      rateBook
        .placeFacts(placeOf(fields), '2026-06-15')
        .taxPlace.rates.filter(({ jurisdiction }) => jurisdiction.level === 'DISTRICT')
        .map(({ jurisdiction }) => jurisdiction.districtOf);
    expect(districtOf({ state: 'NC', zip: '28202' })).toEqual(['COUNTY']);
    expect(districtOf({ state: 'MN', zip: '55401' })).toEqual(['CITY', 'CITY', 'CITY']);
  });

  it('returns the same object for the same place and date', () => {
    const address = { state: 'MN', city: 'Minneapolis', zip: '55401' };
    const once = rateBook.placeFacts(placeOf(address), '2026-06-15');
    expect(rateBook.placeFacts(placeOf(address), '2026-06-15')).toBe(once);
    expect(rateBook.placeFacts(structuredClone(placeOf(address)), '2026-06-15')).toBe(once);
  });
});

describe('fees on deliveries', () => {
  it.each([
    ['CO', '80202', '2022-06-30', null],
    ['CO', '80202', '2022-07-01', '0.27'],
    ['CO', '80202', '2023-07-01', '0.28'],
    ['CO', '80202', '2025-06-30', '0.29'],
    ['CO', '80202', '2026-06-30', '0.28'],
    ['MN', '55401', '2024-06-30', null],
    ['MN', '55401', '2024-07-01', '0.5'],
    ['NY', '10001', '2026-06-15', null],
  ])('of %s %s on %s are %s', (state, zip, taxDate, amount) => {
    const { deliveryFee } = rateBook.placeFacts(placeOf({ state, zip }), taxDate);
    expect(deliveryFee?.amount.toString() ?? null).toBe(amount);
  });

  it('reports an amount that may have been adjusted', () => {
    const feeOn = (day: string) => rateBook.placeFacts(placeOf({ state: 'CO', zip: '80202' }), day).deliveryFee;
    expect(feeOn('2026-06-30')?.uncertainty).toBeNull();
    expect(feeOn('2026-07-01')?.uncertainty).toContain('since 2026-07-01');
  });
});
