import { describe, expect, it } from 'vitest';
import {
  ageOfRates,
  isOverdue,
  makeFreshness,
  overdueNotices,
  ratesAsOf,
} from '../../../src/domain/coverage/freshness.ts';

describe('rates without lists are overdue 18 months after they were last seen', () => {
  it.each<[string, string | null, string, boolean, string]>([
    ['2026-08-18', null, '2028-02-18', false, '18 months after the reading'],
    ['2026-08-18', null, '2028-02-19', true, 'a day later'],
    ['2026-08-18', '2026-11-22', '2028-05-22', false, '18 months after the verification'],
    ['2026-08-18', '2026-11-22', '2028-05-23', true, 'a day later'],
    ['2026-08-18', '2026-01-01', '2028-02-18', false, 'the later of both days counts'],
  ])('read on %s, verified on %s: on %s overdue is %s (%s)', (readOn, verifiedOn, day, expected, _why) => {
    expect(isOverdue(makeFreshness({ readOn, verifiedOn, lists: null }), day)).toBe(expected);
  });
});

const quarters = ['01-01', '04-01', '07-01', '10-01'];
const listed = (listedOn: string, changesOn: readonly string[]) =>
  makeFreshness({
    readOn: '2026-08-18',
    verifiedOn: '2026-11-22',
    lists: { listedOn, changesOn, source: 'A law' },
  });

describe('listed rates are overdue from the next day on which they may change', () => {
  it.each<[string, readonly string[], string, string, string]>([
    ['2026-08-18', quarters, 'QUARTERLY', '2026-09-30', '2026-10-01'],
    ['2026-10-01', quarters, 'QUARTERLY', '2026-12-31', '2027-01-01'],
    ['2026-08-18', ['03-01', '06-01', '09-01', '12-01'], 'QUARTERLY', '2026-08-31', '2026-09-01'],
    ['2026-08-18', ['01-01', '07-01'], 'HALF_YEARLY', '2026-12-31', '2027-01-01'],
    ['2026-08-18', ['05-01'], 'YEARLY', '2027-04-30', '2027-05-01'],
    ['2026-05-01', ['05-01'], 'YEARLY', '2027-04-30', '2027-05-01'],
    ['2026-08-18', [], 'BY_LAW', '2028-05-22', '2028-05-23'],
  ])('a list of %s with changes on %j (%s) holds until %s, not on %s', (listedOn, changesOn, schedule, last, first) => {
    const freshness = listed(listedOn, changesOn);
    expect(freshness.rateSchedule).toBe(schedule);
    expect([isOverdue(freshness, last), isOverdue(freshness, first)]).toEqual([false, true]);
  });

  it('which says nothing of places without local rates', () => {
    const freshness = listed('2026-08-18', quarters);
    expect(isOverdue(freshness, '2026-10-01', false)).toBe(false);
    const day = '2026-10-01';
    expect([ratesAsOf(freshness, day), ratesAsOf(freshness, day, false)]).toEqual(['2026-08-18', '2026-11-22']);
  });

  it('and a future list applies from its own day', () => {
    const lists = { listedOn: '2027-01-01', listedBefore: '2026-08-18', changesOn: quarters, source: 'A law' };
    const freshness = makeFreshness({ readOn: '2026-08-18', verifiedOn: null, lists });
    const days = ['2026-09-30', '2026-10-01', '2026-12-31', '2027-01-01', '2027-04-01'];
    expect(days.map((day) => isOverdue(freshness, day))).toEqual([false, true, true, false, true]);
    expect(ageOfRates(freshness, '2026-11-27')).toMatchObject({
      ...{ ratesAsOf: '2026-08-18', nextChangeOn: '2026-10-01', isOverdue: true },
    });
    expect(ageOfRates(freshness, '2027-01-01')).toMatchObject({
      ...{ ratesAsOf: '2027-01-01', nextChangeOn: '2027-04-01', isOverdue: false },
    });
  });
});

it('one notice names all places of a document, each once', () => {
  const at = (name: string, changesOn: readonly string[]) => ({
    name,
    freshness: listed('2026-08-18', changesOn),
    hasLocalRates: true,
    taxDate: '2026-11-27',
  });
  const places = [at('Minnesota', quarters), at('Minnesota', quarters), at('Colorado', ['01-01', '07-01'])];
  expect(overdueNotices([...places, at('Alabama', ['11-01'])])).toEqual([
    {
      code: 'RATES_NOT_VERIFIED',
      message:
        'The local rates of Minnesota date from 2026-08-18 and may have changed on 2026-10-01. The local rates of Alabama date from 2026-08-18 and may have changed on 2026-11-01. Check the tax, or import newer rates.',
    },
  ]);
  expect(overdueNotices([at('Colorado', ['01-01', '07-01'])])).toEqual([]);
});
