import { describe, expect, it } from 'vitest';
import { issueOf, noticesOf, placeOf, rateBook, totalRate } from '../../rate-book.ts';

describe('matchAddress in the US', () => {
  it.each(['US', 'us', 'USA', 'U.S.', 'U.S.A.', 'United States', 'united states of america', ' The United States '])(
    'reads the country as %s',
    (country) => {
      expect(placeOf({ country, state: 'MN', zip: '55401' }).country).toBe('US');
    },
  );

  it.each(['MN', 'mn', '27', 'Minnesota', 'MINNESOTA', 'US-MN', 'State of Minnesota', 'Minn esota', 'Minesota'])(
    'reads the state as %s',
    (state) => {
      expect(placeOf({ state, zip: '55401' }).subdivision).toBe('MN');
    },
  );

  it.each([
    ['55401', '55401'],
    ['55401-1234', '55401'],
    ['554011234', '55401'],
    [' 55401 1234 ', '55401'],
  ])('reads the ZIP code %s', (zip, matched) => {
    expect(placeOf({ state: 'MN', zip }).matchedAddress.zip).toBe(matched);
  });

  it('restores a ZIP code that lost its leading zero', () => {
    const place = placeOf({ state: 'MA', zip: '2108' });
    expect(place.matchedAddress.zip).toBe('02108');
    expect(place.scoring.fieldScore.zipMatch).toBe('GOOD');
    expect(placeOf({ zip: '501' }).matchedAddress.zip).toBe('00501');
  });

  it.each(['5540', '1234567', 'ABCDE', '55401-12'])('rejects the ZIP code %s', (zip) => {
    expect(issueOf({ state: 'MN', zip })).toMatchObject({ code: 'ERR-ADDR-001', field: 'zip', given: zip });
  });

  it('finds the state of a known ZIP code', () => {
    expect(placeOf({ zip: '98101' }).subdivision).toBe('WA');
  });

  it('rejects a ZIP code of another state and names its state', () => {
    expect(issueOf({ state: 'MN', zip: '98101' })).toEqual({
      code: 'ERR-ADDR-001',
      field: 'state',
      given: 'MN',
      expected: 'WA',
      suggestions: ['WA'],
      message: 'ZIP code 98101 lies in Washington (WA), not in Minnesota (MN).',
    });
  });

  it('reports the ZIP code if the city matches the state', () => {
    expect(issueOf({ state: 'WA', city: 'Seattle', zip: '55401' })).toMatchObject({
      field: 'zip',
      given: '55401',
      expected: 'a ZIP code of Seattle, WA',
      suggestions: ['98101', '98102', '98103', '98104', '98105'],
    });
  });

  it.each([
    ['MA', '02861', 'Pawtucket', '0.0625'],
    ['TN', '42223', 'Fort Campbell', '0.095'],
    ['ND', '59221', 'Fairview', '0.05'],
    ['IL', '63673', 'Kaskaskia', '0.0725'],
    ['LA', '71749', 'Junction City', '0.05'],
    ['TX', '73949', 'Texhoma', '0.0625'],
    ['NM', '81137', 'Ignacio', '0.065'],
    ['AZ', '84536', 'Monument Valley', '0.0643'],
    ['UT', '86044', 'Tonalea', '0.0635'],
    ['NM', '86515', 'Window Rock', '0.065'],
    ['TX', '88063', 'Sunland Park', '0.0675'],
    ['CA', '89439', 'Verdi', '0.0725'],
    ['CA', '97635', 'New Pine Creek', '0.0725'],
  ])('uses the state of the address, %s, for ZIP code %s, which crosses a state line', (state, zip, city, rate) => {
    const place = placeOf({ state, zip, city });
    expect(place).toMatchObject({ subdivision: state, matchedAddress: { state, zip, city } });
    expect(place.notices.map(({ code, pointer }) => `${code} ${pointer}`)).toContain('ZIP_SPANS_STATES /zip');
    expect(totalRate(place, '2026-06-15')).toBe(rate);
  });

  it('finds the county of a ZIP code in its other state, and no doubt about the county of the main one', () => {
    expect(placeOf({ state: 'Tennessee', zip: '42223-1234' }).matchedAddress.county).toBe('Montgomery County');
    expect(placeOf({ state: 'NV', zip: '89439', city: 'Verdi' }).notices).toEqual([]);
  });

  it('uses the main state of a ZIP code in several states if none is sent, with a notice', () => {
    const place = placeOf({ zip: '42223' });
    expect(place.subdivision).toBe('KY');
    expect(place.notices).toEqual([
      {
        code: 'ZIP_SPANS_STATES',
        pointer: '/zip',
        message:
          'ZIP code 42223 also lies in Tennessee (TN); Kentucky (KY) was used. Send the state to choose another.',
      },
    ]);
    expect(issueOf({ state: 'OH', zip: '42223' })).toMatchObject({ field: 'state', suggestions: ['KY', 'TN'] });
  });

  it('says that it restored a zero if no state confirms the ZIP code', () => {
    expect(placeOf({ zip: '1915' }).notices).toEqual([
      {
        code: 'ZIP_ZERO_RESTORED',
        pointer: '/zip',
        message:
          '"1915" was read as ZIP code 01915 in Massachusetts (MA). Send the state or all five digits to be sure.',
      },
    ]);
    expect(placeOf({ zip: '1915', state: 'MA' }).notices).toEqual([]);
  });

  it('rejects an unknown ZIP code whose first digits belong to another state', () => {
    expect(issueOf({ state: 'MN', zip: '98999' })).toMatchObject({ field: 'state', expected: 'WA' });
    expect(placeOf({ zip: '55499' })).toMatchObject({ subdivision: 'MN', precision: 'STATE' });
  });

  it('rejects an unknown state and suggests a similar one', () => {
    expect(issueOf({ state: 'Minesota' })).toMatchObject({ field: 'state', suggestions: ['MN'] });
    expect(issueOf({ state: 'XX', zip: '55401' })).toMatchObject({ field: 'state', suggestions: ['MN'] });
    expect(issueOf({ city: 'Minneapolis' })).toMatchObject({ field: 'state', given: null });
  });

  it.each([
    ['minneapolis', 'EXACT', 'EXCELLENT', '1'],
    ['City of Minneapolis', 'EXACT', 'EXCELLENT', '1'],
    ['Minneapolis, MN', 'EXACT', 'EXCELLENT', '1'],
    ['Mineapolis', 'GOOD', 'GOOD', '0.96'],
    ['Atlantis', 'NO_MATCH', 'FAIR', '0.8'],
  ])('scores the city %s', (city, cityMatch, matchLevel, score) => {
    const { scoring } = placeOf({ state: 'MN', zip: '55401', city });
    expect(scoring).toMatchObject({ matchLevel, score, fieldScore: { cityMatch } });
  });

  it.each([
    ['MN', '55101', 'St. Paul'],
    ['MN', '55101', 'Saint Paul'],
    ['TX', '76102', 'Ft Worth'],
    ['SC', '29464', 'Mt. Pleasant'],
    ['NY', '10001', 'New York City'],
    ['NY', '10001', 'Manhattan'],
    ['NV', '89030', 'N Las Vegas'],
  ])('knows the spelling %s %s %s', (state, zip, city) => {
    expect(placeOf({ state, zip, city }).scoring.fieldScore.cityMatch).toBe('EXACT');
  });

  it('does not lower the level for a field that was not sent', () => {
    expect(placeOf({ state: 'MN', isPartial: true }).scoring).toMatchObject({ matchLevel: 'EXCELLENT', score: '1' });
  });

  describe('city against ZIP code', () => {
    it('uses the city of the address if it is in the rate book and near', () => {
      const place = placeOf({ state: 'CA', zip: '94010', city: 'San Mateo' });
      expect(place.matchedAddress.city).toBe('San Mateo');
      expect(noticesOf(place, '2026-06-15')).toEqual(['CITY_IS_NOT_MAIN_PLACE']);
      expect(totalRate(place, '2026-06-15')).toBe('0.09625');
    });

    it('uses county and districts without a city rate if the city is not in the rate book', () => {
      const place = placeOf({ state: 'MN', zip: '55416', city: 'St. Louis Park' });
      expect(totalRate(place, '2026-06-15')).toBe('0.08525');
      expect(noticesOf(place, '2026-06-15')).toEqual(['CITY_NOT_IN_RATE_BOOK']);
    });

    it('keeps the ZIP code, with a notice, if the city is elsewhere in the state', () => {
      const place = placeOf({ state: 'MN', zip: '55401', city: 'Duluth' });
      expect(place.matchedAddress.city).toBe('Minneapolis');
      expect(place.notices.map(({ code }) => code)).toEqual(['CITY_NOT_AT_ZIP']);
      expect(place.scoring.matchLevel).toBe('FAIR');
    });

    it('does not question the county if it changes nothing', () => {
      expect(noticesOf(placeOf({ state: 'TN', zip: '37027', city: 'Brentwood' }), '2026-06-15')).toEqual([]);
    });

    it('uses the given county if the ZIP code spans two', () => {
      const split = { state: 'TN', zip: '37601' };
      expect(noticesOf(placeOf(split), '2026-06-15')).toContain('ZIP_SPANS_COUNTIES');
      const place = placeOf({ ...split, county: 'Carter County' });
      expect(place.matchedAddress.county).toBe('Carter County');
      expect(noticesOf(place, '2026-06-15')).not.toContain('ZIP_SPANS_COUNTIES');
    });

    it('distinguishes an independent city from the county of the same name', () => {
      const county = (name: string | null) =>
        placeOf({ state: 'MO', zip: '63136', county: name }).matchedAddress.county;
      expect(county('St. Louis County')).toBe('St. Louis County');
      expect(county('Saint Louis City')).toBe('St. Louis city');
      expect(county(null)).toBe('St. Louis County');
    });

    it('has a notice if the given county does not match the ZIP code', () => {
      const place = placeOf({ state: 'GA', zip: '30301', county: 'DeKalb' });
      expect(place.matchedAddress.county).toBe('Fulton County');
      expect(place.notices.map(({ code, pointer }) => [code, pointer])).toEqual([['COUNTY_NOT_AT_ZIP', '/county']]);
      expect(noticesOf(placeOf({ state: 'GA', zip: '30301', county: 'Fulton' }), '2026-06-15')).toEqual([]);
      expect(noticesOf(placeOf({ state: 'MA', zip: '02108', county: 'Norfolk' }), '2026-06-15')).toEqual([]);
    });
  });

  it('finds a city without a ZIP code', () => {
    const place = placeOf({ state: 'MN', city: 'Duluth' });
    expect(place.precision).toBe('CITY');
    expect(totalRate(place, '2026-06-15')).toBe('0.08875');
  });

  it('finds a city whose ZIP code is not in the rate book', () => {
    const place = placeOf({ state: 'MN', city: 'Minneapolis', zip: '55499' });
    expect(totalRate(place, '2026-06-15')).toBe('0.09025');
    expect(noticesOf(place, '2026-06-15')).toEqual(['ZIP_NOT_IN_RATE_BOOK']);
    expect(place.scoring.matchLevel).toBe('FAIR');
  });

  it('returns only the state and lists what is missing', () => {
    const place = placeOf({ state: 'MN', isPartial: true });
    expect(place.precision).toBe('STATE');
    expect(totalRate(place, '2026-06-15')).toBe('0.06875');
    expect(noticesOf(place, '2026-06-15')).toEqual(['LOCAL_RATES_NOT_INCLUDED']);
    expect(noticesOf(placeOf({ state: 'MD', isPartial: true }), '2026-06-15')).toEqual([]);
  });

  it.each([
    ['LA', '70340', 'Amelia', 'no rates of the parish'],
    ['MO', '63501', 'Kirksville', 'no districts'],
    ['VT', '05673', 'Waitsfield', 'no option town of that name'],
  ])('says that local rates are incomplete in %s %s %s: %s', (state, zip, city) => {
    expect(noticesOf(placeOf({ state, zip, city }), '2026-06-15')).toContain('LOCAL_RATES_INCOMPLETE');
  });

  it('reads Puerto Rico as a state and as a country', () => {
    expect(placeOf({ state: 'PR', zip: '00926' }).jurisdictionIds).toEqual(['PR', 'PR-CMUNI']);
    expect(placeOf({ country: 'PR', zip: '00926' }).jurisdictionIds).toEqual(['PR', 'PR-CMUNI']);
    expect(placeOf({ country: 'Puerto Rico' })).toMatchObject({ country: 'US', subdivision: 'PR' });
  });

  it('places the armed forces in no state', () => {
    const place = placeOf({ state: 'AE', city: 'APO', zip: '09001' });
    expect(rateBook.placeFacts(place, '2026-06-15').taxation).toBe('OUTSIDE_TERRITORY');
    expect(noticesOf(place, '2026-06-15')).toEqual(['MILITARY_ADDRESS']);
  });

  it.each(['GU', 'VI', 'AS', 'MP'])('does not cover the taxes of %s, as a country or a state', (code) => {
    expect(issueOf({ country: code }).code).toBe('COUNTRY_NOT_COVERED');
    expect(issueOf({ state: code }).code).toBe('COUNTRY_NOT_COVERED');
  });

  it('finds states by code, FIPS code and name', () => {
    for (const text of ['WA', 'wa', '53', 'washington']) expect(rateBook.findState(text)?.code).toBe('WA');
    expect(rateBook.findState('Washington, D.C.')?.code).toBe('DC');
    expect(rateBook.findState('1')?.code).toBe('AL');
    expect(rateBook.findState('Ontario')).toBeNull();
    expect(rateBook.findState('TX')).toMatchObject({
      code: 'TX',
      name: 'Texas',
      sourcing: 'ORIGIN',
      marketplaceLaw: { since: '2019-10-01', source: expect.stringContaining('§ 151.0242'), uncertainty: null },
    });
  });

  it('dates the law on marketplaces of Alaska by its first place, not by the code that each place adopts', () => {
    expect(rateBook.findState('AK')?.marketplaceLaw?.since).toBe('2020-04-01');
  });

  it('dates the law on marketplaces of Puerto Rico by its regulation, as a law of 2020 postponed it', () => {
    expect(rateBook.findState('PR')?.marketplaceLaw).toMatchObject({ since: '2021-01-01', uncertainty: null });
  });
});
