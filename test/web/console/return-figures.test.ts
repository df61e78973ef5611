import { describe, expect, it } from 'vitest';
import { currenciesOf, figureRows, type Totals } from '../../../src/web/console/views/return/figure-rows.ts';
import { type FiledReturn, filingTable } from '../../../src/web/console/views/return/filing-table.ts';

const none = {
  currency: 'USD',
  grossSalesAmount: '0',
  taxableAmount: '0',
  exemptAmount: '0',
  nonTaxableAmount: '0',
  uncollectedAmount: '0',
  marketplaceSalesAmount: '0',
  marketplaceTaxAmount: '0',
  refundsAmount: '0',
  feeAmount: null,
  taxAmount: '0',
};

function totals(amounts: Partial<Totals['amounts']>, more: Partial<Totals> = {}): Totals {
  return { transactionCount: 1, exemptAmounts: [], ...more, amounts: { ...none, ...amounts } };
}

const now = totals(
  {
    grossSalesAmount: '300.10',
    taxableAmount: '200.00',
    exemptAmount: '100.10',
    taxAmount: '16.50',
    refundsAmount: '9.99',
  },
  { transactionCount: 3, exemptAmounts: [{ reason: 'CUSTOMER_EXEMPT', amount: '100.10' }] },
);
const before = totals(
  {
    grossSalesAmount: '250.05',
    taxableAmount: '150.05',
    exemptAmount: '100.00',
    taxAmount: '12.38',
    feeAmount: '0.28',
  },
  { transactionCount: 4, exemptAmounts: [{ reason: 'PRODUCT_EXEMPT', amount: '100.00' }] },
);

describe('the figures of a return', () => {
  it('stand beside those of the period before, with exact differences', () => {
    const rows = figureRows(now, before).map(({ key, now, before, difference }) => [key, now, before, difference]);
    expect(rows).toEqual([
      ['grossSales', '300.10', '250.05', '50.05'],
      ['taxable', '200.00', '150.05', '49.95'],
      ['exempt', '100.10', '100.00', '0.10'],
      ['exempt CUSTOMER_EXEMPT', '100.10', '0', '100.10'],
      ['exempt PRODUCT_EXEMPT', '0', '100.00', '-100.00'],
      ['nonTaxable', '0', '0', '0'],
      ['refunds', '9.99', '0', '9.99'],
      ['fees', '0', '0.28', '-0.28'],
      ['tax', '16.50', '12.38', '4.12'],
      ['documents', '3', '4', '-1'],
    ]);
  });

  it('lead to their documents, if these can be distinguished', () => {
    const selectionOf = (key: string) => figureRows(now, before).find((row) => row.key === key)?.selection;
    expect(selectionOf('exempt CUSTOMER_EXEMPT')).toEqual({ reason: 'CUSTOMER_EXEMPT' });
    expect(selectionOf('refunds')).toEqual({ type: 'REFUND' });
    expect(selectionOf('tax')).toEqual({});
  });

  it('are zero where a period sold nothing, and have every currency', () => {
    expect(figureRows(undefined, undefined).map(({ key }) => key)).toEqual([
      'grossSales',
      'taxable',
      'exempt',
      'nonTaxable',
      'tax',
      'documents',
    ]);
    expect(currenciesOf([now], [totals({ currency: 'EUR' }), before])).toEqual(['USD', 'EUR']);
  });
});

describe('filings side by side', () => {
  type Filing = FiledReturn['filings'][number];
  const figures = (taxAmount: string, transactionCount: number) => ({
    totals: [totals({ taxAmount }, { transactionCount })],
    oneStopShop: null,
  });
  const filing = (number: number, more: Pick<Filing, 'figures' | 'difference' | 'differenceToFirst'>): Filing => ({
    number,
    filedAt: '2026-11-20T10:00:00Z',
    filedBy: 'client',
    referenceNumber: null,
    amountPaid: null,
    paidCurrency: null,
    payment: null,
    ...more,
  });
  const filings = [
    filing(1, { figures: figures('100.00', 5), difference: null, differenceToFirst: null }),
    filing(2, {
      figures: figures('90.00', 4),
      difference: figures('-10.00', -1),
      differenceToFirst: figures('-10.00', -1),
    }),
    filing(3, { figures: figures('95.50', 5), difference: figures('5.50', 1), differenceToFirst: figures('-4.50', 0) }),
  ];

  it('show what each changed in the one before, and the last in the first', () => {
    const one = { status: 'AMENDED', reopeningReason: null, filings, figures: filings[2]!.figures, difference: null };
    const { columns, toFirst } = filingTable(one as FiledReturn, 'USD');
    expect(columns.map(({ name, values, since }) => [name, values.get('tax'), since?.get('tax') ?? null])).toEqual([
      ['First filing', '100.00', null],
      ['Amendment 1', '90.00', '-10.00'],
      ['Amendment 2', '95.50', '5.50'],
    ]);
    expect([toFirst?.get('tax'), toFirst?.get('documents')]).toEqual(['-4.50', '0']);
  });

  it('have the draft of the next amendment beside them', () => {
    const draft = { figures: figures('97.00', 6), difference: figures('7.00', 2) };
    const one = { status: 'DRAFT', reopeningReason: 'late', filings: filings.slice(0, 2), ...draft };
    const { columns, toFirst } = filingTable(one as FiledReturn, 'USD');
    expect(columns.map(({ key }) => key)).toEqual(['filing 1', 'filing 2', 'now']);
    expect(columns[2]!.since?.get('tax')).toBe('7.00');
    expect(toFirst?.get('tax')).toBe('-3.00');
  });

  it('name exempt sales by their reason, as a part of them', () => {
    const figures = { totals: [now], oneStopShop: null };
    const own = [filing(1, { figures, difference: null, differenceToFirst: null })];
    const one = { status: 'FILED', reopeningReason: null, filings: own, figures, difference: null };
    const { rows } = filingTable(one as FiledReturn, 'USD');
    expect(rows.filter(({ isPart }) => isPart).map(({ name }) => name)).toContain('Exempt by certificate');
  });

  it('have only the VAT in the one-stop shop', () => {
    const shop = { totals: [], oneStopShop: { currency: 'EUR', taxAmount: '518.87', transactionCount: 12 } };
    const own = [filing(1, { figures: shop, difference: null, differenceToFirst: null })];
    const one = { status: 'FILED', reopeningReason: null, filings: own, figures: shop, difference: null };
    const { rows, columns, toFirst } = filingTable(one as FiledReturn, 'EUR');
    expect(rows.map(({ key }) => key)).toEqual(['tax', 'documents']);
    expect([...columns[0]!.values]).toEqual([
      ['tax', '518.87'],
      ['documents', '12'],
    ]);
    expect(toFirst).toBe(null);
  });
});
