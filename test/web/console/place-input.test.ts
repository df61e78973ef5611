import { describe, expect, it } from 'vitest';
import { findCode } from '../../../src/web/console/base/tax-codes.tsx';
import { codeOfPlace, placesIn, type TypedPlace } from '../../../src/web/console/format/place-input.ts';
import { changesAsked, coveragePlace } from '../../../src/web/console/views/rates/asked.ts';

const us = (known: object) => ({ kind: 'us', street: null, city: null, state: null, zip: null, ...known });
const country = (code: string, state: string | null = null) => ({ kind: 'country', country: code, state });

describe('a place that was typed', () => {
  it.each<[string, object[]]>([
    ['55401', [us({ zip: '55401' })]],
    [' 55401-1234 ', [us({ zip: '55401-1234' })]],
    ['MN 55401', [us({ state: 'MN', zip: '55401' })]],
    ['Minneapolis, MN 55401', [us({ city: 'Minneapolis', state: 'MN', zip: '55401' })]],
    ['Minneapolis, minnesota', [us({ city: 'Minneapolis', state: 'MN' })]],
    [
      '350 S 5th St, Minneapolis, MN 55415, USA',
      [us({ street: '350 S 5th St', city: 'Minneapolis', state: 'MN', zip: '55415' })],
    ],
    [
      '350 S 5th St Minneapolis MN 55415',
      [us({ street: '350 S 5th St', city: 'Minneapolis', state: 'MN', zip: '55415' })],
    ],
    ['12 St Clair Ave W St. Paul, MN', [us({ street: '12 St Clair Ave W', city: 'St. Paul', state: 'MN' })]],
    ['5 Elm St Apt 4 Austin 78701', [us({ street: '5 Elm St Apt 4', city: 'Austin', zip: '78701' })]],
    ['1 Broadway New York NY 10004', [us({ street: '1 Broadway New York', state: 'NY', zip: '10004' })]],
    ['Minneapolis MN', [us({ city: 'Minneapolis', state: 'MN' })]],
    ['Charlotte North Carolina', [us({ city: 'Charlotte', state: 'NC' })]],
    ['Port Washington 11050', [us({ city: 'Port Washington', zip: '11050' })]],
    ['Santa Fe 87501', [us({ city: 'Santa Fe', zip: '87501' })]],
    ['Minneapolis 55401', [us({ city: 'Minneapolis', zip: '55401' })]],
    ['US-MN', [us({ state: 'MN' })]],
    ['ca-qc', [country('CA', 'QC')]],
    ['Germany', [country('DE')]],
    ['Toronto, Canada', [country('CA', 'Toronto')]],
    ['Texas', [us({ state: 'TX' })]],
    // A place code is read as a country first, then as a state.
    ['DE', [country('DE'), us({ state: 'DE' })]],
    ['Georgia', [country('GE'), us({ state: 'GA' })]],
    ['Atlantis', []],
    ['Nowhere, Atlantis', []],
    ['PO Box 12345, Minneapolis, MN', [us({ street: 'PO Box 12345', city: 'Minneapolis', state: 'MN' })]],
    // An unknown state, and ZIP codes in front of the state.
    ['Foo, XX 55401', []],
    ['XX 55401', []],
    ['90210, Minneapolis, MN', []],
    ['90210, Minneapolis, MN 55401', []],
    ['Minneapolis 90210, MN', []],
    ['', []],
  ])('%s', (text, places) => {
    expect(placesIn(text)).toEqual(places);
  });

  it('has the code that the addresses of the console have', () => {
    const codes = ['US-MN', 'CA-QC', 'DE', '55401'].map((text) => codeOfPlace(placesIn(text)[0]!));
    expect(codes).toEqual(['US-MN', 'CA-QC', 'DE', null]);
  });
});

describe('what is asked of a place', () => {
  const [zip, state, quebec] = ['55401', 'US-SD', 'CA-QC'].map((text) => placesIn(text)[0]!) as [
    TypedPlace,
    TypedPlace,
    TypedPlace,
  ];
  const span = { today: '2026-11-25', isPast: false };

  it('is what changes there: from tomorrow on, or until today', () => {
    const gt = { effectiveOn: { gt: '2026-11-25' } };
    expect(changesAsked(null, null, span)).toEqual({ filter: gt, taxCode: null });
    expect(changesAsked(zip, 'C1S2', span)).toEqual({ filter: gt, zip: '55401', taxCode: 'C1S2' });
    expect(changesAsked(state, null, { ...span, isPast: true })).toEqual({
      filter: { effectiveOn: { lte: '2026-11-25' }, country: { eq: 'US' }, state: { eq: 'SD' } },
      taxCode: null,
    });
    expect(changesAsked(state, null, { ...span, inVersion: 4 })).toEqual({
      filter: { country: { eq: 'US' }, state: { eq: 'SD' } },
      inVersion: 4,
      taxCode: null,
    });
    expect(changesAsked(quebec, null, span).filter).toMatchObject({ country: { eq: 'CA' }, state: { eq: 'QC' } });
  });

  it('is the evidence of its state, or of its country', () => {
    expect([coveragePlace(zip, 'MN'), coveragePlace(zip, null), coveragePlace(quebec, null)]).toEqual([
      'US-MN',
      null,
      'CA',
    ]);
  });
});

describe('a tax code that was typed', () => {
  const codes = [
    { code: 'C1S1', name: 'General goods', category: 'general' },
    { code: 'C1S4', name: "Children's clothing", category: 'clothing_children' },
    { code: 'C1S2', name: 'Clothing', category: 'clothing' },
  ];

  it.each([
    ['c1s2', 'C1S2'],
    ['clothing', 'C1S2'],
    ['children', 'C1S4'],
    ['goods', 'C1S1'],
    ['nothing', null],
    [' ', null],
  ])('%s', (text, code) => {
    expect(findCode(codes, text)?.code ?? null).toBe(code);
  });
});
