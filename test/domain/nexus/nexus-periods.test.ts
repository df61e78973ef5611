import { describe, expect, it } from 'vitest';
import { addDays, addMonths, quarterStart } from '../../../src/domain/base/calendar.ts';
import { decidingPeriods, runningPeriod } from '../../../src/domain/nexus/nexus-periods.ts';

describe('the periods that decide', () => {
  it.each([
    ['CURRENT_OR_PRIOR_CALENDAR_YEAR', '2026-07-10', ['2026-01-01 2026-07-10', '2025-01-01 2025-12-31']],
    ['CURRENT_OR_PRIOR_CALENDAR_YEAR', '2026-01-01', ['2026-01-01 2026-01-01', '2025-01-01 2025-12-31']],
    ['PRIOR_CALENDAR_YEAR', '2026-12-31', ['2025-01-01 2025-12-31']],
    ['PRIOR_12_MONTHS', '2026-07-10', ['2025-07-11 2026-07-10']],
    ['PRIOR_12_MONTHS', '2026-03-31', ['2025-04-01 2026-03-31']],
    ['PRIOR_12_MONTHS', '2028-02-29', ['2027-03-01 2028-02-29']],
    ['PRIOR_12_MONTHS', '2029-02-28', ['2028-02-29 2029-02-28']],
    ['PRIOR_4_SALES_TAX_QUARTERS', '2026-07-10', ['2025-06-01 2026-05-31']],
    ['PRIOR_4_SALES_TAX_QUARTERS', '2026-02-28', ['2024-12-01 2025-11-30']],
    ['PRIOR_4_SALES_TAX_QUARTERS', '2026-12-01', ['2025-12-01 2026-11-30']],
    ['PRIOR_4_QUARTERS', '2026-07-10', ['2025-07-01 2026-06-30']],
    ['PRIOR_4_QUARTERS', '2026-01-01', ['2025-01-01 2025-12-31']],
    ['PRIOR_4_QUARTERS', '2026-12-31', ['2025-10-01 2026-09-30']],
    ['TWELVE_MONTHS_ENDING_SEP_30', '2026-09-29', ['2024-10-01 2025-09-30']],
    ['TWELVE_MONTHS_ENDING_SEP_30', '2026-09-30', ['2025-10-01 2026-09-30']],
    ['TWELVE_MONTHS_ENDING_SEP_30', '2026-12-31', ['2025-10-01 2026-09-30']],
  ] as const)('%s on %s: %j', (period, on, expected) => {
    expect(decidingPeriods(period, on).map(({ from, to }) => `${from} ${to}`)).toEqual(expected);
  });
});

describe('the running period', () => {
  it.each([
    ['CURRENT_OR_PRIOR_CALENDAR_YEAR', '2026-07-10', '2026-01-01 2026-07-10 2026-12-31'],
    ['PRIOR_CALENDAR_YEAR', '2026-07-10', '2026-01-01 2026-07-10 2026-12-31'],
    ['PRIOR_CALENDAR_YEAR', '2026-12-31', '2026-01-01 2026-12-31 2026-12-31'],
    ['PRIOR_12_MONTHS', '2026-07-10', '2025-07-11 2026-07-10 2026-07-10'],
    ['PRIOR_4_QUARTERS', '2026-07-10', '2025-10-01 2026-07-10 2026-09-30'],
    ['PRIOR_4_QUARTERS', '2026-12-31', '2026-01-01 2026-12-31 2026-12-31'],
    ['PRIOR_4_SALES_TAX_QUARTERS', '2026-07-10', '2025-09-01 2026-07-10 2026-08-31'],
    ['PRIOR_4_SALES_TAX_QUARTERS', '2026-12-01', '2026-03-01 2026-12-01 2027-02-28'],
    ['PRIOR_4_SALES_TAX_QUARTERS', '2029-01-15', '2028-03-01 2029-01-15 2029-02-28'],
    ['TWELVE_MONTHS_ENDING_SEP_30', '2026-09-30', '2025-10-01 2026-09-30 2026-09-30'],
    ['TWELVE_MONTHS_ENDING_SEP_30', '2026-10-01', '2026-10-01 2026-10-01 2027-09-30'],
  ] as const)('%s on %s: %s', (period, on, expected) => {
    const { from, to, endsOn } = runningPeriod(period, on);
    expect(`${from} ${to} ${endsOn}`).toBe(expected);
  });
});

describe('days', () => {
  it('are counted over ends of months and years', () => {
    expect(addDays('2027-12-31', 1)).toBe('2028-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(addMonths('2026-01-15', -13)).toBe('2024-12-15');
    expect(quarterStart('2026-05-31')).toBe('2026-04-01');
  });
});
