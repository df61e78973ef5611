import { describe, expect, it } from 'vitest';
import { effectsOf } from '../../../../src/cli/fact-effects.ts';
import { isOverdue } from '../../../../src/domain/coverage/freshness.ts';
import type { FilingFrequency } from '../../../../src/domain/nexus/nexus-record.ts';
import type { AddressQuery } from '../../../../src/domain/places/address-match.ts';
import type {
  FactCorrection,
  ImportedJurisdiction,
  RateCorrection,
  RateLayer,
} from '../../../../src/domain/rate-book/rate-layer.ts';
import { findDueDay } from '../../../../src/domain/returns/payment/due-days.ts';
import type { ReferenceData } from '../../../../src/ports/reference-data.ts';
import { loadBundledReferenceData, loadReferenceData, versionIssues } from '../../../../src/rates/book/bundled.ts';
import { ownBook } from '../../../../src/rates/book/files/book-files.ts';
import { layerIssues } from '../../../../src/rates/book/layers/lay-over.ts';
import { findConflicts } from '../../../../src/rates/versions/import-conflicts.ts';
import { decimalText } from '../../../../src/tax/numbers/decimal.ts';
import { bookWith } from '../../../support/rate-books.ts';
import {
  aBoundariesLayer,
  aCorrection,
  aCorrectionsLayer,
  aStateRatesLayer,
  aZipRow,
} from '../../../support/rate-layers.ts';
import { anAddress } from '../rate-book.ts';

const load = (...layers: RateLayer[]) => loadReferenceData({ number: 3, layers, findBoundaries: async () => [] });

const jurisdiction = (
  level: ImportedJurisdiction['level'],
  code: string,
  rate: string,
  more: Partial<ImportedJurisdiction> = {},
): ImportedJurisdiction => ({
  level,
  type: { STATE: '45', COUNTY: '00', CITY: '01', DISTRICT: '63' }[level],
  code,
  stacking: 'add',
  windows: [{ rate, validFrom: '2015-01-01', validThrough: null }],
  ...more,
});

const minneapolis = { state: 'MN', city: 'Minneapolis', zip: '55401', street: '250 Marquette Ave' };
const state = jurisdiction('STATE', '27', '0.06875');
const hennepin = jurisdiction('COUNTY', '053', '0.0015');
const city = jurisdiction('CITY', '43000', '0.005');

function ratesAt(book: ReferenceData, fields: Partial<AddressQuery>, taxDate: string): string[] {
  const match = book.matchAddress(anAddress(fields));
  if (match.kind === 'unmatched') throw new Error(match.issues.map(({ message }) => message).join());
  const { taxPlace } = book.placeFacts(match.place, taxDate);
  return taxPlace.rates.map(({ jurisdiction: { id }, rate }) => `${id} ${decimalText(rate)}`);
}

function taxationAt(book: ReferenceData, fields: Partial<AddressQuery>, taxDate: string): string {
  const match = book.matchAddress(anAddress(fields));
  if (match.kind === 'unmatched') throw new Error('No place');
  return book.placeFacts(match.place, taxDate).taxation;
}

function noticesAt(book: ReferenceData, fields: Partial<AddressQuery>, taxDate: string): string[] {
  const match = book.matchAddress(anAddress(fields));
  if (match.kind === 'unmatched') throw new Error('No place');
  return [...match.place.notices, ...book.placeFacts(match.place, taxDate).notices].map(({ code }) => code);
}

describe('rates of a state', () => {
  it('replace everything the book contained for it, and nothing of other states', () => {
    const book = load(aStateRatesLayer({ jurisdictions: [state, hennepin, jurisdiction('CITY', '43000', '0.0075')] }));
    expect(ratesAt(book, minneapolis, '2026-06-15')).toEqual(['MN 0.06875', 'MN-C053 0.0015', 'MN-M43000 0.0075']);
    expect(ratesAt(book, { state: 'WI', city: 'Milwaukee', zip: '53202' }, '2026-06-15')).toEqual([
      'WI 0.05',
      'WI-C079 0.009',
      'WI-M53000 0.02',
    ]);
  });

  it('state their source and their age', () => {
    const bundled = loadBundledReferenceData();
    const book = load(aStateRatesLayer({ source: 'The file', asOf: '2026-12-01', jurisdictions: [state, hennepin] }));
    expect(bundled.version).toMatch(/^\d{4}\.\d\d\.\d\d-\d+$/);
    expect(book.version).toBe(`${bundled.version}+3`);
    expect(book.asOf).toBe('2026-12-01');
    expect(book.freshnessOf('US-MN')).toMatchObject({ readOn: '2026-12-01', nextChangeOn: '2027-01-01' });
    expect(book.freshnessOf('US-WI')).toEqual(bundled.freshnessOf('US-WI'));
    expect(book.jurisdictionRate('US/MN-C053', '2026-06-15')?.rate).toMatchObject({ source: 'The file' });
    expect(book.sources()).toContainEqual({ name: 'The file', readOn: '2026-12-01', places: ['US-MN'] });
    const others = (one: ReferenceData) => one.sources().filter(({ name }) => name !== 'The file');
    expect(others(book)).toEqual(others(bundled));
    expect(book.findState('MN')?.coverage.readOn).toBe('2026-12-01');
  });

  it('have their periods, and begin when the file shows that nothing was levied before', () => {
    const changing = jurisdiction('CITY', '43000', '', {
      windows: [
        { rate: '0.01', validFrom: '2026-07-01', validThrough: null },
        { rate: '0.005', validFrom: '2010-01-01', validThrough: '2026-06-30' },
      ],
    });
    const late = jurisdiction('COUNTY', '053', '', {
      windows: [{ rate: '0.002', validFrom: '2026-09-01', validThrough: null }],
    });
    const book = load(aStateRatesLayer({ jurisdictions: [state, late, changing] }));
    expect(ratesAt(book, minneapolis, '2026-06-30')).toEqual(['MN 0.06875', 'MN-M43000 0.005']);
    expect(ratesAt(book, minneapolis, '2026-07-01')).toEqual(['MN 0.06875', 'MN-M43000 0.01']);
    expect(ratesAt(book, minneapolis, '2026-09-01')).toEqual(['MN 0.06875', 'MN-C053 0.002', 'MN-M43000 0.01']);
  });

  it('add new jurisdictions, named by their codes, including counties', () => {
    const layer = aStateRatesLayer({
      asOf: '2026-11-01',
      jurisdictions: [
        state,
        jurisdiction('COUNTY', '001', '0.004'),
        jurisdiction('CITY', '12345', '0.003', {
          windows: [{ rate: '0.003', validFrom: '2026-10-01', validThrough: null }],
        }),
        jurisdiction('DISTRICT', '80099', '0.001'),
        jurisdiction('DISTRICT', '80099', '0.002', { type: '79' }),
      ],
    });
    const book = load(layer);
    const found = book.jurisdictions({
      country: 'US',
      subdivision: 'MN',
      level: null,
      ids: ['MN-C001', 'MN-M12345', 'MN-D80099', 'MN-D79-80099'],
    });
    expect(found.map(({ jurisdiction: { id, name, fips } }) => [id, name, fips])).toEqual([
      ['MN-C001', 'Aitkin County', '27001'],
      ['MN-D79-80099', 'District 80099 (code of type 79)', null],
      ['MN-D80099', 'District 80099 (code of type 63)', null],
      ['MN-M12345', 'City 12345 (place code)', '2712345'],
    ]);
    expect(ratesAt(book, { state: 'MN', city: 'Aitkin', zip: '56431' }, '2026-06-15')).toContain('MN-C001 0.004');
    // The book was read before the rate began and did not contain it.
    expect(book.jurisdictionRate('US/MN-M12345', '2026-09-30')).toEqual({ rate: null, notices: [] });
    // Only boundaries show where the new district is.
    expect(noticesAt(book, minneapolis, '2026-06-15')).toContain('LOCAL_RATES_INCOMPLETE');
    expect(noticesAt(load(layer, aBoundariesLayer()), minneapolis, '2026-06-15')).toEqual([]);
  });

  it('leave out towns that levy nothing, and report no gap after a tax has ended', () => {
    const stadium = { windows: [{ rate: '0.001', validFrom: '1996-01-01', validThrough: '2020-03-31' }] };
    const towns = [jurisdiction('CITY', '00100', '0'), jurisdiction('DISTRICT', '80098', '0', stadium)];
    const book = load(aStateRatesLayer({ jurisdictions: [state, hennepin, ...towns] }));
    expect(book.jurisdictionRate('MN-M00100', '2026-06-15')).toBeNull();
    expect(noticesAt(book, minneapolis, '2026-06-15')).toEqual([]);
  });

  it('replace or add as the state of the file does', () => {
    const whole = jurisdiction('CITY', '43000', '0.02', { stacking: 'replaces_all' });
    const book = load(aStateRatesLayer({ jurisdictions: [state, hennepin, whole] }));
    expect(ratesAt(book, minneapolis, '2026-06-15')).toEqual(['MN 0.06875', 'MN-M43000 0.02']);
    // Seattle's figure contains the county's share while the county has a rate.
    const washington = [jurisdiction('STATE', '53', '0.065'), jurisdiction('COUNTY', '033', '0.037')];
    const seattle = { state: 'WA', city: 'Seattle', zip: '98101' };
    const withoutCity = load(aStateRatesLayer({ state: 'WA', jurisdictions: washington }));
    expect(ratesAt(withoutCity, seattle, '2026-06-15')).toEqual(['WA 0.065', 'WA-C033 0.037']);
  });

  it('let a district replace county and city, and others be added to it', () => {
    const whole = jurisdiction('DISTRICT', '91019', '0.0275', { stacking: 'replaces_all' });
    const transit = jurisdiction('DISTRICT', '91950', '0.005', { type: '79' });
    const rates = aStateRatesLayer({ jurisdictions: [state, hennepin, city, whole, transit] });
    const districts = [
      { type: '63', code: '91019' },
      { type: '79', code: '91950' },
    ];
    const stacks = [{ isStateTaxed: true, county: '053', place: '43000', districts }];
    const book = load(rates, aBoundariesLayer({ stacks }));
    const address = anAddress(minneapolis);
    const match = book.matchAddress(address);
    if (match.kind === 'unmatched') throw new Error('No place');
    const taxDate = '2026-07-01';
    const place = book.placeWithin(match.place, { address, rows: [aZipRow('55401', 0)], taxDate });
    const { rates: found } = book.placeFacts(place, taxDate).taxPlace;
    expect(found.map(({ jurisdiction: { code }, rate }) => `${code} ${decimalText(rate)}`)).toEqual([
      '27 0.06875',
      '91019 0.0275',
      '91950 0.005',
    ]);
  });

  it.each(['55401-1234', '55401–1234', '55401 - 1234', 'MN 55401-1234', '554011234'])(
    'are looked up by the ZIP code in any spelling: %s',
    (zip) => {
      const book = load(aStateRatesLayer(), aBoundariesLayer());
      const address = { ...anAddress(minneapolis), zip };
      const match = book.matchAddress(address);
      if (match.kind === 'unmatched') throw new Error('No place');
      expect(book.boundaryQuestion(match.place, address)?.query).toMatchObject({ zip: '55401', plus4: '1234' });
    },
  );

  it('are rejected if they overlap, are duplicated, or lack the state’s own', () => {
    const overlapping = jurisdiction('CITY', '43000', '', {
      windows: [
        { rate: '0.01', validFrom: '2026-07-01', validThrough: null },
        { rate: '0.005', validFrom: '2010-01-01', validThrough: '2026-07-01' },
      ],
    });
    const layer = aStateRatesLayer({ layerId: 'wrong', jurisdictions: [hennepin, hennepin, overlapping] });
    expect(layerIssues([layer])).toEqual([
      { layerId: 'wrong', row: null, message: 'Expected exactly one row for the state itself.' },
      { layerId: 'wrong', row: null, message: 'Two rates of MN-M43000 overlap on 2026-07-01.' },
      { layerId: 'wrong', row: null, message: 'COUNTY 00 053 appears twice.' },
    ]);
    expect(layerIssues([aStateRatesLayer({ layerId: 'far', state: 'ZZ' })])).toEqual([
      { layerId: 'far', row: null, message: 'Unknown state ZZ.' },
    ]);
  });
});

describe('corrections', () => {
  const correct = (...rows: RateCorrection[]) => load(aCorrectionsLayer({ rows }));

  it('replace the periods they overlap', () => {
    const book = correct(aCorrection({ validThrough: '2026-09-30' }));
    const rateOn = (day: string) => ratesAt(book, minneapolis, day).find((text) => text.startsWith('MN-M43000'));
    expect(rateOn('2026-06-30')).toBe('MN-M43000 0.005');
    expect(rateOn('2026-07-01')).toBe('MN-M43000 0.01');
    expect(rateOn('2026-09-30')).toBe('MN-M43000 0.01');
    expect(rateOn('2026-10-01')).toBe('MN-M43000 0.005');
    expect(book.jurisdictionRate('US/MN-M43000', '2026-08-01')?.rate?.source).toBe('Ordinance 12');
  });

  it('are as new as the list that they come from, which no single correction is', () => {
    const asOf = (lists?: Record<string, string>, rows = [aCorrection()]) =>
      load(aCorrectionsLayer({ rows, lists })).freshnessOf('US-MN').lists?.listedOn;
    expect(asOf()).toBe('2026-08-18');
    expect(asOf({ MN: '2026-10-01' })).toBe('2026-10-01');
    // The rates of an earlier list apply if they differ, so the rates in force have its date; if none differ, nothing
    // is older.
    expect(asOf({ MN: '2026-05-01' })).toBe('2026-05-01');
    expect(asOf({ MN: '2026-05-01' }, [])).toBe('2026-08-18');
  });

  it('prove nothing of the days before their list, if it names no first days', () => {
    const overdueOn = (layer: Parameters<typeof aCorrectionsLayer>[0]) => {
      const freshness = load(aCorrectionsLayer(layer)).freshnessOf('US-MN');
      return ['2026-11-15', '2027-01-01'].map((day) => isOverdue(freshness, day));
    };
    const lists = { MN: '2027-01-01' };
    expect(overdueOn({ lists, areListsOfOneDay: true })).toEqual([true, false]);
    expect(overdueOn({ lists })).toEqual([false, false]);
  });

  it('renew the day of countries, and of states without local rates', () => {
    const seen = (place: string, changes: Parameters<typeof aCorrectionsLayer>[0]) =>
      load(aCorrectionsLayer(changes)).freshnessOf(place).verifiedOn;
    expect(seen('US-CT', { lists: { CT: '2027-10-01' } })).toBe('2027-10-01');
    expect(seen('US-MN', { lists: { MN: '2027-10-01' } })).not.toBe('2027-10-01');
    const countries = { DE: '2027-10-01' };
    expect(seen('DE', { countries })).toBe('2027-10-01');
    expect(seen('FR', { countries })).not.toBe('2027-10-01');
    expect(seen('DE', { countries: { DE: '2020-01-01' } })).not.toBe('2020-01-01');
  });

  it('are laid over the rates of a state, in the order of the layers', () => {
    const rates = aStateRatesLayer({ jurisdictions: [state, hennepin, city] });
    const book = load(
      rates,
      aCorrectionsLayer({ rows: [aCorrection({}), aCorrection({ rate: '0.02', validFrom: '2026-08-01' })] }),
    );
    expect(ratesAt(book, minneapolis, '2026-07-31')).toContain('MN-M43000 0.01');
    expect(ratesAt(book, minneapolis, '2026-08-01')).toContain('MN-M43000 0.02');
  });

  it('are replaced by later rates of the state, except for added jurisdictions', () => {
    const added = aCorrection({ level: 'DISTRICT', jurisdictionId: 'MN-X1', name: 'Mill District', zips: ['55401'] });
    const toFormerFile = aCorrection({ jurisdictionId: 'MN-M12345' });
    const corrections = aCorrectionsLayer({ rows: [aCorrection({ rate: '0.03' }), added, toFormerFile] });
    const book = load(corrections, aStateRatesLayer({ jurisdictions: [state, hennepin, city] }));
    expect(ratesAt(book, minneapolis, '2026-07-01')).toEqual([
      'MN 0.06875',
      'MN-C053 0.0015',
      'MN-M43000 0.005',
      'MN-X1 0.01',
    ]);
  });

  it('also reach their ZIP codes within boundaries', () => {
    const added = aCorrection({ level: 'DISTRICT', jurisdictionId: 'MN-X1', name: 'Mill District', zips: ['55401'] });
    const stacks = [{ isStateTaxed: true, county: '053', place: '43000', districts: [] }];
    const book = load(aCorrectionsLayer({ rows: [added] }), aBoundariesLayer({ stacks }));
    const address = anAddress(minneapolis);
    const match = book.matchAddress(address);
    if (match.kind === 'unmatched') throw new Error('No place');
    const { jurisdictionIds } = book.placeWithin(match.place, {
      address,
      rows: [aZipRow('55401', 0)],
      taxDate: '2026-07-01',
    });
    expect(jurisdictionIds).toEqual(['MN', 'MN-C053', 'MN-M43000', 'MN-X1']);
  });

  it('add districts, cities and counties, with the ZIP codes they reach', () => {
    const zips = ['55401', '55402'];
    const book = correct(
      aCorrection({ level: 'DISTRICT', jurisdictionId: 'MN-X1', name: 'Mill District', rate: '0.0025', zips }),
      aCorrection({ level: 'COUNTY', jurisdictionId: 'MN-X2', name: 'Other County', rate: '0.001', zips: ['55402'] }),
    );
    expect(ratesAt(book, minneapolis, '2026-06-30').join()).not.toContain('MN-X1');
    expect(ratesAt(book, minneapolis, '2026-07-01')).toContain('MN-X1 0.0025');
    const other = ratesAt(book, { ...minneapolis, zip: '55402' }, '2026-07-01');
    expect(other).toEqual(expect.arrayContaining(['MN-X1 0.0025', 'MN-X2 0.001']));
    expect(other.join()).not.toContain('MN-C053');
  });

  it('add local rates to a state without any', () => {
    const kentucky = { state: 'KY', city: 'Louisville', zip: '40202' };
    const local = aCorrection({ subdivision: 'KY', jurisdictionId: 'KY-X1', name: 'Louisville', zips: ['40202'] });
    expect(ratesAt(correct(local), kentucky, '2026-07-01')).toEqual(['KY 0.06', 'KY-X1 0.01']);
  });

  it('change the rates of other countries and their regions', () => {
    const germany = { country: 'DE', subdivision: null, level: 'COUNTRY', jurisdictionId: 'DE' } as const;
    const quebec = { country: 'CA', subdivision: 'CA-QC', level: 'REGION', jurisdictionId: 'CA-QC' } as const;
    const book = correct(aCorrection({ ...germany, rate: '0.2' }), aCorrection({ ...quebec, rate: '0.1' }));
    expect(ratesAt(book, { country: 'DE' }, '2026-06-30')).toEqual(['DE 0.19']);
    expect(ratesAt(book, { country: 'DE' }, '2026-07-01')).toEqual(['DE 0.2']);
    expect(ratesAt(book, { country: 'CA', region: 'QC' }, '2026-07-01')).toEqual(['CA 0.05', 'CA-QC 0.1']);
  });

  it('add a tax to a country or region without one', () => {
    const bermuda = { country: 'BM', subdivision: null, level: 'COUNTRY', jurisdictionId: 'BM', name: 'GST' } as const;
    const alberta = {
      country: 'CA',
      subdivision: 'CA-AB',
      level: 'REGION',
      jurisdictionId: 'CA-AB',
      name: 'PST',
    } as const;
    const book = correct(aCorrection({ ...bermuda, rate: '0.05' }), aCorrection({ ...alberta, rate: '0.02' }));
    expect(ratesAt(book, { country: 'BM' }, '2026-07-01')).toEqual(['BM 0.05']);
    expect(book.countryFacts('BM')?.taxName).toBe('GST');
    expect(ratesAt(book, { country: 'CA', region: 'AB' }, '2026-07-01')).toEqual(['CA 0.05', 'CA-AB 0.02']);
    // Not a day earlier, because the tax is known not to have existed.
    expect(ratesAt(book, { country: 'BM' }, '2026-06-30')).toEqual(['BM 0']);
    expect(taxationAt(book, { country: 'BM' }, '2026-06-30')).toBe('NO_TAX_THERE');
    expect(taxationAt(book, { country: 'BM' }, '2026-07-01')).toBe('TAXED');
    expect(ratesAt(book, { country: 'CA', region: 'AB' }, '2026-06-30')).toEqual(['CA 0.05', 'CA-AB 0']);
    expect(taxationAt(book, { country: 'CA', region: 'AB' }, '2026-06-30')).toBe('TAXED');
  });

  it('may not leave days on which a country, region or state has no rate', () => {
    const germany = { country: 'DE', subdivision: null, level: 'COUNTRY', jurisdictionId: 'DE' } as const;
    const rows = [
      aCorrection({ ...germany, rate: '0.16', validFrom: '1998-04-01', validThrough: '2006-11-30' }),
      aCorrection({
        level: 'STATE',
        jurisdictionId: 'MN',
        rate: '0.065',
        validFrom: '2000-01-01',
        validThrough: '2008-12-31',
      }),
      aCorrection({ validThrough: '2026-09-30' }),
    ];
    expect(layerIssues([aCorrectionsLayer({ rows })]).map((issue) => `${issue.row}: ${issue.message}`)).toEqual([
      '0: DE would have no rate from 2006-12-01 to 2006-12-31; add a rate for these days.',
      '1: MN would have no rate from 2009-01-01 to 2009-06-30; add a rate for these days.',
    ]);
    const filled = [
      ...rows.slice(0, 1),
      aCorrection({ ...germany, rate: '0.16', validFrom: '2006-12-01', validThrough: '2006-12-31' }),
    ];
    expect(layerIssues([aCorrectionsLayer({ rows: filled })])).toEqual([]);
  });

  it('are rejected with all errors', () => {
    const rows = [
      aCorrection({ jurisdictionId: 'MN-X9' }),
      aCorrection({ level: 'COUNTY' }),
      aCorrection({ zips: ['55401', '99999'] }),
      aCorrection({ subdivision: null }),
      aCorrection({ subdivision: 'OR', jurisdictionId: 'OR', level: 'STATE' }),
      aCorrection({ country: 'DE', level: 'COUNTRY', jurisdictionId: 'FR', subdivision: null }),
      aCorrection({ country: 'IN', level: 'REGION', jurisdictionId: 'IN-MH', subdivision: 'IN-MH' }),
      aCorrection({ validThrough: '2026-06-30' }),
    ];
    expect(layerIssues([aCorrectionsLayer({ rows })]).map((issue) => `${issue.row}: ${issue.message}`)).toEqual([
      '0: The rate book has no MN-X9; a new jurisdiction needs a name.',
      '1: MN-M43000 is a CITY, not a COUNTY.',
      '2: The rate book has no ZIP code 99999 in Minnesota.',
      '3: A US rate requires a state.',
      '4: Oregon levies no sales tax, and the rate book has no sales tax rules for it.',
      '5: The id of a country must be its code, DE, without a state.',
      "6: Maharashtra cannot have its own rate: the country's tax applies there.",
      '7: The rate ends on 2026-06-30, before it begins on 2026-07-01.',
    ]);
  });
});

describe('facts', () => {
  const fact = (subdivision: string, part: FactCorrection['part'], row: FactCorrection['row']): FactCorrection => ({
    part,
    country: 'US',
    subdivision,
    row,
    source: 'Laws of 2026, Act 5',
  });
  const withFacts = (...facts: FactCorrection[]) => load(aCorrectionsLayer({ facts }));
  const ruleAt = (book: ReferenceData, state: string | null, taxCode: string, taxDate: string, country = 'US') => {
    const match = book.matchAddress(anAddress({ country, state }), taxDate);
    if (match.kind === 'unmatched') throw new Error('No place');
    return book.ruleFor(match.place, taxDate, taxCode, taxCode.startsWith('C6') ? 'SHIPPING_FEE' : 'ITEM').rule;
  };

  it('change a rule on their days, for the codes of the category only', () => {
    const book = withFacts(
      fact('MN', 'RULE', { category: 'groceries', taxable: 'yes', from: '2027-01-01', to: '2027-06-30' }),
    );
    const treatments = ['2026-12-31', '2027-01-01', '2027-07-01'].map(
      (day) => ruleAt(book, 'MN', 'C1S10', day).treatment,
    );
    expect(treatments).toEqual(['EXEMPT', 'TAXABLE', 'EXEMPT']);
    expect(ruleAt(book, 'MN', 'C1S10', '2027-01-01').source).toBe('Laws of 2026, Act 5');
    expect(ruleAt(book, 'MN', 'C1S2', '2027-01-01').treatment).toBe('EXEMPT');
    expect(ruleAt(book, 'WI', 'C1S10', '2027-01-01').treatment).toBe('EXEMPT');
  });

  it('change a rule that a state has only for general goods, which returns after their days', () => {
    const row = { category: 'computers', taxable: 'no', from: '2027-01-01', to: '2027-01-31' };
    const book = withFacts(fact('MN', 'RULE', row));
    const code = book.taxCodes.find(({ category }) => category === 'computers')!.code;
    const treatments = ['2026-12-31', '2027-01-01', '2027-02-01'].map((day) => ruleAt(book, 'MN', code, day).treatment);
    expect(treatments).toEqual(['TAXABLE', 'EXEMPT', 'TAXABLE']);
  });

  it('change shipping, reduced rates of countries, holidays and caps', () => {
    const german = { category: 'books', rate: '0.05', from: '2027-01-01' };
    const book = withFacts(
      fact('MN', 'RULE', { fee: 'shipping', rule: 'exempt', from: '2027-01-01' }),
      { ...fact('', 'RULE', german), country: 'DE', subdivision: null },
      fact('TX', 'HOLIDAY', { name: 'back_to_school', category: 'clothing', from: '2027-08-20', to: '2027-08-22' }),
      fact('TN', 'CAP', { levels: ['COUNTY', 'CITY', 'DISTRICT'], upTo: '2000' }),
    );
    expect(ruleAt(book, 'MN', 'C6S1', '2027-01-01').treatment).toBe('NOT_TAXABLE');
    expect(ruleAt(book, 'MN', 'C6S1', '2026-12-31').treatment).not.toBe('NOT_TAXABLE');
    const clothing = ['2027-08-07', '2027-08-20'].map((day) => ruleAt(book, 'TX', 'C1S2', day).treatment);
    expect(clothing).toEqual(['TAXABLE', 'HOLIDAY']);
    const caps = ruleAt(book, 'TN', 'C1S1', '2027-01-01').terms.flatMap(({ basis }) =>
      basis.kind === 'up-to' ? [decimalText(basis.amount)] : [],
    );
    expect(caps).toEqual(['2000']);
    expect(book.sources()).toContainEqual({
      name: 'Laws of 2026, Act 5',
      readOn: '2026-11-01',
      places: ['DE', 'US-MN', 'US-TN', 'US-TX'],
    });
    const germanRule = ruleAt(book, null, 'C1S30', '2027-01-01', 'DE');
    expect(germanRule).toMatchObject({ source: 'Laws of 2026, Act 5', treatment: 'REDUCED' });
  });

  it('outside the US, are compared with the standard rate in force on their days', () => {
    const halfYear = { from: '2020-07-01', to: '2020-12-31' };
    const abroad = (rate: string): FactCorrection => ({
      ...fact('', 'RULE', { category: 'groceries', rate, ...halfYear }),
      ...{ country: 'DE', subdivision: null },
    });
    const treatments = ['0.16', '0.05'].map(
      (rate) => ruleAt(withFacts(abroad(rate)), null, 'C1S10', '2020-08-01', 'DE').treatment,
    );
    expect(treatments).toEqual(['TAXABLE', 'REDUCED']);
  });

  it('change a threshold from their first day, and keep omitted values', () => {
    const book = withFacts(fact('KS', 'NEXUS', { salesThreshold: '250000', from: '2027-01-01' }));
    const [bundled] = loadBundledReferenceData().nexusThresholds('KS').slice(-1);
    const thresholds = book.nexusThresholds('KS');
    expect(thresholds.at(-2)).toEqual({ ...bundled, validThrough: '2026-12-31' });
    expect(thresholds.at(-1)).toMatchObject({ period: bundled!.period, combine: bundled!.combine });
    expect(thresholds.slice(-2).map(({ salesAmount, validFrom }) => [decimalText(salesAmount), validFrom])).toEqual([
      [decimalText(bundled!.salesAmount), bundled!.validFrom],
      ['250000', '2027-01-01'],
    ]);
  });

  it('change thresholds outside the US, in one member state of the EU for sellers from outside', () => {
    const abroad = (country: string, row: FactCorrection['row']) => ({
      ...fact('', 'NEXUS', row),
      country,
      subdivision: null,
    });
    const from = { from: '2027-01-01' };
    const book = withFacts(
      abroad('GB', { salesThreshold: '90000', ...from }),
      abroad('EU', { salesThreshold: '12000', ...from }),
      abroad('DE', { salesThreshold: '500', ...from, to: '2027-12-31' }),
    );
    const at = (country: string, home: string) =>
      book
        .nexusThresholdsAbroad(country, home)
        .map((one) => [one.validFrom, one.validThrough, decimalText(one.salesAmount), one.currency].join(' '));
    expect(at('GB', 'US')).toEqual(['2012-12-01 2026-12-31 0 GBP', '2027-01-01  90000 GBP']);
    expect(at('EU', 'FR')).toEqual(['2021-07-01 2026-12-31 10000 EUR', '2027-01-01  12000 EUR']);
    const german = ['2021-07-01 2026-12-31 0 EUR', '2027-01-01 2027-12-31 500 EUR', '2028-01-01  0 EUR'];
    expect([at('DE', 'US'), at('DE', 'FR'), at('FR', 'US')]).toEqual([german, [], ['2021-07-01  0 EUR']]);
    const inJapan = abroad('JP', { salesThreshold: '10000000', period: 'prior_calendar_year', currency: 'JPY' });
    expect(versionIssues([aCorrectionsLayer({ facts: [inJapan] })]).map(({ message }) => message)).toEqual([
      'The rate book has no threshold for JP yet; send combine, countsMarketplaceSales, countedSales in row.',
    ]);
  });

  it('change delivery outside the US', () => {
    const abroad = (country: string, row: FactCorrection['row']) => ({
      ...fact('', 'RULE', { category: 'delivery', rate: 'general', ...row }),
      ...{ country, subdivision: null },
    });
    const book = withFacts(
      abroad('AT', { from: '2027-01-01' }),
      abroad('KR', { follows: 'GOODS', from: '2027-01-01', to: '2027-12-31' }),
    );
    const shippingIn = (country: string, day: string) => {
      const match = book.matchAddress(anAddress({ country }), day);
      if (match.kind === 'unmatched') throw new Error('No place');
      const { followsGoods, noticesIfMixed } = book.ruleFor(match.place, day, 'C6S1', 'SHIPPING_FEE');
      return [followsGoods, ...noticesIfMixed.map(({ code }) => code)].join(' ');
    };
    expect(['2026-12-31', '2027-01-01'].map((day) => shippingIn('AT', day))).toEqual(['AT_THEIR_RATES', '']);
    expect(['2026-12-31', '2027-01-01', '2028-01-01'].map((day) => shippingIn('KR', day))).toEqual([
      ' SHIPPING_AT_STANDARD_RATE',
      'AT_THEIR_RATES',
      ' SHIPPING_AT_STANDARD_RATE',
    ]);
  });

  it('cap local taxes on their days, beside rates of cities', () => {
    const levels = ['COUNTY', 'CITY', 'DISTRICT'];
    const days = { from: '2027-01-01', to: '2027-12-31' };
    const book = withFacts(
      fact('FL', 'CAP', { levels, upTo: '6000', ...days }),
      fact('MN', 'CAP', { levels, upTo: '900', from: '2027-01-01' }),
      fact('AZ', 'CAP', { city: 'AZ-MAVONDALE', upTo: '7000', rateAbove: '0.01', from: '2027-01-01' }),
      fact('AZ', 'CAP', { levels: ['COUNTY'], upTo: '3000', from: '2027-07-01' }),
    );
    const capsIn = (state: string, taxDate: string) =>
      ruleAt(book, state, 'C1S1', taxDate).terms.map(({ levels: of, basis }) =>
        [of.join('+'), basis.kind === 'up-to' ? decimalText(basis.amount) : basis.kind].join(' '),
      );
    const local = (amount: string) => ['STATE full', `COUNTY+CITY+DISTRICT ${amount}`];
    expect(['2026-12-31', '2027-01-01', '2027-12-31', '2028-01-01'].map((day) => capsIn('FL', day))).toEqual([
      local('5000'),
      local('6000'),
      local('6000'),
      local('5000'),
    ]);
    expect(capsIn('MN', '2026-12-31')).toEqual(['STATE+COUNTY+CITY+DISTRICT full']);
    expect(capsIn('MN', '2027-01-01')).toEqual(local('900'));
    const inAvondale = (taxDate: string) => {
      const match = book.matchAddress(anAddress({ state: 'AZ', city: 'Avondale', zip: '85323' }), taxDate);
      if (match.kind === 'unmatched') throw new Error('No place');
      const { aboveCap, terms } = book.ruleFor(match.place, taxDate, 'C1S1', 'ITEM').rule;
      return [decimalText(aboveCap!.capAmount), ...terms.map(({ basis }) => basis.kind)].join(' ');
    };
    // The whole price still has the second rate.
    expect(['2026-12-31', '2027-01-01', '2027-07-01'].map(inAvondale)).toEqual([
      '5000 full',
      '7000 full',
      '7000 full up-to',
    ]);
  });

  it('change due days of returns for their frequencies', () => {
    const row = { months: 1, day: 25, frequencies: ['MONTHLY'], from: '2027-01-01' };
    const german = { ...fact('', 'DUE_DAY', { months: 2, day: 10 }), country: 'DE', subdivision: null };
    const book = withFacts(fact('TX', 'DUE_DAY', row), german);
    const dueOn = (state: string | null, frequency: FilingFrequency, to: string) => {
      const found = findDueDay(book.dueDays({ country: state === null ? 'DE' : 'US', state }), { frequency, to });
      return found && `${found.months} ${found.day} ${found.source}`;
    };
    expect(dueOn('TX', 'MONTHLY', '2026-12-31')).toContain('1 20 Texas Comptroller');
    expect(dueOn('TX', 'MONTHLY', '2027-01-31')).toBe('1 25 Laws of 2026, Act 5');
    expect(dueOn('TX', 'QUARTERLY', '2027-03-31')).toContain('1 20 Texas Comptroller');
    expect(dueOn('LA', 'MONTHLY', '2027-01-31')).toBeNull();
    expect(dueOn(null, 'YEARLY', '2026-12-31')).toBe('2 10 Laws of 2026, Act 5');
  });

  it('have an example of their effect', () => {
    const facts = [
      fact('MN', 'RULE', { category: 'groceries', taxable: 'yes', from: '2027-01-01' }),
      fact('TX', 'DUE_DAY', { months: 1, day: 25, frequencies: ['QUARTERLY'], from: '2027-01-01' }),
      fact('KS', 'NEXUS', { salesThreshold: '250000', from: '2027-01-01' }),
      fact('NY', 'NEXUS', { salesThreshold: '600000', from: '2027-01-01' }),
      { ...fact('', 'NEXUS', { salesThreshold: '12000', from: '2027-01-01' }), country: 'EU', subdivision: null },
      fact('FL', 'CAP', { levels: ['COUNTY', 'CITY', 'DISTRICT'], upTo: '6000', from: '2027-01-01' }),
      fact('AZ', 'CAP', { city: 'AZ-MAVONDALE', upTo: '7000', rateAbove: '0.01', from: '2027-01-01' }),
    ];
    const books = { before: loadBundledReferenceData(), after: withFacts(...facts) };
    expect(effectsOf(facts, books, '2026-11-27')).toEqual([
      'C1S10 in MN on 2027-01-01: Groceries: not taxed in Minnesota (tax on 100.00: 0) -> Groceries: taxed in Minnesota (tax on 100.00: 6.88)',
      'TX, QUARTERLY return for 2027-01-01 to 2027-03-31: due 2027-04-20 -> 2027-04-25',
      'KS on 2027-01-01: threshold 100000 USD -> 250000 USD',
      'NY on 2027-01-01: threshold 500000 USD and 100 sales -> 600000 USD and 100 sales',
      'EU on 2027-01-01: threshold 10000 EUR -> 12000 EUR',
      // 6 % of 12,000, and 1.5 % of 5,000 or 6,000.
      'C1S1 in FL, FL-C001 on 2027-01-01: General goods: taxed in Florida (tax on 12000.00: 795) -> General goods: taxed in Florida (tax on 12000.00: 810)',
      // 5.6 % and 1.5 or 1 % of 14,000.
      'C1S1 in AZ, AZ-MAVONDALE on 2027-01-01: General goods: taxed in Arizona, by the city at 1.5 % on an item that costs more than 5000 USD (tax on 14000.00: 994) -> General goods: taxed in Arizona, by the city at 1 % on an item that costs more than 7000 USD (tax on 14000.00: 924)',
    ]);
  });

  it('keep which taxes a holiday relieves', () => {
    const days = { from: '2026-07-17', to: '2026-07-19' };
    const holiday = { name: 'back_to_school', category: 'clothing', ...days, cap: '200', capIncluded: true };
    const { terms } = ruleAt(withFacts(fact('AL', 'HOLIDAY', holiday)), 'AL', 'C1S2', '2026-07-18');
    expect(terms).toMatchObject([{ levels: ['COUNTY', 'CITY', 'DISTRICT'], basis: { kind: 'full' } }]);
  });

  it('of a country do not change regions with their own rates', () => {
    const row = { category: 'groceries', rate: '0.05', from: '2027-01-01' };
    const book = withFacts({ ...fact('', 'RULE', row), country: 'PT', subdivision: null });
    const sourceAt = (state: string | null) => ruleAt(book, state, 'C1S10', '2027-01-01', 'PT').source;
    expect(sourceAt(null)).toBe('Laws of 2026, Act 5');
    expect(sourceAt('20')).not.toBe('Laws of 2026, Act 5');
  });

  it('apply in all windows of a holiday that a file lists for a year', () => {
    const window = (from: string, to: string) => ({ name: 'back_to_school', category: 'clothing', from, to });
    const days = ['2027-08-06', '2027-08-07', '2027-08-20', '2027-08-21', '2027-09-03'];
    const treatmentsOf = (...rows: FactCorrection['row'][]) => {
      const book = withFacts(...rows.map((row) => fact('TX', 'HOLIDAY', row)));
      return days.map((day) => ruleAt(book, 'TX', 'C1S2', day).treatment);
    };
    const [first, second] = [window('2027-08-07', '2027-08-08'), window('2027-08-20', '2027-08-20')];
    const both = ['TAXABLE', 'HOLIDAY', 'HOLIDAY', 'TAXABLE', 'TAXABLE'];
    expect(treatmentsOf(first, second)).toEqual(both);
    expect(treatmentsOf(second, first)).toEqual(both);
    expect(treatmentsOf(first, second, { ...first, isCancelled: true })).toEqual(both);
    // A later file replaces the windows of an earlier one.
    const layers = [[first, second], [window('2027-09-03', '2027-09-03')]].map((rows) =>
      aCorrectionsLayer({ facts: rows.map((row) => fact('TX', 'HOLIDAY', row)) }),
    );
    const book = load(...layers);
    expect(days.map((day) => ruleAt(book, 'TX', 'C1S2', day).treatment).indexOf('HOLIDAY')).toBe(4);
    expect(days.filter((day) => ruleAt(book, 'TX', 'C1S2', day).treatment === 'HOLIDAY')).toEqual(['2027-09-03']);
  });

  it('keep the base to which the cap of a city applies', () => {
    const avondale = (book: ReferenceData) => {
      const match = book.matchAddress(anAddress({ state: 'AZ', city: 'Avondale', zip: '85323' }), '2027-01-01');
      if (match.kind === 'unmatched') throw new Error('No place');
      return book.ruleFor(match.place, '2027-01-01', 'C1S1', 'ITEM').rule;
    };
    const before = avondale(loadBundledReferenceData()).aboveCap!;
    const row = { city: 'AZ-MAVONDALE', upTo: '6000', rateAbove: '0.014' };
    const { aboveCap } = avondale(withFacts(fact('AZ', 'CAP', row)));
    const rateInCity = (rule: typeof before.rule) => rule.terms.find(({ levels }) => levels.includes('CITY'))?.rate;
    expect([decimalText(before.capAmount), decimalText(aboveCap!.capAmount)]).toEqual(['5000', '6000']);
    // The whole price of an expensive item, not only the part above the amount.
    expect(rateInCity(aboveCap!.rule)).toMatchObject({ kind: 'percentage' });
    expect(JSON.stringify(rateInCity(aboveCap!.rule))).toBe('{"kind":"percentage","rate":"0.014"}');
    expect(JSON.stringify(rateInCity(before.rule))).toBe('{"kind":"percentage","rate":"0.015"}');
  });

  it('tax gift cards on their days', () => {
    const row = { category: 'stored_value', taxable: 'yes', from: '2027-01-01' };
    const german = {
      ...fact('', 'RULE', { category: 'stored_value', rate: 'general', from: '2027-01-01' }),
      country: 'DE',
    };
    const book = withFacts(fact('MN', 'RULE', row), { ...german, subdivision: null });
    const treatmentsIn = (state: string | null, country?: string) =>
      ['2026-12-31', '2027-01-01'].map((day) => ruleAt(book, state, 'C7S1', day, country).treatment);
    expect(treatmentsIn('MN')).toEqual(['NOT_TAXABLE', 'TAXABLE']);
    expect(treatmentsIn('WI')).toEqual(['NOT_TAXABLE', 'NOT_TAXABLE']);
    expect(treatmentsIn(null, 'DE')).toEqual(['NOT_TAXABLE', 'TAXABLE']);
  });

  it('have rates of single places, even at a level without its own rate', () => {
    const localById = { 'MN-M43000': '0.004' };
    const row = { category: 'groceries', taxable: 'reduced', stateRate: '0.02', localById, from: '2027-01-01' };
    const book = withFacts(fact('MN', 'RULE', row));
    const match = book.matchAddress(anAddress(minneapolis), '2027-01-01');
    if (match.kind === 'unmatched') throw new Error('No place');
    const { terms } = book.ruleFor(match.place, '2027-01-01', 'C1S10', 'ITEM').rule;
    expect(terms.map(({ levels, jurisdictionIds, rate }) => [levels, jurisdictionIds, JSON.stringify(rate)])).toEqual([
      [['STATE'], undefined, '{"kind":"percentage","rate":"0.02"}'],
      [['CITY'], ['MN-M43000'], '{"kind":"percentage","rate":"0.004"}'],
    ]);
  });

  it('of a whole state leave the rules and rates of single places as they are', () => {
    const reduced = { category: 'groceries', taxable: 'reduced', stateRate: '0.02', from: '2027-01-01' };
    const local = { COUNTY: '0', CITY: '0', DISTRICT: 'general' };
    const row = { ...reduced, local };
    const inPhoenix = { category: 'groceries', taxable: 'yes', places: ['AZ-MPHOENIX'], from: '2027-01-01' };
    const book = withFacts(
      fact('AZ', 'RULE', { category: 'groceries', taxable: 'yes', from: '2027-01-01' }),
      fact('IL', 'RULE', row),
    );
    const at = (one: ReferenceData, fields: Partial<AddressQuery>) => {
      const match = one.matchAddress(anAddress(fields), '2027-01-01');
      if (match.kind === 'unmatched') throw new Error('No place');
      return one.ruleFor(match.place, '2027-01-01', 'C1S10', 'ITEM').rule;
    };
    const phoenix = { state: 'AZ', city: 'Phoenix', zip: '85004' };
    expect(at(book, phoenix).treatment).toBe('EXEMPT');
    expect(at(book, { state: 'AZ', city: 'Flagstaff', zip: '86001' }).source).toBe('Laws of 2026, Act 5');
    expect(at(withFacts(fact('AZ', 'RULE', inPhoenix)), phoenix).treatment).toBe('TAXABLE');
    const { terms, source } = at(book, { state: 'IL', city: 'Springfield', zip: '62701' });
    const transit = terms.find(({ jurisdictionIds }) => jurisdictionIds?.join() === 'IL-DRTA-COOK');
    expect([source, JSON.stringify(transit?.rate)]).toEqual([
      'Laws of 2026, Act 5',
      '{"kind":"percentage","rate":"0.015"}',
    ]);
  });

  it('of a country leave the second tax of a region as it is', () => {
    const row = { category: 'books', rate: '0', from: '2027-01-01' };
    const book = withFacts({ ...fact('', 'RULE', row), country: 'CA', subdivision: null });
    const termsIn = (region: string, day: string) =>
      ruleAt(book, region, 'C1S30', day, 'CA').terms.map(({ levels, rate }) =>
        [...levels, rate.kind, JSON.stringify(rate)].join(' '),
      );
    expect(termsIn('QC', '2026-12-31')).toEqual([
      'COUNTRY general {"kind":"general"}',
      'REGION percentage {"kind":"percentage","rate":"0"}',
    ]);
    const noTax = ['COUNTRY REGION percentage {"kind":"percentage","rate":"0"}'];
    expect(termsIn('QC', '2027-01-01')).toEqual(noTax);
    expect(termsIn('AB', '2027-01-01')).toEqual(noTax);
  });

  it('of a country do not change the second tax of a region without rows', () => {
    const inCanada = (row: FactCorrection['row']) => ({ ...fact('', 'RULE', row), country: 'CA', subdivision: null });
    const book = withFacts(
      inCanada({ category: 'groceries', rate: '0.02' }),
      inCanada({ category: 'computers', treatment: 'NOT_TAXABLE' }),
      inCanada({ category: 'stored_value', rate: 'general' }),
    );
    const ratesIn = (region: string, code: string) =>
      ruleAt(book, region, code, '2027-01-01', 'CA').terms.map(({ levels, rate }) =>
        [...levels, 'rate' in rate ? decimalText(rate.rate) : rate.kind].join(' '),
      );
    // Basic groceries are zero-rated for QST too; computers have its 9.975 %.
    expect(ratesIn('QC', 'C1S10')).toEqual(['COUNTRY 0.02', 'REGION 0']);
    expect(ratesIn('QC', 'C1S41')).toEqual(['REGION general']);
    expect(ratesIn('QC', 'C7S1')).toEqual(['COUNTRY general']);
    expect(ratesIn('AB', 'C1S10')).toEqual(['COUNTRY REGION 0.02']);
    expect(ratesIn('AB', 'C1S41')).toEqual([]);
  });

  it('name the day on which they were read', () => {
    const row = { category: 'books', taxable: 'no', from: '2037-01-01', readOn: '2036-12-05' };
    const [change, ...more] = withFacts(fact('MN', 'RULE', row))
      .rateChanges('US', 'MN')
      .filter(({ effectiveOn }) => effectiveOn === '2037-01-01');
    expect([change?.readOn, more]).toEqual(['2036-12-05', []]);
  });

  it('of a country keep their rate above a price where a region has a second tax', () => {
    const row = { category: 'computers', rate: '0.05', above: { amount: '1000', rate: '0.15' } };
    const book = withFacts({ ...fact('', 'RULE', row), country: 'CA', subdivision: null });
    const termsIn = (region: string) =>
      ruleAt(book, region, 'C1S41', '2027-01-01', 'CA').terms.map(({ levels, rate, basis }) =>
        [...levels, 'rate' in rate ? decimalText(rate.rate) : rate.kind, basis.kind].join(' '),
      );
    expect(termsIn('QC')).toEqual(['COUNTRY 0.05 full', 'REGION general full', 'COUNTRY 0.1 exempt-below']);
    expect(termsIn('AB')).toEqual(['COUNTRY REGION 0.05 full', 'COUNTRY REGION 0.1 exempt-below']);
  });

  it('of a whole state apply in cities that only have rules for general goods', () => {
    const days = { from: '2027-01-01', to: '2027-12-31' };
    const exempt = withFacts(fact('AK', 'RULE', { category: 'computers', taxable: 'no', ...days }));
    const taxed = withFacts(fact('AK', 'RULE', { category: 'computers', taxable: 'yes', ...days }));
    const inJuneau = (book: ReferenceData, day: string) => {
      const match = book.matchAddress(anAddress({ state: 'AK', city: 'Juneau', zip: '99801' }), day);
      if (match.kind === 'unmatched') throw new Error('No place');
      const { treatment, terms, source } = book.ruleFor(match.place, day, 'C1S41', 'ITEM').rule;
      const limits = terms.map(({ basis }) => (basis.kind === 'up-to' ? decimalText(basis.amount) : basis.kind));
      return [treatment, ...limits, source === 'Laws of 2026, Act 5'].join(' ');
    };
    const limited = 'TAXABLE 14300 false';
    expect(['2026-12-31', '2027-06-01', '2028-01-01'].map((day) => inJuneau(exempt, day))).toEqual([
      limited,
      'EXEMPT true',
      limited,
    ]);
    expect(inJuneau(taxed, '2027-06-01')).toBe(limited);
  });

  it('are listed if a later book changes the data that they replace', async () => {
    const later = bookWith('2037.01.1', 'us/MN.json', (text) => {
      const file = JSON.parse(text);
      const clothing = file.taxability.findIndex(({ category }: { category: string }) => category === 'clothing');
      file.taxability[clothing] = { ...file.taxability[clothing], to: '2027-06-30' };
      file.taxability.push({ category: 'clothing', taxable: 'yes', from: '2027-07-01', source: 0 });
      file.nexus.at(-1).salesThreshold = '120000';
      return JSON.stringify(file);
    });
    const { conflicts } = await findConflicts(
      [
        aCorrectionsLayer({
          facts: [
            fact('MN', 'RULE', { category: 'clothing', taxable: 'yes', from: '2027-01-01' }),
            fact('MN', 'RULE', { category: 'clothing', taxable: 'yes', to: '2026-12-31' }),
            fact('MN', 'RULE', { category: 'groceries', taxable: 'yes', from: '2027-01-01' }),
            fact('MN', 'RULE', { fee: 'shipping', rule: 'exempt' }),
            fact('MN', 'NEXUS', { salesThreshold: '90000', from: '2027-01-01' }),
            fact('WI', 'NEXUS', { salesThreshold: '90000', from: '2027-01-01' }),
          ],
        }),
      ],
      ownBook,
      later,
    );
    expect(conflicts).toEqual([
      'MN clothing: the book changes this rule; the imported rule (Laws of 2026, Act 5) still applies.',
      'MN: the book changes this threshold; the imported threshold (Laws of 2026, Act 5) still applies.',
    ]);
  });

  it('are listed where a later book moves a holiday that they replace to other days of its year', async () => {
    const withHoliday = (version: string, from: string, to: string) =>
      bookWith(version, 'us/TX.json', (text) => {
        const file = JSON.parse(text);
        file.holidays.push({ name: 'back_to_school', category: 'clothing', from, to, source: 0 });
        return JSON.stringify(file);
      });
    const days = { from: '2037-08-14', to: '2037-08-16' };
    const imported = fact('TX', 'HOLIDAY', { name: 'back_to_school', category: 'clothing', ...days });
    const { conflicts } = await findConflicts(
      [aCorrectionsLayer({ facts: [imported] })],
      withHoliday('2037.02.1', '2037-08-07', '2037-08-09'),
      withHoliday('2037.02.2', '2037-08-06', '2037-08-08'),
    );
    expect(conflicts).toEqual([
      'TX clothing: the book changes this holiday; the imported holiday (Laws of 2026, Act 5) still applies.',
    ]);
  });

  it('are set aside with the reason if a later book drops the data that they correct, and all others apply', () => {
    const later = bookWith(
      '2037.01.1',
      'global/nexus.json',
      (text) => {
        const file = JSON.parse(text) as { thresholds: { country: string }[] };
        return JSON.stringify({ ...file, thresholds: file.thresholds.filter(({ country }) => country !== 'GB') });
      },
      bookWith('2037.01.1', 'us/MN.json', (text) => text.replaceAll('MN-M43000', 'MN-M43001')),
    );
    const british = { ...fact('', 'NEXUS', { salesThreshold: '90000' }), country: 'GB', subdivision: null };
    const unread = fact('MN', 'RULE', { category: 'books', taxable: 'maybe' });
    const groceries = fact('MN', 'RULE', { category: 'groceries', taxable: 'yes', from: '2027-01-01' });
    const state = aCorrection({ level: 'STATE', jurisdictionId: 'MN', rate: '0.07', validFrom: '2027-01-01' });
    const layers = [aCorrectionsLayer({ rows: [aCorrection(), state], facts: [british, unread, groceries] })];
    const obsolete = [
      'MN-M43000: the imported rate 0.01 (Ordinance 12) is not applied: The rate book has no MN-M43000; a new jurisdiction needs a name.',
      'GB: the imported threshold (Laws of 2026, Act 5) is not applied: The rate book has no threshold for GB yet; send period, combine, countsMarketplaceSales, currency, countedSales in row.',
    ];
    const book = loadReferenceData({ number: 3, layers, findBoundaries: async () => [], archived: later });
    expect(book.setAside).toEqual([
      'MN books: the imported rule (Laws of 2026, Act 5) is not applied: Rate book: MN books: expected yes or no or reduced, found "maybe"',
      ...obsolete,
    ]);
    expect(ratesAt(book, { state: 'MN' }, '2027-01-01')).toContain('MN 0.07');
    const match = book.matchAddress(anAddress({ state: 'MN' }));
    if (match.kind === 'unmatched') throw new Error('No place');
    expect(book.ruleFor(match.place, '2027-01-01', 'C1S10', 'ITEM').rule.treatment).toBe('TAXABLE');
  });

  it('are refused if the rate book cannot read them', () => {
    const unknown = { name: 'storm', category: 'clothing', from: '2027-03-01', to: '2027-03-02', isCancelled: true };
    // A later book may lack a holiday that an import cancelled.
    expect(versionIssues([aCorrectionsLayer({ facts: [fact('AL', 'HOLIDAY', unknown)] })])).toEqual([]);
    const messages = (...facts: FactCorrection[]) =>
      versionIssues([aCorrectionsLayer({ rows: [aCorrection()], facts })]).map(
        ({ row, message }) => `${row}: ${message}`,
      );
    expect(messages(fact('MN', 'RULE', { category: 'groceries', taxable: 'maybe' }))).toEqual([
      '1: Rate book: MN groceries: expected yes or no or reduced, found "maybe"',
    ]);
    expect(messages(fact('OR', 'RULE', { category: 'groceries', taxable: 'yes' }))).toEqual([
      '1: Oregon levies no sales tax, and the rate book has no sales tax rules for it.',
    ]);
    const inBermuda = { ...fact('', 'RULE', { category: 'books', rate: '0.05' }), country: 'BM', subdivision: null };
    const inQuebec = { ...fact('CA-QC', 'RULE', { category: 'delivery', rate: 'general' }), country: 'CA' };
    expect(messages(inQuebec)).toEqual(['1: Delivery rules apply to all of CA. Remove CA-QC.']);
    expect(messages(inBermuda)).toEqual(['1: BM has no tax in the rate book; add its rate first.']);
    expect(messages(fact('ZZ', 'RULE', { category: 'groceries', taxable: 'yes' }))).toEqual(['1: Unknown state ZZ.']);
    expect(messages(fact('MN', 'RULE', { fee: 'shipping', rule: 'never' }))[0]).toContain('expected taxable or exempt');
  });
});
