import { describe, expect, it } from 'vitest';
import { comparePeriod, reachedDay } from '../../../src/domain/nexus/nexus-sales.ts';
import type { NexusThreshold } from '../../../src/domain/nexus/nexus-threshold.ts';
import { decimal } from '../../../src/tax/numbers/decimal.ts';
import { amount, aSalesQuestion } from '../../support/records.ts';

const threshold = (combine: NexusThreshold['combine'], transactionCount: number | null = 200) => ({
  salesAmount: decimal('100000'),
  transactionCount,
  combine,
});
const usd = (salesAmount: string, transactionCount: number) => ({
  currency: 'USD',
  salesAmount: amount(salesAmount),
  transactionCount,
});
const counting = (...counted: ReturnType<typeof usd>[]) => ({ counted, excludedSales: [] });
const reachedBy = (salesReachedOn: string | null, transactionsReachedOn: string | null) => ({
  salesReachedOn,
  transactionsReachedOn,
});

describe('the status of a period', () => {
  it.each([
    [threshold('SALES_ONLY', null), '100000', 0, 'REACHED', 'the sum itself is enough'],
    [threshold('SALES_ONLY', null), '99999.99', 500, 'APPROACHING', 'transactions are not tested'],
    [threshold('SALES_ONLY', null), '80000', 1, 'APPROACHING', '80 % is approaching'],
    [threshold('SALES_ONLY', null), '79999.99', 1, 'BELOW', 'less is not'],
    [threshold('EITHER'), '1', 200, 'REACHED', 'either test'],
    [threshold('EITHER'), '1', 160, 'APPROACHING', 'either test at 80 %'],
    [threshold('EITHER'), '1', 159, 'BELOW', 'neither'],
    [threshold('EITHER', null), '99999', 9999, 'APPROACHING', 'a test without a figure is none'],
    [threshold('BOTH'), '200000', 199, 'APPROACHING', 'both tests are needed, both are at 80 %'],
    [threshold('BOTH'), '200000', 159, 'BELOW', 'one alone approaches nothing'],
    [threshold('BOTH'), '100000', 200, 'REACHED', 'both'],
    [threshold('SALES_ONLY', null), '-5', 0, 'BELOW', 'more was given back than sold'],
    [null, '900000', 900, 'NOT_TRACKED', 'no threshold'],
  ])('%j with %s and %i: %s (%s)', (tests, sales, count, status, _why) => {
    expect(comparePeriod(aSalesQuestion({ threshold: tests }), counting(usd(sales, count))).status).toBe(status);
  });

  it('counts invoices of all currencies, and compares the amount of one', () => {
    const eur = { currency: 'EUR', salesAmount: amount('900000'), transactionCount: 199 };
    expect(comparePeriod(aSalesQuestion({ threshold: threshold('EITHER') }), counting(eur, usd('5', 1)))).toMatchObject(
      {
        salesAmount: '5',
        transactionCount: 200,
        notConverted: [eur],
        status: 'REACHED',
      },
    );
    expect(comparePeriod(aSalesQuestion(), counting())).toMatchObject({ salesAmount: '0', transactionCount: 0 });
  });
});

describe('the shares of a threshold', () => {
  const sharesOf = (tests: NexusThreshold['combine'], sales: string, count: number) => {
    const asked = aSalesQuestion({ threshold: threshold(tests) });
    const { salesShare, transactionShare } = comparePeriod(asked, counting(usd(sales, count)));
    return { salesShare, transactionShare };
  };

  it('are rounded down, so that 1 means reached', () => {
    expect(sharesOf('EITHER', '99999.99', 50)).toEqual({ salesShare: '0.9999', transactionShare: '0.25' });
    expect(sharesOf('BOTH', '250000', 200)).toEqual({ salesShare: '2.5', transactionShare: '1' });
  });

  it('are null where nothing is tested', () => {
    expect(sharesOf('SALES_ONLY', '85000', 500)).toEqual({ salesShare: '0.85', transactionShare: null });
    const { salesShare, transactionShare } = comparePeriod(aSalesQuestion(), counting(usd('5', 1)));
    expect({ salesShare, transactionShare }).toEqual({ salesShare: null, transactionShare: null });
  });
});

describe('the day a threshold was reached', () => {
  it.each([
    [threshold('SALES_ONLY', null), reachedBy('2026-03-01', '2026-01-01'), '2026-03-01'],
    [threshold('EITHER'), reachedBy('2026-03-01', '2026-02-01'), '2026-02-01'],
    [threshold('EITHER'), reachedBy('2026-03-01', null), '2026-03-01'],
    [threshold('BOTH'), reachedBy('2026-03-01', '2026-02-01'), '2026-03-01'],
  ])('%j by %j: %s', (tests, days, expected) => {
    expect(reachedDay({ threshold: tests }, days)).toBe(expected);
  });
});
