import { describe, expect, it } from 'vitest';
import type { AddressQuery } from '../../../src/domain/places/address-match.ts';
import { decimalText } from '../../../src/tax/numbers/decimal.ts';
import { anAddress, cappedRate, noticesOf, placeOf, rateBook, ratesOf, termsOf } from './rate-book.ts';

type Place = Partial<AddressQuery>;

const on = '2026-06-15';
const all = 'STATE+COUNTY+CITY+DISTRICT';
const abroad = 'COUNTRY+REGION';
const localsAlone = ['STATE none', 'COUNTY general', 'CITY general', 'DISTRICT general'];

const chicago: Place = { state: 'IL', zip: '60601', city: 'Chicago' };

/**
 * Facts from sources that an expert doubted. Each is now either confirmed by law, with its source in the row
 * (`SETTLED`), or still uncertain, with a notice (`DOUBTED`).
 */
const rules: readonly (readonly [string, Place, string, string, string, readonly string[], readonly string[]])[] = [
  ['groceries in Phoenix', { state: 'AZ', zip: '85001' }, 'C1S10', on, 'EXEMPT', [], []],
  ['groceries in Denver', { state: 'CO', zip: '80202' }, 'C1S10', on, 'EXEMPT', [], []],
  [
    'software as a service in Denver, which taxes it unlike Colorado',
    { state: 'CO', zip: '80202', city: 'Denver' },
    'C3S1',
    on,
    'REDUCED',
    ['STATE none', 'CITY percentage 0.0515'],
    ['FACT_UNCERTAIN'],
  ],
  [
    'groceries in Chicago, which levies none itself',
    chicago,
    'C1S10',
    on,
    'REDUCED',
    ['STATE none', 'DISTRICT(IL-DRTA-COLLAR) general', 'DISTRICT(IL-DRTA-COOK) percentage 0.0125'],
    [],
  ],
  [
    'groceries in other cities of Illinois, which may levy one percent',
    { state: 'IL', zip: '62701', city: 'Springfield' },
    'C1S10',
    on,
    'REDUCED',
    [
      'STATE none',
      'CITY percentage 0.01',
      'DISTRICT(IL-DRTA-COLLAR) general',
      'DISTRICT(IL-DRTA-COOK) percentage 0.0125',
    ],
    ['FACT_UNCERTAIN'],
  ],
  [
    'clothing in New York City',
    { state: 'NY', zip: '10001' },
    'C1S2',
    on,
    'TAXABLE',
    [`${all} general, exempt-below 110`],
    [],
  ],
  [
    'clothing elsewhere in New York',
    { state: 'NY', zip: '12207' },
    'C1S2',
    on,
    'TAXABLE',
    ['STATE general, exempt-below 110', 'COUNTY+CITY+DISTRICT general'],
    ['FACT_UNCERTAIN'],
  ],
  ['candy in Kansas', { state: 'KS', zip: '66603' }, 'C1S11', on, 'REDUCED', localsAlone, []],
  ['soft drinks in Kansas', { state: 'KS', zip: '66603' }, 'C1S12', on, 'REDUCED', localsAlone, []],
  ['candy in Virginia', { state: 'VA', zip: '23220' }, 'C1S11', on, 'REDUCED', ['STATE percentage 0.01'], []],
  ['candy in Utah', { state: 'UT', zip: '84101' }, 'C1S11', on, 'REDUCED', [`${all} together 0.03`], []],
  ['candy in Oklahoma', { state: 'OK', zip: '73102' }, 'C1S11', on, 'REDUCED', localsAlone, []],
  [
    'candy in Alabama',
    { state: 'AL', zip: '35203' },
    'C1S11',
    on,
    'REDUCED',
    ['STATE percentage 0.02', 'COUNTY general', 'CITY general', 'DISTRICT general'],
    [],
  ],
  ['candy in Georgia', { state: 'GA', zip: '30303' }, 'C1S11', on, 'REDUCED', localsAlone, []],
  ['SaaS in Utah', { state: 'UT', zip: '84101' }, 'C3S1', on, 'TAXABLE', [`${all} general`], []],
  ['SaaS in Vermont', { state: 'VT', zip: '05401' }, 'C3S1', on, 'TAXABLE', [`${all} general`], []],
  ['SaaS in Vermont before', { state: 'VT', zip: '05401' }, 'C3S1', '2024-06-30', 'NOT_TAXABLE', [], []],
  ['custom software in Washington', { state: 'WA', zip: '98101' }, 'C3S4', on, 'TAXABLE', [`${all} general`], []],
  ['custom software there before', { state: 'WA', zip: '98101' }, 'C3S4', '2025-09-30', 'NOT_TAXABLE', [], []],
  ['data processing in Maryland', { state: 'MD', zip: '21201' }, 'C3S5', on, 'REDUCED', ['STATE percentage 0.03'], []],
  ['data processing there before', { state: 'MD', zip: '21201' }, 'C3S5', '2025-06-30', 'NOT_TAXABLE', [], []],
  [
    'data processing in Connecticut',
    { state: 'CT', zip: '06103' },
    'C3S5',
    on,
    'REDUCED',
    ['STATE percentage 0.01'],
    [],
  ],
  ['data processing in Texas', { state: 'TX', zip: '77002' }, 'C3S5', on, 'TAXABLE', [`${all} general, share 0.8`], []],
  ['athletic wear in Massachusetts', { state: 'MA', zip: '02108' }, 'C1S6', on, 'TAXABLE', [`${all} general`], []],
  ['protective wear in Massachusetts', { state: 'MA', zip: '02108' }, 'C1S8', on, 'TAXABLE', [`${all} general`], []],
  [
    'formal wear in Massachusetts',
    { state: 'MA', zip: '02108' },
    'C1S7',
    on,
    'TAXABLE',
    [`${all} general, excess-above 175`],
    [],
  ],
  ['athletic wear in Rhode Island', { state: 'RI', zip: '02903' }, 'C1S6', on, 'TAXABLE', [`${all} general`], []],
  [
    'formal wear in Rhode Island',
    { state: 'RI', zip: '02903' },
    'C1S7',
    on,
    'TAXABLE',
    [`${all} general, excess-above 250`],
    [],
  ],
  ['handling in California', { state: 'CA', zip: '90210' }, 'C6S2', on, 'TAXABLE', [`${all} general`], []],
  ['handling in Virginia', { state: 'VA', zip: '23220' }, 'C6S2', on, 'TAXABLE', [`${all} general`], []],
  ['goods in Malaysia', { country: 'MY' }, 'C1S1', on, 'NOT_TAXABLE', [], []],
  ['services in Malaysia', { country: 'MY' }, 'C3S1', on, 'TAXABLE', [`${abroad} general`], []],
  ['books in Denmark', { country: 'DK' }, 'C1S30', on, 'TAXABLE', [`${abroad} general`], ['FACT_UNCERTAIN']],
  ['goods in Vietnam', { country: 'VN' }, 'C1S1', on, 'REDUCED', [`${abroad} percentage 0.08`], ['CATEGORY_IS_BROAD']],
  ['goods in Vietnam from 2027 on', { country: 'VN' }, 'C1S1', '2027-01-01', 'TAXABLE', [`${abroad} general`], []],
  [
    'groceries in Quebec',
    { country: 'CA', region: 'QC' },
    'C1S10',
    on,
    'ZERO_RATED',
    [`${abroad} percentage 0`],
    ['CATEGORY_IS_BROAD'],
  ],
  [
    'groceries in British Columbia',
    { country: 'CA', region: 'BC' },
    'C1S10',
    on,
    'ZERO_RATED',
    [`${abroad} percentage 0`],
    ['CATEGORY_IS_BROAD'],
  ],
];

describe('facts that were uncertain', () => {
  it.each(rules)(
    'are settled or reported as uncertain: %s',
    (_name, place, taxCode, taxDate, treatment, terms, notices) => {
      const line = taxCode.startsWith('C6') ? 'SHIPPING_FEE' : 'ITEM';
      const facts = rateBook.ruleFor(placeOf(place), taxDate, taxCode, line);
      expect(facts.rule.treatment).toBe(treatment);
      expect(termsOf(facts)).toEqual(terms);
      expect(facts.rule.source).not.toBe('');
      if (taxDate === on) expect(facts.notices.map(({ code }) => code)).toEqual(notices);
    },
  );

  it('the holiday of Connecticut ends below 100', () => {
    const { rule } = rateBook.ruleFor(placeOf({ state: 'CT', zip: '06103' }), '2026-08-17', 'C1S2', 'ITEM');
    expect(rule.treatment).toBe('HOLIDAY');
    expect(rule.aboveCap).toMatchObject({ isCapIncluded: false });
    expect(rule.aboveCap?.capAmount.toString()).toBe('100');
  });

  it('the rate of Cheyenne is uncertain', () => {
    const place = placeOf({ state: 'WY', zip: '82001', city: 'Cheyenne' });
    expect(ratesOf(place, on)).toEqual(['STATE 0.04', 'COUNTY 0.01']);
    expect(noticesOf(place, on)).toEqual(['FACT_UNCERTAIN']);
  });

  it.each([
    ['Houston', 'TX-DHOUSTON-MTA'],
    ['Dallas', 'TX-DDALLAS-MTA'],
    ['Austin', 'TX-DAUSTIN-MTA'],
    ['San Antonio', 'TX-DSAN-ANTONIO-MTA-ATD'],
    ['El Paso', 'TX-DEL-PASO-CTD'],
    ['Fort Worth', 'TX-DFORT-WORTH-MTA'],
    ['Corpus Christi', 'TX-DCORPUS-CHRISTI-MTA'],
    ['Plano', 'TX-DDALLAS-MTA'],
  ])('every candidate of %s is in its transit authority', (city, district) => {
    const found = rateBook.matchCandidates(anAddress({ state: 'TX', city }));
    const places = found.kind === 'matched' ? found.places : [];
    expect(places.length).toBeGreaterThan(0);
    for (const place of places) {
      expect(place.jurisdictionIds).toContain(district);
      expect(cappedRate(place, on).toString()).toBe('0.0825');
    }
  });

  it('Chicago has 10.25 % before the rise of the transit tax, and 10.5 % since', () => {
    expect(cappedRate(placeOf(chicago), '2026-07-31').toString()).toBe('0.1025');
    expect(cappedRate(placeOf(chicago), '2026-08-01').toString()).toBe('0.105');
  });

  it('St. Louis Park has no city rate in the book, as the result states', () => {
    const place = placeOf({ state: 'MN', zip: '55416', city: 'St. Louis Park' });
    expect(cappedRate(place, on).toString()).toBe('0.08525');
    expect(noticesOf(place, on)).toEqual(['CITY_NOT_IN_RATE_BOOK']);
  });

  it.each([
    ['ON', ['COUNTRY 0.13']],
    ['BC', ['COUNTRY 0.05', 'REGION 0.07']],
    ['QC', ['COUNTRY 0.05', 'REGION 0.09975']],
    ['AB', ['COUNTRY 0.05']],
  ])('the provinces of Canada have their parts: %s', (region, rates) => {
    expect(ratesOf(placeOf({ country: 'CA', region }), on)).toEqual(rates);
  });

  it('the 13 % of Bolivia are levied on the price with the tax in it', () => {
    const [rate] = rateBook.placeFacts(placeOf({ country: 'BO' }), on).taxPlace.rates;
    expect(decimalText(rate!.rate)).toBe('0.14942529');
  });
});
