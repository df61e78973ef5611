import { describe, expect, it } from 'vitest';
import type { AddressQuery } from '../../../../../src/domain/places/address-match.ts';
import type { RateCorrection, RateLayer } from '../../../../../src/domain/rate-book/rate-layer.ts';
import type { ReferenceData } from '../../../../../src/ports/reference-data.ts';
import { loadReferenceData } from '../../../../../src/rates/book/bundled.ts';
import { decimalText } from '../../../../../src/tax/numbers/decimal.ts';
import {
  aBoundariesLayer,
  aCorrection,
  aCorrectionsLayer,
  aStateRatesLayer,
  aZipRow,
} from '../../../../support/rate-layers.ts';
import { anAddress } from '../../rate-book.ts';

const load = (...layers: RateLayer[]) => loadReferenceData({ number: 3, layers, findBoundaries: async () => [] });

const row = (changes: Partial<RateCorrection>) =>
  aCorrection({ jurisdictionId: 'MN-X1', name: 'Mill City', rate: '0.02', zips: ['55401'], ...changes });
const correct = (...rows: RateCorrection[]) => load(aCorrectionsLayer({ rows }));
const zip = { state: 'MN', zip: '55401' };

function placeOn(book: ReferenceData, fields: Partial<AddressQuery>, taxDate?: string) {
  const match = book.matchAddress(anAddress(fields), taxDate);
  if (match.kind === 'unmatched') throw new Error('No place');
  return match.place;
}

function localRatesOn(book: ReferenceData, fields: Partial<AddressQuery>, taxDate: string): string[] {
  const { rates } = book.placeFacts(placeOn(book, fields, taxDate), taxDate).taxPlace;
  return rates.map(({ jurisdiction: { id }, rate }) => `${id} ${decimalText(rate)}`).slice(1);
}

const districts = ['MN-D80004 0.005', 'MN-D80008 0.0075', 'MN-D80009 0.0025'];
const asBefore = ['MN-C053 0.0015', 'MN-M43000 0.005', ...districts];

describe('a ZIP code that a correction assigns to another city', () => {
  it('leads to the new city from the first day of its rate, and to the old one before', () => {
    const book = correct(row({}));
    expect(localRatesOn(book, zip, '2026-06-30')).toEqual(asBefore);
    expect(localRatesOn(book, zip, '2026-07-01')).toEqual(['MN-C053 0.0015', 'MN-X1 0.02', ...districts]);
    // Without a day, the latest place is used.
    expect(placeOn(book, zip).jurisdictionIds).toContain('MN-X1');
  });

  it('also accepts the name of the new city on earlier days', () => {
    const book = correct(row({}));
    const named = { ...zip, city: 'Mill City' };
    expect(localRatesOn(book, named, '2026-06-30')).toEqual(asBefore);
    expect(localRatesOn(book, named, '2026-07-01')).toEqual(['MN-C053 0.0015', 'MN-X1 0.02', ...districts]);
    // On earlier days, the name does not locate the city on its own, and there is a notice.
    const alone = placeOn(book, { state: 'MN', city: 'Mill City' }, '2026-06-30');
    expect(alone.jurisdictionIds).toEqual(['MN']);
    expect(alone.notices.map(({ code }) => code)).toEqual(['CITY_NOT_IN_RATE_BOOK', 'LOCAL_RATES_NOT_INCLUDED']);
  });

  it('does not override another city that was sent', () => {
    const book = correct(row({}));
    const named = { ...zip, city: 'Minneapolis' };
    expect(localRatesOn(book, named, '2026-07-01')).toEqual(asBefore);
    // A sender who still uses the old name gets a notice.
    expect(placeOn(book, named, '2026-06-30').notices).toEqual([]);
    expect(placeOn(book, named, '2026-07-01').notices).toMatchObject([
      { code: 'CITY_IS_NOT_MAIN_PLACE', message: expect.stringContaining('mainly serves Mill City') },
    ]);
  });

  it('leads there on all days if the first day is unknown', () => {
    expect(localRatesOn(correct(row({ validFrom: null })), zip, '2020-07-01')).toContain('MN-X1 0.02');
  });

  it('begins with the earliest window that contains it, regardless of the order of the rows', () => {
    const rows = [row({ rate: '0.03', validFrom: '2026-10-01' }), row({ validThrough: '2026-09-30' })];
    const book = correct(...rows);
    const cityOn = (day: string) => localRatesOn(book, zip, day)[1];
    expect(cityOn('2026-06-30')).toBe('MN-M43000 0.005');
    expect(cityOn('2026-07-01')).toBe('MN-X1 0.02');
    expect(cityOn('2026-10-01')).toBe('MN-X1 0.03');
  });

  it('changes hands as often as corrections say', () => {
    const other = row({ jurisdictionId: 'MN-X2', name: 'Flour City', rate: '0.04', validFrom: '2026-09-01' });
    for (const book of [
      correct(other, row({})),
      load(aCorrectionsLayer({ rows: [row({})] }), aCorrectionsLayer({ rows: [other] })),
    ]) {
      const cityOn = (day: string) => localRatesOn(book, zip, day)[1];
      expect(cityOn('2026-06-30')).toBe('MN-M43000 0.005');
      expect(cityOn('2026-07-01')).toBe('MN-X1 0.02');
      expect(cityOn('2026-08-31')).toBe('MN-X1 0.02');
      expect(cityOn('2026-09-01')).toBe('MN-X2 0.04');
    }
    // A later import applies from its first day, regardless of earlier corrections.
    const later = load(aCorrectionsLayer({ rows: [other] }), aCorrectionsLayer({ rows: [row({})] }));
    expect(localRatesOn(later, zip, '2026-09-01')).toContain('MN-X1 0.02');
  });

  it('accepts a city that the rate book contains only from that day', () => {
    const annexed = row({ jurisdictionId: 'MN-M58000', name: null, rate: '0.015' });
    const book = correct(annexed);
    expect(localRatesOn(book, zip, '2026-06-30')).toEqual(asBefore);
    expect(localRatesOn(book, zip, '2026-07-01')).toContain('MN-M58000 0.015');
  });

  it('is kept when official rates of the state are imported later', () => {
    const book = load(aCorrectionsLayer({ rows: [row({})] }), aStateRatesLayer());
    expect(localRatesOn(book, zip, '2026-06-30')).toEqual([]);
    expect(localRatesOn(book, zip, '2026-07-01')).toEqual(['MN-X1 0.02']);
  });
});

it('a ZIP code has its new county and districts from their first day', () => {
  const county = row({ level: 'COUNTY', jurisdictionId: 'MN-X3', name: 'Other County', rate: '0.001' });
  // Saint Paul's district has had a rate for a long time.
  const district = row({ level: 'DISTRICT', jurisdictionId: 'MN-D80005', name: null, rate: '0.004' });
  const book = correct(county, district);
  expect(localRatesOn(book, zip, '2026-06-30')).toEqual(asBefore);
  const after = localRatesOn(book, zip, '2026-07-01');
  expect(after).toEqual(['MN-X3 0.001', 'MN-M43000 0.005', ...districts, 'MN-D80005 0.004']);
});

describe('within boundaries', () => {
  const stacks = [{ isStateTaxed: true, county: '053', place: '43000', districts: [] }];
  const book = load(aCorrectionsLayer({ rows: [row({})] }), aBoundariesLayer({ stacks }));
  const within = (fields: Partial<AddressQuery>, taxDate: string) => {
    const address = anAddress({ ...zip, ...fields });
    const place = placeOn(book, address, taxDate);
    return book.placeWithin(place, { address, rows: [aZipRow('55401', 0)], taxDate });
  };

  it('the new city overrides that of the boundaries from its first day', () => {
    expect(within({}, '2026-06-30').jurisdictionIds).toEqual(['MN', 'MN-C053', 'MN-M43000']);
    const { jurisdictionIds, matchedAddress } = within({}, '2026-07-01');
    expect(jurisdictionIds).toEqual(['MN', 'MN-C053', 'MN-X1']);
    expect(matchedAddress.city).toBe('Mill City');
  });

  it('but does not override another city that was sent', () => {
    expect(within({ city: 'Minneapolis' }, '2026-07-01').jurisdictionIds).toEqual(['MN', 'MN-C053', 'MN-M43000']);
    expect(within({ city: 'Saint Paul' }, '2026-07-01').jurisdictionIds).toEqual(['MN', 'MN-C053', 'MN-M43000']);
    expect(within({ city: 'MILL CITY' }, '2026-07-01').jurisdictionIds).toEqual(['MN', 'MN-C053', 'MN-X1']);
    expect(within({ city: 'Nowhere' }, '2026-07-01').jurisdictionIds).toEqual(['MN', 'MN-C053', 'MN-X1']);
  });
});
