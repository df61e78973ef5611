import { describe, expect, it } from 'vitest';
import { addDays } from '../../../src/domain/base/calendar.ts';
import type { RateChange } from '../../../src/domain/lookups/rate-changes.ts';
import { loadReferenceData } from '../../../src/rates/book/bundled.ts';
import { decimalText } from '../../../src/tax/numbers/decimal.ts';
import { aCorrection, aCorrectionsLayer } from '../../support/rate-layers.ts';
import { rateBook } from './rate-book.ts';

const changesIn = (country: string, state: string | null = null) => rateBook.rateChanges(country, state);
const all = [
  ...rateBook.states.flatMap(({ code }) => changesIn('US', code)),
  ...rateBook.countries.flatMap(({ code }) => (code === 'US' ? [] : changesIn(code))),
];
const find = (changeId: string) => all.find((one) => one.changeId === changeId)!;
const lawOf = (law: RateChange['before']) => [law?.rate, law?.treatment, law?.description];

describe('the changes to rates and rules', () => {
  it('of South Dakota are the law of 2023, and its end in 2027', () => {
    expect(changesIn('US', 'SD').map((one) => [one.changeId, one.before?.rate, one.after?.rate, one.taxCodes])).toEqual(
      [
        ['2023-07-01.US.SD.RATE', '0.045', '0.042', []],
        ['2023-07-01.US.SD.RULE', '0.06', '0.057', ['C5S1', 'C5S2', 'C5S3']],
        ['2023-07-01.US.SD.THRESHOLD', null, null, []],
        ['2027-07-01.US.SD.RATE', '0.042', '0.045', []],
        ['2027-07-01.US.SD.RULE', '0.057', '0.06', ['C5S1', 'C5S2', 'C5S3']],
      ],
    );
    expect(find('2027-07-01.US.SD.RATE')).toMatchObject({ readOn: '2026-08-18', validThrough: null });
    expect(find('2023-07-01.US.SD.RATE')).toMatchObject({ validThrough: '2027-06-30' });
    expect(find('2027-07-01.US.SD.RULE')).toMatchObject({ readOn: '2026-11-25' });
  });

  it('have a beginning without a rate before only if there was none, and an end without a rate after', () => {
    expect(find('2023-10-01.US.MN-D80008.RATE')).toMatchObject({ before: null, after: { rate: '0.0075' } });
    expect(find('2035-07-01.US.MS-MJACKSON.RATE')).toMatchObject({ before: { rate: '0.01' }, after: null });
    // The first rate for Tennessee in the rate book is not the first that existed.
    expect(rateBook.jurisdictionRate('US/TN', '2026-07-01')?.rate?.validFrom).toBe('2002-07-15');
    expect(find('2002-07-15.US.TN.RATE')).toBeUndefined();
  });

  it('say whether and how tax codes are taxed before and after', () => {
    const { before, after, taxCodes } = find('2027-07-01.US.NE.RULE');
    expect(taxCodes).toEqual(['C1S24']);
    expect([lawOf(before), lawOf(after)]).toEqual([
      [null, 'TAXABLE', 'Taxed in Nebraska'],
      [null, 'EXEMPT', 'Not taxed in Nebraska'],
    ]);
    expect(lawOf(find('2020-07-01.DE.DE.RULE').after)).toEqual(['0.05', 'REDUCED', 'Rate 5 % in Germany']);
    const ofDenver = changesIn('US', 'CO').filter(({ localJurisdictions: [city] }) => city?.name === 'Denver');
    const software = ofDenver.find(
      ({ taxCodes, effectiveOn }) => taxCodes.includes('C3S3') && effectiveOn === '2027-01-01',
    );
    expect(software?.before?.description).toContain('city at 5.15 %');
    expect(lawOf(find('2027-01-01.VN.VN.RULE').after)).toEqual([null, 'TAXABLE', 'Standard rate of Vietnam']);
  });

  it('that apply only in some jurisdictions list them, with their differences', () => {
    const { localJurisdictions, before, after } = find('2022-03-01.US.NY.RULE');
    expect(localJurisdictions.map(({ name }) => name)).toEqual(['Dutchess County']);
    expect(before?.description).toContain('(state at the general rate, unit prices below 110 are exempt; county,');
    expect(after?.description).toContain('(state, county, city, district at the general rate, unit prices below 110');
  });

  it('include the second rate of a city on the whole price of an expensive item', () => {
    const row = { city: 'AZ-MGOODYEAR', upTo: '5000', rateAbove: '0.02', from: '2037-01-01' };
    const fact = { part: 'CAP', country: 'US', subdivision: 'AZ', row, source: 'Ordinance 1' } as const;
    const layers = [aCorrectionsLayer({ facts: [fact] })];
    const corrected = loadReferenceData({ number: 1, layers, findBoundaries: async () => [] });
    const changes = corrected.rateChanges('US', 'AZ').filter(({ effectiveOn }) => effectiveOn === '2037-01-01');
    expect(changes.map(({ localJurisdictions: [city] }) => city!.name)).toEqual(changes.map(() => 'Goodyear'));
    const { before, after } = changes.find(({ taxCodes }) => taxCodes.includes('C1S1'))!;
    expect([before!.description, after!.description]).toMatchObject([
      expect.stringContaining('by the city at 1.2 % on an item that costs more than 5000 USD'),
      expect.stringContaining('by the city at 2 % on an item that costs more than 5000 USD'),
    ]);
  });

  it('show a tax holiday once, with its days and all of its tax codes', () => {
    const ofTennessee = changesIn('US', 'TN').filter(({ kind }) => kind === 'HOLIDAY');
    expect(ofTennessee.map((one) => [one.effectiveOn, one.validThrough, one.taxCodes])).toEqual([
      ['2026-07-31', '2026-08-02', ['C1S2', 'C1S3', 'C1S4', 'C1S40']],
      ['2026-07-31', '2026-08-02', ['C1S41']],
      ['2027-07-30', '2027-08-01', ['C1S2', 'C1S3', 'C1S4', 'C1S40']],
      ['2027-07-30', '2027-08-01', ['C1S41']],
    ]);
  });

  it('that are planned are marked, with the law in force before them', () => {
    expect(all.filter(({ status }) => status === 'PLANNED').map(({ changeId }) => changeId)).toEqual([
      '2028-01-01.CH.CH.RATE.PLANNED',
      '2027-04-01.JP.JP.RULE.PLANNED',
    ]);
    const food = find('2027-04-01.JP.JP.RULE.PLANNED');
    expect(food).toMatchObject({ validThrough: '2029-03-31', readOn: '2026-11-27' });
    expect(food.taxCodes).toEqual(['C1S10', 'C1S11', 'C1S12', 'C1S13', 'C1S14', 'C1S16']);
    expect([food.before?.rate, food.before?.treatment]).toEqual(['0.08', 'REDUCED']);
    expect([food.after?.rate, food.after?.treatment]).toEqual(['0.01', 'REDUCED']);
    const { before, after } = find('2028-01-01.CH.CH.RATE.PLANNED');
    expect([before?.rate, after?.rate]).toEqual(['0.081', '0.089']);
    expect(find('2027-07-01.US.SD.RATE').status).toBe('ENACTED');
  });

  it('of rates are those between two days of the rate book', () => {
    const rates = all.filter(({ kind, status }) => kind === 'RATE' && status === 'ENACTED');
    expect(rates.length).toBeGreaterThan(300);
    const rateOn = ({ country, jurisdiction: { id } }: RateChange, day: string) => {
      const rate = rateBook.jurisdictionRate(`${country}/${id}`, day)?.rate;
      return rate ? decimalText(rate.rate) : null;
    };
    for (const one of rates) {
      const found = [rateOn(one, addDays(one.effectiveOn, -1)), rateOn(one, one.effectiveOn)];
      expect([one.changeId, ...found]).toEqual([one.changeId, one.before?.rate ?? null, one.after?.rate ?? null]);
    }
  });

  it('of thresholds say what counted before and after', () => {
    const { before, after, localJurisdictions, taxCodes } = find('2026-01-01.US.IL.THRESHOLD');
    expect([localJurisdictions, taxCodes]).toEqual([[], []]);
    expect(before?.description).toContain('Sales of 100000 USD or 200 sales in');
    expect(after?.description).toMatch(/^Sales of 100000 USD in/);
  });

  it.each([
    // Laws that lowered the amount, or dropped or raised the number of sales.
    ['2020-01-01.US.GA.THRESHOLD', 'Sales of 250000 USD or 200 sales', 'Sales of 100000 USD or 200 sales'],
    ['2019-07-01.US.ND.THRESHOLD', 'Sales of 100000 USD or 200 sales', 'Sales of 100000 USD in'],
    ['2019-03-14.US.WA.THRESHOLD', 'Sales of 100000 USD or 200 sales', 'Sales of 100000 USD in'],
    ['2020-01-01.US.AZ.THRESHOLD', 'Sales of 200000 USD in', 'Sales of 150000 USD in'],
    ['2021-01-01.US.AZ.THRESHOLD', 'Sales of 150000 USD in', 'Sales of 100000 USD in'],
    ['2019-07-01.US.CT.THRESHOLD', 'Sales of 250000 USD and 200 sales', 'Sales of 100000 USD and 200 sales'],
    ['2019-07-01.US.IA.THRESHOLD', 'Sales of 100000 USD or 200 sales', 'Sales of 100000 USD in'],
    ['2019-10-01.US.MN.THRESHOLD', 'Sales of 100000 USD or 100 sales', 'Sales of 100000 USD or 200 sales'],
    ['2020-10-01.US.TN.THRESHOLD', 'Sales of 500000 USD in', 'Sales of 100000 USD in'],
  ])('include %s', (changeId, before, after) => {
    expect(find(changeId).before?.description).toContain(before);
    expect(find(changeId).after?.description).toContain(after);
  });

  it('of boundaries name the ZIP codes, and the jurisdictions that differ', () => {
    const row = { jurisdictionId: 'MN-X1', name: 'Mill City', rate: '0.02', zips: ['55401', '55402'] };
    const layer = aCorrectionsLayer({ rows: [aCorrection(row)] });
    const book = loadReferenceData({ number: 3, layers: [layer], findBoundaries: async () => [] });
    const moved = book.rateChanges('US', 'MN').filter(({ kind }) => kind === 'BOUNDARY');
    expect(moved).toMatchObject([
      {
        changeId: '2026-07-01.US.MN.BOUNDARY',
        localJurisdictions: [{ name: 'Minneapolis' }, { name: 'Mill City' }],
        zips: ['55401', '55402'],
        before: { description: expect.stringMatching(/^ZIP codes 55401, 55402: Hennepin County, Minneapolis, /) },
        after: { description: expect.stringMatching(/^ZIP codes 55401, 55402: Hennepin County, Mill City, /) },
      },
    ]);
    expect(changesIn('US', 'MN').filter(({ kind }) => kind === 'BOUNDARY')).toEqual([]);
  });

  it('have their own ids, and two different sides, each with its source', () => {
    expect(new Set(all.map(({ changeId }) => changeId)).size).toBe(all.length);
    for (const { changeId, kind, before, after } of all) {
      expect([changeId, kind, lawOf(before)]).not.toEqual([changeId, kind, lawOf(after)]);
      for (const law of [before, after]) if (law) expect([changeId, law.source]).not.toEqual([changeId, '']);
    }
  });
});
