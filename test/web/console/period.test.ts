import { describe, expect, it } from 'vitest';
import { daysOf, periodInput, periodSoFar, shifted } from '../../../src/web/console/format/period.ts';

describe('a period in an address', () => {
  it.each([
    ['2026-02', { month: '2026-02' }, '2026-02-01', '2026-02-28'],
    ['2028-02', { month: '2028-02' }, '2028-02-01', '2028-02-29'],
    ['2026-Q3', { quarter: '2026-Q3' }, '2026-07-01', '2026-09-30'],
    ['2026-H2', { halfYear: '2026-H2' }, '2026-07-01', '2026-12-31'],
    ['2026', { year: '2026' }, '2026-01-01', '2026-12-31'],
    ['2026-07-15..2026-08-31', { range: { from: '2026-07-15', to: '2026-08-31' } }, '2026-07-15', '2026-08-31'],
  ])('%s is asked for as such, and has its days', (text, input, from, to) => {
    expect(periodInput(text)).toEqual(input);
    expect(daysOf(text)).toEqual({ from, to });
  });

  it.each(['', '2026-13', '2026-Q5', '2026-H3', '26-01', '2026-07-15', '2026-08-31..2026-07-15', '2026-06x'])(
    '%j is none',
    (text) => {
      expect([periodInput(text), daysOf(text)]).toEqual([null, null]);
    },
  );

  it.each([
    ['2026-01', -1, '2025-12'],
    ['2026-12', 1, '2027-01'],
    ['2026-Q1', -1, '2025-Q4'],
    ['2026-Q4', 1, '2027-Q1'],
    ['2026-H1', -1, '2025-H2'],
    ['2026-H1', 1, '2026-H2'],
    ['2026', -1, '2025'],
    ['2026-07-15..2026-08-31', 1, null],
  ])('%s shifted by %d is %s', (text, by, other) => {
    expect(shifted(text, by)).toBe(other);
  });
});

it.each([
  ['2026-06', '2026-06-30', 'June 2026 so far'],
  ['2026-06', '2026-07-01', 'June 2026'],
  ['2026-06', '2026-05-31', 'June 2026'],
  ['2026-Q3', '2026-07-01', 'Q3 2026 so far'],
])('%s, on %s, is %s', (period, today, name) => {
  expect(periodSoFar(period, today)).toBe(name);
});
