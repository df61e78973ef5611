import { expect, it } from 'vitest';
import type { RateChange } from '../../../src/domain/lookups/rate-changes.ts';
import type { FactCorrection } from '../../../src/domain/rate-book/rate-layer.ts';
import { nowhere } from '../../../src/usecases/lookups/look-up-place.ts';
import { reference } from '../../support/context.ts';

/*
 * South Dakota taxes lodging (C5S2), short-term rentals and admissions at 5.7 % until 2027-06-30, then at 6 %.
 * Japan plans 1 % instead of 8 % for food (C1S10) from 2027-04-01.
 */
const source = 'South Dakota letter ruling 27-01';
const aRuling = (fact: Partial<FactCorrection> = {}, number = 1) => ({
  number,
  fact: { part: 'RULE', country: 'US', subdivision: 'SD', taxCode: 'C5S2', source, row, ...fact } as FactCorrection,
});
const row = { category: 'lodging', taxable: 'no', from: '2027-05-01', to: '2027-07-31' };
const under = (...rulings: readonly ReturnType<typeof aRuling>[]) => reference.withRulings(1, rulings);
const rulesOf = (changes: readonly RateChange[], from = '2027-01-01') =>
  changes.filter(({ kind, effectiveOn }) => kind === 'RULE' && effectiveOn >= from);
const idOf = ({ changeId }: RateChange) => changeId;

it('reports the change of a ruling, and no change of the rule that it replaces', () => {
  const [shared, ...more] = rulesOf(reference.rateChanges('US', 'SD'));
  expect(shared).toMatchObject({
    changeId: '2027-07-01.US.SD.RULE',
    before: { rate: '0.057' },
    after: { rate: '0.06' },
  });
  expect(more).toEqual([]);
  expect(shared!.taxCodes).toContain('C5S2');

  const own = rulesOf(under(aRuling()).rateChanges('US', 'SD'));
  const known = own.find(({ changeId }) => changeId === shared!.changeId)!;
  expect(known).toEqual({ ...shared, taxCodes: shared!.taxCodes.filter((code) => code !== 'C5S2') });
  expect(own.filter((change) => change !== known)).toMatchObject([
    {
      changeId: '2027-05-01.US.SD.RULE.RULING',
      taxCodes: ['C5S2'],
      before: { rate: '0.057' },
      after: { treatment: 'NOT_TAXABLE', source },
    },
    { changeId: '2027-08-01.US.SD.RULE.RULING', before: { treatment: 'NOT_TAXABLE' }, after: { rate: '0.06' } },
  ]);
});

it('keeps the changes of other places, days and kinds', () => {
  const ruled = under(aRuling({ row: { ...row, to: '2027-05-31' } }));
  expect(ruled.rateChanges('US', 'IL')).toBe(reference.rateChanges('US', 'IL'));
  const changes = ruled.rateChanges('US', 'SD');
  expect(changes).toEqual(expect.arrayContaining([...reference.rateChanges('US', 'SD')]));
  expect(changes).toHaveLength(reference.rateChanges('US', 'SD').length + 2);
});

it('does so for all codes of a category', () => {
  const own = rulesOf(under(aRuling({ taxCode: undefined, row: { ...row, to: undefined } })).rateChanges('US', 'SD'));
  expect(own.map(idOf).sort()).toEqual(['2027-05-01.US.SD.RULE.RULING', '2027-07-01.US.SD.RULE']);
  expect(own.filter(({ taxCodes }) => taxCodes.includes('C5S2')).map(idOf)).toEqual(['2027-05-01.US.SD.RULE.RULING']);
});

it('reports no planned change, and no notice of it, where a ruling decides', () => {
  const food = aRuling({
    country: 'JP',
    subdivision: null,
    taxCode: 'C1S10',
    row: { category: 'groceries', rate: '0', from: '2027-01-01' },
  });
  const ruled = under(food);
  const planned = (changes: readonly RateChange[]) => changes.find(({ status }) => status === 'PLANNED')!.taxCodes;
  const all = planned(reference.rateChanges('JP', null));
  expect(planned(ruled.rateChanges('JP', null))).toEqual(all.filter((code) => code !== 'C1S10'));
  const match = reference.matchAddress({ ...nowhere, country: 'JP' });
  if (match.kind !== 'matched') throw new Error('Japan not found');
  const noticesOf = (book: typeof reference, code: string) =>
    book.ruleFor(match.place, '2027-05-01', code, 'ITEM').notices.map((notice) => notice.code);
  expect(noticesOf(reference, 'C1S10')).toContain('CHANGE_PLANNED');
  expect(noticesOf(ruled, 'C1S10')).not.toContain('CHANGE_PLANNED');
  const other = all.find((code) => code !== 'C1S10')!;
  expect(noticesOf(ruled, other)).toContain('CHANGE_PLANNED');
});

it('shortens a change of another book by the codes that rulings decide', () => {
  const [change] = rulesOf(reference.rateChanges('US', 'SD'));
  const { changeUnderRulings } = under(aRuling());
  expect(changeUnderRulings(change!)!.taxCodes).toEqual(change!.taxCodes.filter((code) => code !== 'C5S2'));
  expect(changeUnderRulings({ ...change!, taxCodes: ['C5S2'] })).toBeNull();
  expect(changeUnderRulings({ ...change!, taxCodes: ['C5S2'], effectiveOn: '2027-08-01' })).not.toBeNull();
  expect(changeUnderRulings({ ...change!, kind: 'RATE', taxCodes: [] })).not.toBeNull();
});
