import { expect, it } from 'vitest';
import { reportedTotals } from '../../../src/domain/totals/reported-totals.ts';
import { amount, aStoredTransaction } from '../../support/records.ts';

it('counts a document once, and once per tax code, reason, rate and any of them together', () => {
  const { transaction, snapshot } = aStoredTransaction('c');
  const [item] = transaction.items;
  const line = (taxCode: string, reason: 'TAXED' | 'CUSTOMER_EXEMPT', rate = '0.1') => ({
    ...item!,
    taxCode,
    reason,
    taxRate: amount(rate),
    calculatedTotal: amount('10'),
    taxAmount: amount('1'),
    taxableAmount: amount('10'),
  });
  const items = [
    line('A', 'TAXED'),
    line('A', 'CUSTOMER_EXEMPT'),
    line('B', 'TAXED'),
    line('A', 'TAXED'),
    line('A', 'TAXED', '0.2'),
  ];
  const lines = items.map(() => snapshot.items[0]!);
  const document = { ...transaction, items, shippingFee: null, finalTransactionAmount: amount('57.5') };
  const paid = { ...document, salesTax: { ...document.salesTax, amount: amount('5') } };
  const totals = reportedTotals(paid, { ...snapshot, items: lines, shippingFee: null });
  expect(totals).toHaveLength(1);
  const figures = totals[0]!.lines.map((one) => [
    [one.taxCode, one.reason, one.grossAmount, one.taxAmount, one.feeAmount],
    [one.rate, Object.values(one.isFirstOf).join('')],
  ]);
  expect(figures).toEqual([
    [
      ['A', 'TAXED', '20', '2', '2.5'],
      ['0.1', '11111111'],
    ],
    [
      ['A', 'CUSTOMER_EXEMPT', '10', '1', '0'],
      ['0.1', '00110011'],
    ],
    [
      ['B', 'TAXED', '10', '1', '0'],
      ['0.1', '01010101'],
    ],
    [
      ['A', 'TAXED', '10', '1', '0'],
      ['0.2', '00001111'],
    ],
  ]);
});

it('counts no estimate, no order and no cancelled document', () => {
  const { transaction, snapshot } = aStoredTransaction('c');
  expect(reportedTotals({ ...transaction, transactionType: 'ESTIMATE' }, snapshot)).toEqual([]);
  expect(reportedTotals({ ...transaction, transactionType: 'SALES_ORDER' }, snapshot)).toEqual([]);
  expect(reportedTotals({ ...transaction, transactionStatus: 'CANCELLED' }, snapshot)).toEqual([]);
});
