import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { placeOf, rateBook, ratesOf, termsOf, totalRate } from '../../rate-book.ts';

const on = '2026-07-15';
const transit = ['DISTRICT 0.01', 'DISTRICT 0.001'];

/** City, ZIP code, county's and city's share, districts: the transit district 1 %, the cultural district 0.1 %. */
const shares: readonly (readonly [string, string, string | null, string, readonly string[]])[] = [
  ['Denver', '80202', null, '0.0515', transit],
  ['Colorado Springs', '80903', '0.0123', '0.0307', ['DISTRICT 0.01']],
  ['Aurora', '80012', '0.0025', '0.0375', transit],
  ['Aurora', '80011', '0.0075', '0.0375', transit],
  ['Fort Collins', '80524', '0.0105', '0.0435', []],
  ['Lakewood', '80226', '0.005', '0.03', transit],
  ['Thornton', '80241', '0.0075', '0.0375', transit],
  ['Arvada', '80004', '0.005', '0.0346', transit],
  ['Westminster', '80031', '0.0075', '0.0425', transit],
  ['Pueblo', '81001', '0.01', '0.037', []],
  ['Greeley', '80631', null, '0.0411', []],
  ['Boulder', '80302', '0.01335', '0.0386', transit],
  ['Centennial', '80112', '0.0025', '0.025', transit],
  ['Longmont', '80501', '0.01335', '0.0353', transit],
  ['Castle Rock', '80104', '0.01', '0.042', []],
  ['Loveland', '80537', '0.0105', '0.03', []],
  ['Broomfield', '80020', null, '0.0415', transit],
  ['Grand Junction', '81501', '0.02', '0.0339', ['DISTRICT 0.0037']],
  ['Commerce City', '80022', '0.0075', '0.045', [...transit, 'DISTRICT 0.005']],
  ['Parker', '80134', '0.01', '0.03', transit],
  ['Littleton', '80120', '0.0025', '0.0375', transit],
  ['Vail', '81657', '0.01', '0.045', ['DISTRICT 0.005', 'DISTRICT 0.005']],
];

describe('the shares of Colorado, as DR 1002 lists them', () => {
  it.each(shares)('are those of state, county, city and districts in %s %s', (city, zip, county, ofCity, districts) => {
    const expected = ['STATE 0.029', ...(county === null ? [] : [`COUNTY ${county}`]), `CITY ${ofCity}`, ...districts];
    expect(ratesOf(placeOf({ state: 'CO', city, zip }), on)).toEqual(expected);
  });

  it('exempts diapers from the state and the districts that follow its base, not from county and city', () => {
    const parker = placeOf({ state: 'CO', city: 'Parker', zip: '80134' });
    const terms = termsOf(rateBook.ruleFor(parker, on, 'C1S24', 'ITEM'));
    expect(terms[0]).toBe('STATE none');
    expect(terms[1]).toBe('COUNTY general');
    expect(terms[2]).toBe('CITY general');
    expect(terms).toContain('DISTRICT(CO-DRTD) none');
    expect(terms).toContain('DISTRICT(CO-DSCFD) none');
  });
});

describe('the totals of Colorado', () => {
  const [, ...rows] = readFileSync(join(import.meta.dirname, 'colorado-totals.csv'), 'utf8')
    .trim()
    .split('\n');
  const totals = rows.map((row) => row.split(',') as [string, string, string, string]);

  /**
   * `COMBINED`: the combined rate in the compiled list; `DR_1002`: the sum of the shares, if that list has the rate of
   * another county or of no district.
   */
  it('are those of the compiled list, or the sum of the published shares', () => {
    const found = totals.map(([kind, place, , basis]) => {
      const address = kind === 'zip' ? { zip: place } : { city: place, isPartial: true };
      return [kind, place, totalRate(placeOf({ state: 'CO', ...address }), on), basis];
    });
    expect(found).toEqual(totals);
  });

  it.each([
    ['80012', 'Aurora', '0.08', 'Arapahoe County'],
    ['80011', 'Aurora', '0.085', 'Adams County'],
    ['80004', 'Arvada', '0.0796', 'Jefferson County'],
    ['80031', 'Westminster', '0.09', 'Adams County, with the rise to 4.25 %'],
    ['80021', 'Westminster', '0.0875', 'Jefferson County'],
    ['80501', 'Longmont', '0.08865', 'Boulder County'],
    ['80504', 'Longmont', '0.0743', 'Weld County, without the cultural district'],
    ['80601', 'Brighton', '0.085', 'Adams County'],
    ['80439', 'Evergreen', '0.045', 'no city, within the transit district'],
    ['80126', 'Highlands Ranch', '0.05', 'no city, within the transit district'],
    ['80863', 'Woodland Park', '0.069', 'Teller County, outside the transport authority'],
    ['80440', 'Fairplay', '0.089', 'with the health service district'],
  ])('are %s %s %s: %s', (zip, city, rate) => {
    expect(totalRate(placeOf({ state: 'CO', zip, city }), on)).toBe(rate);
  });
});
