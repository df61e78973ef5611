import { describe, expect, it } from 'vitest';
import { firstCollection } from '../../../src/domain/nexus/first-collection.ts';
import { comparePeriod } from '../../../src/domain/nexus/nexus-sales.ts';
import type { FirstCollectionRule } from '../../../src/domain/nexus/nexus-threshold.ts';
import { decimal } from '../../../src/tax/numbers/decimal.ts';
import { amount, aNexusThreshold, aSalesQuestion } from '../../support/records.ts';

const aRule = (changes: Partial<FirstCollectionRule>): FirstCollectionRule => ({
  from: 'DAY_REACHED',
  months: 0,
  days: 0,
  on: 'DAY',
  rule: 'A rule',
  source: 'A source',
  ...changes,
});

function dayBy(rule: FirstCollectionRule | null, reachedOn: string | null, to = '2026-12-31') {
  const threshold = aNexusThreshold({ salesAmount: decimal('1'), firstCollection: rule });
  const sold = { currency: 'USD', salesAmount: amount(reachedOn ? '1' : '0'), transactionCount: 1 };
  const question = aSalesQuestion({ threshold, to, endsOn: to });
  const period = { ...comparePeriod(question, { counted: [sold], excludedSales: [] }), reachedOn };
  return firstCollection(threshold, { periods: [period], runningPeriod: period });
}

describe('the first day of collection', () => {
  it.each([
    ['the day itself', {}, '2026-03-10', '2026-03-10'],
    // Tennessee's own example: reached on 15 January, collected from 1 April.
    ['the third month after', { months: 3 }, '2026-01-15', '2026-04-01'],
    ['a month that starts at least 30 days later', { days: 30, on: 'MONTH_START' }, '2026-03-10', '2026-05-01'],
    ['a month that starts exactly then', { days: 30, on: 'MONTH_START' }, '2026-03-02', '2026-04-01'],
    ['a month at most 60 days later', { days: 60, on: 'MONTH_START_BEFORE' }, '2026-03-10', '2026-05-01'],
    ['the day after the period', { from: 'PERIOD_END', days: 1 }, '2026-03-10', '2027-01-01'],
  ] as const)('is %s', (_words, rule, reachedOn, collectFrom) => {
    const expected = { outcome: 'KNOWN', collectFrom, rule: 'A rule', source: 'A source' };
    expect(dayBy(aRule(rule), reachedOn)).toEqual(expected);
  });

  it('is absent, and says why', () => {
    expect(dayBy(aRule({}), null)).toMatchObject({ outcome: 'NOT_REACHED', collectFrom: null, rule: 'A rule' });
    expect(dayBy(null, '2026-03-10')).toEqual({ outcome: 'RULE_UNKNOWN', collectFrom: null, rule: null, source: null });
  });
});
