import { describe, expect, it } from 'vitest';
import type { AddressQuery, MatchedPlace } from '../../../../../src/domain/places/address-match.ts';
import { anAddress, placeOf, rateBook, totalRate } from '../../rate-book.ts';

function candidatesOf(fields: Partial<AddressQuery>): readonly MatchedPlace[] {
  const found = rateBook.matchCandidates(anAddress(fields));
  return found.kind === 'matched' ? found.places : [];
}

/** `city, county, ZIP: rate` of each candidate. */
function listed(fields: Partial<AddressQuery>): string[] {
  return candidatesOf(fields).map((place) => {
    const { city, county, zip } = place.matchedAddress;
    return `${city}, ${county}, ${zip}: ${totalRate(place, '2026-06-15')}`;
  });
}

describe('matchCandidates', () => {
  it.each<Partial<AddressQuery>>([
    { state: 'TN', zip: '37601' },
    { state: 'MN', zip: '55401', city: 'Duluth' },
    { state: 'MN', city: 'Minneapolis' },
    { state: 'MN' },
    { state: 'AE', zip: '09001' },
    { country: 'CA', region: 'QC' },
    { state: 'PR', zip: '00901', city: 'San Juan' },
  ])('answers first what matchAddress answers: %j', (fields) => {
    expect(candidatesOf(fields)[0]).toEqual(placeOf(fields));
  });

  it('returns a place for each county that a ZIP code touches', () => {
    expect(listed({ state: 'TN', zip: '37601' })).toEqual([
      'Johnson City, Washington County, 37601: 0.095',
      'Johnson City, Carter County, 37601: 0.0975',
      'Johnson City, Unicoi County, 37601: 0.0975',
    ]);
  });

  it('returns a place for each state that a ZIP code reaches into if no state was sent', () => {
    const states = candidatesOf({ zip: '42223' }).map(({ subdivision }) => subdivision);
    expect(states).toEqual(['KY', 'TN']);
    expect(candidatesOf({ state: 'TN', zip: '42223' }).map(({ subdivision }) => subdivision)).toEqual(['TN']);
  });

  it('includes the part beyond the city limits if no city was sent', () => {
    expect(listed({ state: 'MN', zip: '55401' })).toEqual([
      'Minneapolis, Hennepin County, 55401: 0.09025',
      'Minneapolis, Hennepin County, 55401: 0.08525',
    ]);
    expect(listed({ state: 'MN', zip: '55401', city: 'Minneapolis' })).toHaveLength(1);
  });

  it('returns the city and the place of the ZIP code if they differ', () => {
    expect(listed({ state: 'CA', zip: '94010', city: 'San Mateo' })).toEqual([
      'San Mateo, San Mateo County, 94010: 0.09625',
      'Burlingame, San Mateo County, 94010: 0.09625',
    ]);
    expect(listed({ state: 'MN', zip: '55401', city: 'Duluth' })).toEqual([
      'Minneapolis, Hennepin County, 55401: 0.09025',
      'Duluth, St. Louis County, null: 0.08875',
    ]);
    expect(listed({ state: 'MN', zip: '55416', city: 'St. Louis Park' })).toEqual([
      'null, Hennepin County, 55416: 0.08525',
      'Minneapolis, Hennepin County, 55416: 0.09025',
    ]);
  });

  it('returns every combination of rates in a city without a ZIP code, with its ZIP codes', () => {
    expect(listed({ state: 'MN', city: 'Minneapolis' })).toEqual([
      'Minneapolis, Hennepin County, null: 0.09025',
      'Minneapolis, Anoka County, null: 0.08625',
      'Minneapolis, Carver County, null: 0.08875',
    ]);
    const [, inAnoka] = candidatesOf({ state: 'MN', city: 'Minneapolis' });
    expect(inAnoka?.notices).toEqual([
      {
        code: 'CITY_HAS_SEVERAL_RATES',
        pointer: '/city',
        message: expect.stringMatching(/^These are the rates of ZIP codes? \d{5}/),
      },
    ]);
  });

  it('returns every city of a name', () => {
    expect(listed({ state: 'MO', city: 'Kansas City' })).toEqual([
      'Kansas City, Jackson County, null: 0.08975',
      'Kansas City (Clay), Clay County, null: 0.08725',
      'Kansas City (Platte), Platte County, null: 0.08725',
    ]);
  });

  it('uses the districts of the county that a part of a ZIP code lies in', () => {
    expect(listed({ state: 'GA', zip: '30338', city: 'Dunwoody' }).slice(0, 2)).toEqual([
      'null, Fulton County, 30338: 0.0775',
      'null, DeKalb County, 30338: 0.08',
    ]);
    expect(listed({ state: 'CA', zip: '94303', city: 'Palo Alto' })).toEqual([
      'Palo Alto, Santa Clara County, 94303: 0.0975',
      'Palo Alto, San Mateo County, 94303: 0.09875',
      'Palo Alto, Santa Clara County, 94303: 0.0975',
    ]);
  });

  it('says why an address has none, as matchAddress does', () => {
    const address = anAddress({ state: 'MN', zip: '98101' });
    expect(rateBook.matchCandidates(address)).toEqual(rateBook.matchAddress(address));
    expect(rateBook.matchCandidates(address).kind).toBe('unmatched');
  });

  it('suggests the states of a city sent without a state', () => {
    const found = rateBook.matchCandidates(anAddress({ city: 'Minneapolis' }));
    expect(found).toMatchObject({ kind: 'unmatched', issues: [{ field: 'state', suggestions: ['MN', 'KS', 'NC'] }] });
  });

  it('returns at most ten, each once and in the same order', () => {
    for (const state of rateBook.states) {
      for (const city of ['Springfield', 'Washington', 'Franklin', 'Georgetown', 'Aurora']) {
        const places = candidatesOf({ state: state.code, city });
        expect(places.length).toBeLessThanOrEqual(10);
        expect(new Set(places.map((one) => JSON.stringify([one.jurisdictionIds, one.matchedAddress]))).size).toBe(
          places.length,
        );
        expect(candidatesOf({ state: state.code, city })).toEqual(places);
      }
    }
  });
});
