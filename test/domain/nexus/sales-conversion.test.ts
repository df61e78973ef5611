import { describe, expect, it } from 'vitest';
import { convertSales, type DailySales } from '../../../src/domain/nexus/sales-conversion.ts';
import { decimal } from '../../../src/tax/numbers/decimal.ts';
import { amount } from '../../support/records.ts';

const sold = (day: string, currency: string, salesAmount: string, transactionCount = 1): DailySales => ({
  day,
  currency,
  salesAmount: amount(salesAmount),
  transactionCount,
});
const threshold = (salesAmount: string) =>
  ({ salesAmount: decimal(salesAmount), transactionCount: null, combine: 'SALES_ONLY' }) as const;
const rate = (text: string) => ({ rate: amount(text), publishedOn: '2026-03-01', source: 'ECB' });

describe('sales of a period in the currency of its threshold', () => {
  const daily = [
    sold('2026-03-02', 'USD', '100'),
    sold('2026-03-01', 'USD', '200.05', 2),
    sold('2026-03-01', 'NOK', '1000'),
    sold('2026-03-03', 'SEK', '70'),
    sold('2026-03-03', 'DKK', '5'),
  ];
  // One dollar is 10.123 kroner on the first day, 11 on the second; there is none for Danish or Swedish kronor.
  const rateOn = ({ from, on }: { readonly from: string; readonly on: string }) =>
    ['DKK', 'SEK'].includes(from) ? null : rate(on === '2026-03-01' ? '10.123' : '11');

  it('are converted at the rate of each day, added up exactly and rounded once', () => {
    const question = { currency: 'NOK', threshold: threshold('4000') };
    expect(convertSales(question, daily, rateOn)).toEqual({
      // 1000 + 200.05 x 10.123 (2025.10615) + 100 x 11
      salesAmount: '4125.11',
      converted: [{ currency: 'USD', salesAmount: '300.05', transactionCount: 3 }],
      notConverted: [
        { currency: 'DKK', salesAmount: '5', transactionCount: 1 },
        { currency: 'SEK', salesAmount: '70', transactionCount: 1 },
      ],
      reached: { salesReachedOn: '2026-03-02', transactionsReachedOn: null },
    });
  });

  it.each([
    ['3025.11', '2026-03-01', 'the rounded sum itself is enough'],
    ['3025.12', '2026-03-02', 'the next day adds to it'],
    ['4125.12', null, 'more than all of it'],
    ['0', '2026-03-01', 'the first sale is enough'],
  ])('reach %s on %s (%s)', (salesAmount, day, _why) => {
    const { reached } = convertSales({ currency: 'NOK', threshold: threshold(salesAmount) }, daily, rateOn);
    expect(reached.salesReachedOn).toBe(day);
  });

  it('reach a threshold of 0 in any currency, rate or not', () => {
    const swedish = daily.filter(({ currency }) => currency === 'SEK');
    const { reached, salesAmount } = convertSales({ currency: 'GBP', threshold: threshold('0') }, swedish, rateOn);
    expect([reached.salesReachedOn, salesAmount]).toEqual(['2026-03-03', '0']);
  });
});
