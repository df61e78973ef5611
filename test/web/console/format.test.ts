import { describe, expect, it } from 'vitest';
import {
  addMonths,
  counted,
  distance,
  isDay,
  lastDayOf,
  lastTwelveMonths,
  money,
  percent,
  testClock,
  today,
  utcToday,
  wholePercent,
  withAmounts,
  withDays,
} from '../../../src/web/console/format/format.ts';
import { periodName, readDays } from '../../../src/web/console/format/period.ts';
import { placeName } from '../../../src/web/console/format/place-text.ts';

describe('amounts and rates', () => {
  it('keep every digit', () => {
    expect(money('90071992547409931.01', 'USD')).toBe('$90,071,992,547,409,931.01');
    expect(money('-5.1', 'USD')).toBe('-$5.10');
    expect(money('1200', 'JPY')).toBe('¥1,200');
    expect(percent('0.09025')).toBe('9.025\u00a0%');
    expect(percent('0.0000125')).toBe('0.00125\u00a0%');
    expect(wholePercent('0.8312')).toBe('83\u00a0%');
  });
});

it('writes the amounts of a step with the sign of their currency', () => {
  const step = '5573.60 EUR less 222.944 EUR, since 2026-07-01, is 5350.656… EUR at 22 %.';
  expect(withAmounts(step, 'EUR')).toBe('€5,573.60 less €222.944, since Jul 1, 2026, is €5,350.656… at 22 %.');
});

describe('days', () => {
  it('are written alike in messages of the gateway', () => {
    expect(withDays('Registered since 2025-11-01, until 2026-01-31.')).toBe(
      'Registered since Nov 1, 2025, until Jan 31, 2026.',
    );
  });

  it('are the reader’s', () => {
    expect(today(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
    testClock.value = '2026-07-20T12:00:00Z';
    expect([today(), utcToday()]).toEqual(['2026-07-20', '2026-07-20']);
    testClock.value = null;
    expect(lastDayOf('2028-02')).toBe('2028-02-29');
    expect([addMonths('2026-01', -1), addMonths('2026-11', 14)]).toEqual(['2025-12', '2028-01']);
  });

  it('are far or near', () => {
    expect(distance('2026-11-26', '2026-11-25')).toBe('tomorrow');
    expect(distance('2026-11-20', '2026-11-25')).toBe('5 days ago');
    expect(distance('2027-02-25', '2026-11-25')).toBe('in 3 months');
    expect(distance('2029-11-25', '2026-11-25')).toBe('in 3 years');
  });

  it('go back twelve months, also from February 29', () => {
    expect(lastTwelveMonths('2028-02-29')).toEqual({ from: '2027-03-01', to: '2028-02-29' });
    expect(lastTwelveMonths('2026-11-25')).toEqual({ from: '2025-11-26', to: '2026-11-25' });
    expect([isDay('2028-02-29'), isDay('2026-02-29'), isDay(null)]).toEqual([true, false, false]);
  });

  it('make periods with names', () => {
    expect(['2026-06', '2026-Q3', '2026-H2', '2026'].map(periodName)).toEqual([
      'June 2026',
      'Q3 2026',
      'Second half of 2026',
      '2026',
    ]);
    expect(readDays('2026-06-01..2026-06-30')).toEqual({ from: '2026-06-01', to: '2026-06-30' });
    expect(readDays('2026-06-01')).toEqual({ from: '2026-06-01', to: '2026-06-01' });
    expect([readDays('2026-06-31..x'), readDays('2026-06-02..2026-06-01'), readDays(null)]).toEqual([null, null, null]);
  });
});

it('places and counts have names', () => {
  expect(placeName({ country: 'US', state: 'MN' })).toBe('Minnesota');
  expect(placeName({ country: 'DE', state: null })).toBe('Germany');
  expect(placeName({ country: 'CA', state: 'QC' })).toBe('Canada, QC');
  expect([counted(1, 'document', 'documents'), counted(2_304, 'document', 'documents')]).toEqual([
    '1 document',
    '2,304 documents',
  ]);
});
