import { describe, expect, it } from 'vitest';
import { periodOf } from '../../../src/web/console/views/ec-sales-list/list-period.ts';
import { documentsOf, monthTable, readAsked, spanOf } from '../../../src/web/console/views/liability/months.ts';

const asked = (text = '') => readAsked(new URLSearchParams(text), '2026-11-25');

type Rows = Parameters<typeof monthTable>[0];
const row = (
  place: string,
  month: string,
  currency: string,
  [tax, sales]: readonly [string, string],
  count: number,
) => ({
  key: { place, month },
  transactionCount: count,
  amounts: {
    currency,
    taxAmount: tax,
    grossSalesAmount: sales,
    taxableAmount: sales,
    exemptAmount: '0',
    uncollectedAmount: '0',
    refundsAmount: '0',
  },
});

const rows = [
  row('US-MN', '2026-10', 'USD', ['10.05', '100.00'], 3),
  row('US-MN', '2026-11', 'USD', ['0.10', '1.00'], 1),
  row('US-WA', '2026-11', 'USD', ['20.00', '200.00'], 2),
  row('US-OR', '2026-11', 'USD', ['0', '50.00'], 1),
  row('DE', '2026-11', 'EUR', ['19.00', '100.00'], 2),
] as Rows;

describe('liability by month and place', () => {
  it('has every month, places by their total, and exact sums', () => {
    const table = monthTable(rows, asked())!;
    expect(table).toMatchObject({ currency: 'USD', currencies: ['USD', 'EUR'], total: '30.15' });
    expect(table.totals).toEqual(['0', '0', '0', '0', '10.05', '20.10']);
    expect(table.rows).toEqual([
      { place: 'US-WA', figures: ['0', '0', '0', '0', '0', '20.00'], total: '20.00' },
      { place: 'US-MN', figures: ['0', '0', '0', '0', '10.05', '0.10'], total: '10.15' },
    ]);
  });

  it('has any figure, in any currency', () => {
    expect(monthTable(rows, asked('measure=documents'))).toMatchObject({
      total: '7',
      totals: ['0', '0', '0', '0', '3', '4'],
    });
    expect(monthTable(rows, asked('currency=EUR'))?.rows).toEqual([
      { place: 'DE', figures: ['0', '0', '0', '0', '0', '19.00'], total: '19.00' },
    ]);
    expect(monthTable(rows, asked('currency=GBP'))?.currency).toBe('USD');
    expect(monthTable(rows, asked('place=DE'))?.currency).toBe('EUR');
    expect(monthTable(rows, asked('place=DE&currency=USD'))?.currency).toBe('USD');
    expect(monthTable([], asked())).toBe(null);
  });

  it('leads to the documents behind a figure', () => {
    const link = (place: string | null, months: readonly string[], text = '') =>
      documentsOf({ place, months, asked: asked(text), currency: 'USD' });
    expect(link('US-MN', ['2026-10'])).toBe(
      '/console/documents?reported=2026-10-01..2026-10-31&country=US&state=MN&currency=USD',
    );
    expect(link(null, ['2026-10', '2026-11'], 'measure=refunds')).toBe(
      '/console/documents?reported=2026-10-01..2026-11-30&currency=USD&type=REFUND',
    );
  });
});

describe('what the address asks for', () => {
  it('is six months until now, or what it says', () => {
    expect(asked()).toEqual({
      months: ['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11'],
      measure: 'tax',
      currency: null,
      place: null,
      month: null,
    });
    const other = asked('months=12&to=2026-03&place=US-MN&month=2026-02&measure=sales');
    expect(spanOf(other.months)).toEqual({ from: '2025-04-01', to: '2026-03-31' });
    expect(other).toMatchObject({ place: 'US-MN', month: '2026-02', measure: 'sales' });
  });

  it('is nothing else', () => {
    expect(asked('to=2026-13&months=7&place=%3Cb%3E&month=2020-01&measure=x')).toEqual(asked());
  });

  it('is a month or a quarter of the EC sales list, by default the last quarter that has ended', () => {
    expect(periodOf(null, '2026-11-25')).toBe('2026-Q3');
    expect(periodOf(null, '2026-01-01')).toBe('2025-Q4');
    expect(periodOf('2026-10', '2026-11-25')).toBe('2026-10');
    expect(periodOf('2026-H1', '2026-11-25')).toBe('2026-Q3');
  });
});
