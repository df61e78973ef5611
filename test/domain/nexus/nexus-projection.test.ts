import { describe, expect, it } from 'vitest';
import { nexusProjection } from '../../../src/domain/nexus/nexus-projection.ts';
import { comparePeriod } from '../../../src/domain/nexus/nexus-sales.ts';
import type { NexusThreshold } from '../../../src/domain/nexus/nexus-threshold.ts';
import { decimal } from '../../../src/tax/numbers/decimal.ts';
import { amount, aNexusThreshold, aSalesQuestion } from '../../support/records.ts';

type Sold = readonly [sales: string, count: number];

function project(changes: Partial<NexusThreshold>, on: string, soFar: Sold, recent: Sold) {
  const threshold = aNexusThreshold({ salesAmount: decimal('100000'), ...changes });
  const period = ([sales, transactionCount]: Sold) =>
    comparePeriod(aSalesQuestion({ threshold }), {
      counted: [{ currency: 'USD', salesAmount: amount(sales), transactionCount }],
      excludedSales: [],
    });
  const runningPeriod = period(soFar);
  return nexusProjection({ threshold, periods: [runningPeriod], runningPeriod, pace: period(recent), on });
}

const year = { period: 'CURRENT_OR_PRIOR_CALENDAR_YEAR' } as const;
const rolling = { period: 'PRIOR_12_MONTHS' } as const;

describe('the projected day', () => {
  it.each([
    // 500 a day: 20,000 are left, which takes 40 days from 1 July.
    [year, '2026-07-01', ['80000', 0], ['45000', 0], '2026-08-10'],
    // 100 a day: not in the 31 days of December; the next year starts from nothing, and 36,500 need all its days.
    [{ ...year, salesAmount: decimal('36500') }, '2026-12-01', ['30000', 0], ['9000', 0], '2027-12-31'],
    // Same as for the calendar year, if only the previous year decides.
    [{ period: 'PRIOR_CALENDAR_YEAR' }, '2026-07-01', ['80000', 0], ['45000', 0], '2026-08-10'],
    // 500 a day: the year to September 30 is short of 60,000 in 30 days; the next starts from nothing and takes 200 of its days.
    [{ period: 'TWELVE_MONTHS_ENDING_SEP_30' }, '2026-08-31', ['40000', 0], ['45000', 0], '2027-04-18'],
    // 500 a day: 20,000 are left, which takes 40 of the 91 days of the quarter.
    [{ period: 'PRIOR_4_QUARTERS' }, '2026-07-01', ['80000', 0], ['45000', 0], '2026-08-10'],
    // 100 a day for 274 days, and again for the 91 that the quarter has left: 36,500 on its last day.
    [
      { period: 'PRIOR_4_QUARTERS', salesAmount: decimal('36500') },
      '2026-07-01',
      ['27400', 0],
      ['9000', 0],
      '2026-09-30',
    ],
    // 90 days of 100, and 5,520 in the 184 before, 30 a day: 23,620 by September 30. Of the year to December 31, 92 of the
    // older days and the last 90 made 11,760; the 18,240 that are missing take 183 days.
    [
      { period: 'PRIOR_4_QUARTERS', salesAmount: decimal('30000') },
      '2026-07-01',
      ['14520', 0],
      ['9000', 0],
      '2026-12-31',
    ],
    // 500 a day come in, and 22,000 / 275 = 80 a day drop out: 33,000 at 420 a day take 79 days.
    [rolling, '2026-07-01', ['67000', 0], ['45000', 0], '2026-09-18'],
    // The number is reached first: 2 a day, 20 left.
    [{ ...year, combine: 'EITHER', transactionCount: 200 }, '2026-07-01', ['80000', 180], ['45000', 180], '2026-07-11'],
    [{ ...year, combine: 'BOTH', transactionCount: 200 }, '2026-07-01', ['80000', 180], ['45000', 180], '2026-08-10'],
  ] as const)('by %o as of %s', (threshold, on, soFar, recent, expected) => {
    expect(project(threshold, on, soFar, recent)).toEqual({ outcome: 'PROJECTED', reachedOn: expected });
  });

  it.each([
    ['NOT_RISING', year, ['80000', 0], ['0', 0]],
    ['NOT_RISING', year, ['80000', 0], ['-500', 0]],
    ['NOT_AT_THIS_PACE', year, ['10000', 0], ['900', 0]],
    ['NOT_AT_THIS_PACE', rolling, ['80000', 0], ['900', 0]],
    ['ALREADY_REACHED', year, ['100000', 0], ['9000', 0]],
    ['NOT_AT_THIS_PACE', { period: 'PRIOR_CALENDAR_YEAR' }, ['10000', 0], ['900', 0]],
    ['NOT_AT_THIS_PACE', { period: 'PRIOR_4_QUARTERS' }, ['10000', 0], ['900', 0]],
  ] as const)('is absent: %s', (outcome, threshold, soFar, recent) => {
    expect(project(threshold, '2026-07-01', soFar, recent)).toEqual({ outcome, reachedOn: null });
  });
});
