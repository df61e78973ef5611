import { describe, expect, it } from 'vitest';
import { placeOf, rateBook } from '../../rate-book.ts';

describe('coverage', () => {
  it.each([
    ['NOT_LEVIED', 'CT DC DE IN KY MA MD ME MI MT NH NJ OR RI'],
    ['PARTIAL', 'AL CO IL LA MO TN TX VT WA'],
    ['COMPLETE', 'AK AR AZ CA FL GA HI IA ID KS MN MS NC ND NE NM NV NY OH OK PA PR SC SD UT VA WI WV WY'],
  ])('is %s in %s', (localRates, states) => {
    const found = rateBook.states.filter(({ coverage }) => coverage.localRates === localRates);
    expect(found.map(({ code }) => code).join(' ')).toBe(states);
  });

  it('says what is missing for a state, and the date of its rates', () => {
    expect(rateBook.findState('LA')?.coverage).toMatchObject({
      gaps: [
        'The rates of 30 of the 64 parishes and of most towns in them; only 34 parishes and 141 towns are in the rate book.',
        'Economic development districts and the parts of cities in another parish, each covering single premises.',
      ],
      readOn: '2026-08-18',
    });
    for (const { code, coverage } of rateBook.states) {
      if (coverage.localRates === 'PARTIAL') expect(coverage.gaps.length, code).toBeGreaterThan(0);
      if (coverage.localRates === 'NOT_LEVIED') expect(coverage.gaps, code).toEqual([]);
    }
  });

  it('names the ZIP codes with only the state’s rate', () => {
    const counts = rateBook.states.map(({ code, coverage }) => [code, coverage.stateRateOnlyZips.length] as const);
    expect(counts.filter(([, count]) => count > 0)).toEqual([['LA', 194]]);
    expect(rateBook.findState('LA')?.coverage.stateRateOnlyZips).toContain('70340');
  });

  it.each([
    ['MD', '21201', 'NOT_LEVIED', 'the state levies alone'],
    ['MN', '55401', 'COMPLETE', 'all that covers the place is held'],
    ['KS', '67202', 'COMPLETE', 'what is missing are districts of single premises'],
    ['MO', '63101', 'PARTIAL', 'districts are missing'],
    ['LA', '70340', 'STATE_ONLY', 'the parish is missing'],
    ['LA', '70112', 'COMPLETE', 'the parish is held'],
    ['CO', '80202', 'COMPLETE', 'city and districts are held'],
    ['CO', '80020', 'PARTIAL', 'the edge of the transit district runs through Broomfield'],
    ['VT', '05673', 'PARTIAL', 'no option town of that name is held'],
    ['VT', '05001', 'COMPLETE', 'White River Junction is in Hartford'],
    ['VT', '05401', 'COMPLETE', 'Burlington is held'],
  ])('of %s %s is %s: %s', (state, zip, localRates) => {
    const place = placeOf({ state, zip });
    expect(place.localRates).toBe(localRates);
    const isIncomplete = localRates === 'PARTIAL' || localRates === 'STATE_ONLY';
    expect(place.notices.some(({ code }) => code === 'LOCAL_RATES_INCOMPLETE')).toBe(isIncomplete);
    if (isIncomplete) expect(place.gaps.length).toBeGreaterThan(0);
  });

  it('contains the members of the Streamlined agreement, and the files they publish', () => {
    const members = rateBook.states.filter(({ streamlined }) => streamlined !== null);
    expect(members.map(({ code }) => code).join(' ')).toBe(
      'AR GA IA IN KS KY MI MN NC ND NE NJ NV OH OK RI SD TN UT VT WA WI WV WY',
    );
    expect(rateBook.findState('TN')?.streamlined?.status).toBe('ASSOCIATE');
    expect(rateBook.findState('AR')?.streamlined).toEqual({
      status: 'FULL',
      since: '2008-01-01',
      rateFile: 'ARR2026Q3JUN02.csv',
      boundaryFile: 'ARB2026Q3JUN02.zip',
      seenOn: '2026-08',
    });
  });

  it('is partial if the county of a city is unknown', () => {
    const place = placeOf({ state: 'AL', city: 'Hoover' });
    expect(place.localRates).toBe('PARTIAL');
    expect(place.gaps[0]).toMatch(/^The county rate/);
    expect(place.notices.map(({ code }) => code)).toEqual(['LOCAL_RATES_INCOMPLETE']);
    expect(placeOf({ state: 'AL', city: 'Hoover', county: 'Jefferson' }).localRates).toBe('COMPLETE');
  });

  it('is only the state if the address has nothing more', () => {
    expect(placeOf({ state: 'MN' }).localRates).toBe('STATE_ONLY');
    expect(placeOf({ state: 'MD' }).localRates).toBe('NOT_LEVIED');
    expect(placeOf({ country: 'CA' }).localRates).toBe('STATE_ONLY');
    expect(placeOf({ country: 'CA', region: 'ON' }).localRates).toBe('NOT_LEVIED');
    expect(placeOf({ country: 'DE' }).localRates).toBe('NOT_LEVIED');
  });
});
