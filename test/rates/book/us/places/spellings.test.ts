import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AddressQuery } from '../../../../../src/domain/places/address-match.ts';
import { anyText } from '../../../../support/any-text.ts';
import { examples } from '../../../../support/examples.ts';
import { anAddress, cappedRate, issueOf, placeOf, rateBook } from '../../rate-book.ts';

const on = '2026-06-15';

describe('spellings', () => {
  it.each([
    ...['US', 'us', 'USA', 'u.s.a.', 'U.S.', 'United States', 'united states of america', 'U.S. of A.', 'États-Unis'],
    ...['Estados Unidos', 'Vereinigte Staaten', 'United States (US)', 'USA - United States'],
  ])('know the United States as %s', (country) => {
    expect(placeOf({ country, state: 'TX', zip: '77002' }).country).toBe('US');
  });

  it.each([
    [
      'TX',
      ['TX', 'tx', 'Tex.', 'Texas', 'TEXAS', '48', 'US-TX', 'State of Texas', 'TX - Texas', 'Texas (TX)', 'TX, USA'],
    ],
    ['NC', ['N.C.', 'N. Carolina', 'No. Carolina', 'N.Carolina', 'north  carolina', 'N Car']],
    ['WV', ['W. Virginia', 'W Va', 'W.Va.', 'West Virginia']],
    ['MA', ['Mass.', 'Commonwealth of Massachusetts', 'The Commonwealth of Massachusetts']],
    ['CA', ['Calif.', 'Cal']],
    ['PA', ['Penna.', 'Penn']],
    ['DC', ['DC', 'D.C.', 'District of Columbia', 'Washington, D.C.', 'Washington DC', 'Wash. D.C.', '11']],
    ['PR', ['PR', 'P.R.', 'Puerto Rico', '72']],
  ])('know %s as %j', (code, texts) => {
    for (const text of texts) expect(rateBook.findState(text)?.code, text).toBe(code);
  });

  it('do not confuse states', () => {
    expect(rateBook.findState('Texas/Oklahoma')).toBeNull();
    expect(rateBook.findState('USA')).toBeNull();
    expect(rateBook.findState('-')).toBeNull();
  });

  it.each([
    [
      'MO',
      '63103',
      ['St. Louis', 'Saint Louis', 'St Louis', 'ST.LOUIS', 'STLOUIS', 'st louis', 'City of St. Louis', 'St. Louis MO'],
    ],
    ['MI', '49783', ['Sault Ste. Marie', 'Sault Ste Marie', 'Sault Sainte Marie', 'SAULT STE.MARIE']],
    [
      'TX',
      '76102',
      ['Ft. Worth', 'Ft Worth', 'FtWorth', 'Fort Worth', 'Fort Worth City', 'Fort Worth, TX', 'Fort Worth TX 76102'],
    ],
    ['SC', '29464', ['Mt. Pleasant', 'Mount Pleasant', 'Mt Pleasant', 'Town of Mount Pleasant']],
    ['CA', '94041', ['Mountain View', 'Mtn View', 'Mt View', 'Mtn. Vw']],
    ['NV', '89030', ['N. Las Vegas', 'No. Las Vegas', 'North Las Vegas', 'N.Las Vegas']],
    ['CA', '94080', ['S. San Francisco', 'So. San Francisco', 'South San Francisco', 'S San Francisco']],
    ['MO', '63366', ["O'Fallon", 'O’Fallon', 'OFallon', 'O Fallon', 'o fallon']],
    ['NC', '27101', ['Winston-Salem', 'Winston Salem', 'Winston - Salem', 'WINSTON–SALEM']],
    ['NY', '10001', ['NYC', 'N.Y.C.', 'New York', 'New York City', 'New York NY', 'City of New York', 'Manhattan']],
    ['NM', '87532', ['Espanola', 'Española', 'ESPAÑOLA']],
    ['HI', '96744', ['Kaneohe', 'Kāne‘ohe', 'Kāneʻohe']],
    ['TX', '78501', ['McAllen', 'Mc Allen', 'MCALLEN']],
    ['UT', '84101', ['Salt Lake City', 'Salt Lake', 'SLC']],
    ['NJ', '08002', ['Cherry Hill', 'Cherry Hill Township', 'Cherry Hill Twp']],
    ['IL', '60070', ['Prospect Heights', 'Prospect Hts', 'Prospect Hgts.']],
    ['WA', '99206', ['Spokane Valley', 'Spokane Vly']],
    ['TN', '37201', ['Nashville', 'Nashville-Davidson', 'Nashville (Metro)']],
    ['PR', '00901', ['San Juan', 'SAN JUAN', 'San Juan, PR']],
    ['DC', '20001', ['Washington', 'Washington DC', 'Washington, D.C.']],
  ])('know the city of %s %s as %j', (state, zip, cities) => {
    const { jurisdictionIds } = placeOf({ state, zip, city: cities[0] });
    for (const city of cities) {
      const place = placeOf({ state, zip, city });
      expect(place.scoring.fieldScore.cityMatch, city).toBe('EXACT');
      expect(place.jurisdictionIds, city).toEqual(jurisdictionIds);
    }
  });

  it.each([
    [
      '01002',
      ['01002', '1002', '01002-1234', '010021234', '1002-1234', ' 0 1002 ', '01002–1234', '01002-', 'MA 01002'],
    ],
    ['55401', ['55401', '55401 1234', '55401-1234', 'MN55401', 'mn-55401']],
  ])('read the ZIP code %s as %j', (zip, texts) => {
    for (const text of texts) expect(placeOf({ zip: text }).matchedAddress.zip, text).toBe(zip);
  });

  it.each([
    [{ state: 'AP', zip: '96201' }, 'AP'],
    [{ state: 'AE', city: 'APO', zip: '09001' }, 'AE'],
    [{ state: 'AA', city: 'FPO', zip: '34002' }, 'AA'],
    [{ city: 'APO', zip: '09001' }, 'AE'],
    [{ city: 'DPO AE' }, 'AE'],
    [{ state: 'Armed Forces Pacific', city: 'FPO' }, 'AP'],
    [{ state: 'NY', city: 'APO', zip: '09001' }, 'AE'],
  ])('place the armed forces: %j', (fields, code) => {
    const place = placeOf(fields);
    expect(place.subdivision).toBe(code);
    expect(rateBook.placeFacts(place, on).taxation).toBe('OUTSIDE_TERRITORY');
  });

  it.each(['GU', 'Guam', 'VI', 'USVI', 'U.S. Virgin Islands', 'AS', 'American Samoa', 'MP', 'CNMI'])(
    'know the territory %s, whose taxes are not held',
    (state) => {
      expect(issueOf({ state })).toMatchObject({ code: 'COUNTRY_NOT_COVERED', field: 'state', given: state });
    },
  );

  it.each([
    ['QC', ['QC', 'Québec', 'QUEBEC', 'Que.', 'PQ', 'Province de Québec', 'Quebec, Canada', 'QC - Québec', 'CA-QC']],
    ['BC', ['BC', 'B.C.', 'British Columbia', 'Colombie-Britannique']],
    ['NB', ['New Brunswick', 'Nouveau-Brunswick']],
    ['NS', ['Nova Scotia', 'Nouvelle-Écosse', 'Nouvelle-Ecosse']],
    ['PE', ['PEI', 'P.E.I.', 'Prince Edward Island', 'Île-du-Prince-Édouard', 'Ile du Prince Edouard']],
    ['NL', ['Newfoundland', 'Newfoundland & Labrador', 'Terre-Neuve-et-Labrador', 'NF']],
    ['NT', ['NWT', 'N.W.T.', 'Northwest Territories', 'Territoires du Nord-Ouest']],
    ['ON', ['Ont.', 'Ontario', 'Province of Ontario']],
  ])('know the province %s as %j', (code, texts) => {
    for (const region of texts) expect(placeOf({ country: 'CA', region }).subdivision, region).toBe(`CA-${code}`);
  });
});

describe('a contradiction', () => {
  it.each<[Partial<AddressQuery>, object]>([
    [
      { state: 'Massachusetts', zip: '98101' },
      { field: 'state', given: 'Massachusetts', expected: 'WA', suggestions: ['WA'] },
    ],
    [
      { state: 'MA', zip: '98101', city: 'Boston' },
      { field: 'zip', given: '98101', suggestions: ['02108', '02109', '02110', '02111', '02112'] },
    ],
    [
      { state: 'NY', zip: '09001' },
      { field: 'state', given: 'NY', expected: 'AE', suggestions: ['AE'] },
    ],
    [
      { state: 'CA', zip: '96910' },
      { field: 'state', given: 'CA', expected: 'GU', suggestions: ['GU'] },
    ],
    [
      { state: 'AE', zip: '55401' },
      { field: 'state', given: 'AE', expected: 'MN', suggestions: ['MN'] },
    ],
    [
      { state: 'MN', region: 'TX' },
      { field: 'region', given: 'TX', suggestions: ['MN', 'TX'] },
    ],
    [
      { country: 'CA', region: 'ON', state: 'QC' },
      { field: 'region', given: 'ON', suggestions: ['ON', 'QC'] },
    ],
    [
      { country: 'PT', region: 'Madeira', state: 'Açores' },
      { field: 'region', given: 'Madeira', suggestions: ['30', '20'] },
    ],
    [
      { state: 'ON', zip: 'M5V 2T6' },
      { field: 'country', given: 'US', expected: 'CA', suggestions: ['CA'] },
    ],
  ])('is an issue: %j', (fields, issue) => {
    expect(issueOf(fields)).toMatchObject({ code: 'ERR-ADDR-001', ...issue });
  });

  it('is a notice if one of the two has no meaning', () => {
    const place = placeOf({ country: 'CA', region: 'Foo', state: 'QC' });
    expect(place.subdivision).toBe('CA-QC');
    expect(place.notices.map(({ code }) => code)).toEqual(['PROVINCE_NOT_KNOWN']);
    expect(placeOf({ state: 'MN', region: 'Midwest' }).subdivision).toBe('MN');
  });
});

describe('any spelling', () => {
  const addresses = [
    { state: 'MN', zip: '55401', city: 'Minneapolis' },
    { state: 'North Carolina', zip: '27101', city: 'Winston-Salem' },
    { state: 'MO', zip: '63103', city: 'St. Louis' },
    { state: 'TX', zip: '77005', city: 'West University Place' },
    { country: 'Canada', state: 'Québec', zip: 'H2Y 1C6', city: 'Montréal' },
  ];
  /** Letters in either case, doubled and surrounding blanks, and dots, hyphens and accents present or missing. */
  const respelled = (text: string) =>
    fc
      .tuple(fc.infiniteStream(fc.boolean()), fc.constantFrom('', ' ', '  '), fc.boolean(), fc.boolean())
      .map(([isUpper, around, isPlain, isDoubled]) => {
        const cased = [...text].map((letter) => (isUpper.next().value ? letter.toUpperCase() : letter.toLowerCase()));
        const spaced = isDoubled ? cased.join('').replace(/ /g, '  ') : cased.join('');
        const plain = () => spaced.normalize('NFD').replace(/\p{M}/gu, '').replace(/[.-]/g, ' ');
        return around + (isPlain ? plain() : spaced) + around;
      });

  it.each(addresses)('of $city gives the same place', ({ state, zip, city, ...rest }) => {
    const { matchedAddress: _as, ...expected } = placeOf({ state, zip, city, ...rest });
    fc.assert(
      fc.property(respelled(state), respelled(city), respelled(zip), (state, city, zip) => {
        const { matchedAddress: _like, ...found } = placeOf({ ...rest, state, city, zip });
        expect(found).toEqual(expected);
      }),
    );
  });

  it('never throws, and always gives a place or an issue that names a field', () => {
    const text = fc.option(
      fc.oneof(
        fc.string({ maxLength: 40 }),
        anyText({ maxLength: 20 }),
        fc.constantFrom('MN', 'TX', 'CA', 'Texas', '55401', '00000', '99999', 'APO', 'St.', '(', '-', ',', '/', 'PR'),
      ),
    );
    const address = fc.record({
      country: fc.oneof(fc.constant('US'), fc.constant('CA'), text),
      state: text,
      region: text,
      county: text,
      city: text,
      street: text,
      zip: fc.oneof(text, fc.integer({ min: 0, max: 99999 }).map(String)),
      isPartial: fc.boolean(),
    });
    fc.assert(
      fc.property(address, (query) => {
        const match = rateBook.matchAddress(query);
        const all = rateBook.matchCandidates(query);
        expect(all.kind).toBe(match.kind);
        if (match.kind === 'unmatched') {
          expect(match.issues.length).toBeGreaterThan(0);
          for (const issue of match.issues) expect(issue.message).not.toBe('');
        } else {
          expect(all.kind === 'matched' && all.places[0]).toEqual(match.place);
          expect(cappedRate(match.place, on).lt('0.3')).toBe(true);
        }
      }),
      { numRuns: examples(2000) },
    );
  });

  it('of an empty address is an issue', () => {
    expect(rateBook.matchAddress(anAddress({ country: null })).kind).toBe('unmatched');
    expect(rateBook.matchAddress(anAddress({})).kind).toBe('unmatched');
  });
});
