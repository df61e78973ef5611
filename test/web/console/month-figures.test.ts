import { describe, expect, it } from 'vitest';
import { currenciesByUse } from '../../../src/web/console/base/row-order.ts';
import { changeOf, comparedPeriod, monthFigures } from '../../../src/web/console/views/inbox/month-figures.ts';

const row = (
  reportedOn: string,
  currency: string,
  [sales, tax, refunds]: readonly string[],
  transactionCount: number,
) => ({
  key: { reportedOn },
  transactionCount,
  amounts: { currency, grossSalesAmount: sales!, taxAmount: tax!, refundsAmount: refunds! },
});

const rows = [
  row('2026-10-02', 'USD', ['80.00', '6.00', '0'], 1),
  row('2026-10-20', 'USD', ['500.00', '40.00', '0'], 4),
  row('2026-11-01', 'USD', ['100.10', '8.01', '0'], 2),
  row('2026-11-03', 'USD', ['-20.05', '-1.60', '20.05'], 1),
  row('2026-11-03', 'EUR', ['10.00', '1.90', '0'], 1),
];

describe('the figures of a month', () => {
  it('are exact sums, and have every day', () => {
    const { days, total } = monthFigures(rows, '2026-11', 'USD', '2026-12-24');
    expect(days).toHaveLength(30);
    expect(days[1]).toEqual({ day: '2026-11-02', sales: '0', tax: '0', refunds: '0', documents: 0 });
    expect(total).toMatchObject({ sales: '80.05', tax: '6.41', refunds: '20.05', documents: 3 });
  });

  it('of a month that runs are held against as many days of the month before', () => {
    const running = monthFigures(rows, '2026-11', 'USD', '2026-11-05');
    expect([running.comparedDays, running.before.sales]).toEqual([5, '80.00']);
    const whole = monthFigures(rows, '2026-11', 'USD', '2026-12-24');
    expect([whole.comparedDays, whole.before.sales]).toEqual([31, '580.00']);
    expect(monthFigures(rows, '2026-10', 'USD', '2026-10-31').comparedDays).toBe(30);
  });

  it('change by a whole percentage, or by none that can be said', () => {
    const { total, before } = monthFigures(rows, '2026-11', 'USD', '2026-11-05');
    expect(changeOf(total, before, 'documents')).toBe(200);
    expect(changeOf(total, before, 'sales')).toBe(0);
    expect(changeOf(total, before, 'refunds')).toBeNull();
  });

  it('are asked for with the month before, across the turn of a year', () => {
    expect(comparedPeriod('2026-01')).toEqual({ from: '2025-12-01', to: '2026-01-31' });
    expect(comparedPeriod('2024-02')).toEqual({ from: '2024-01-01', to: '2024-02-29' });
  });

  it('are shown first in the currency of most documents', () => {
    expect(currenciesByUse(rows)).toEqual(['USD', 'EUR']);
  });
});
