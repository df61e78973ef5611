import { describe, expect, it } from 'vitest';
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

describe('lines of a marketplace beside lines of the seller', () => {
  const { transaction, snapshot } = aStoredTransaction('c');
  type Reason = 'TAXED' | 'MARKETPLACE' | 'EXPORT' | 'REVERSE_CHARGE';
  const jurisdiction = { id: 'CH', level: 'COUNTRY' as const, name: '', code: '', fips: null, districtOf: null };
  const rate = { jurisdiction, rate: amount('0.1'), validFrom: null, validThrough: null, source: 'law' };
  const line = (price: string, reason: Reason, collectedBy?: 'MARKETPLACE') => ({
    ...transaction.items[0]!,
    ...(collectedBy && { collectedBy }),
    taxCode: 'A',
    reason,
    taxRate: amount(reason === 'TAXED' ? '0.1' : '0'),
    calculatedTotal: amount(price),
    taxAmount: amount(reason === 'TAXED' ? '1' : '0'),
    taxableAmount: amount(reason === 'TAXED' ? price : '0'),
  });
  const totalsOf = (items: readonly ReturnType<typeof line>[], customerType: 'RETAIL' | 'RESELLER' = 'RETAIL') => {
    const none = amount('0');
    const lines = items.map(({ reason, taxableAmount, taxAmount }) => {
      const taxLine = { rate: 0, appliedRate: none, exemptAmount: none, certificateId: null };
      return { ...snapshot.items[0]!, taxLines: [{ ...taxLine, reason, taxableAmount, taxAmount }] };
    });
    const sold = { ...transaction, items, shippingFee: null, finalTransactionAmount: none };
    return reportedTotals(sold, { ...snapshot, customerType, rates: [rate], items: lines, shippingFee: null });
  };
  const shown = (entries: ReturnType<typeof totalsOf>) =>
    entries.map(({ customerType, lines }) => [
      customerType,
      ...lines.map(
        ({ reason, grossAmount, isFirstOf }) => `${reason} ${grossAmount} ${Object.values(isFirstOf).join('')}`,
      ),
    ]);

  it('are apart if their reason does not name the marketplace, and count the document once', () => {
    const entries = totalsOf([
      line('1', 'EXPORT', 'MARKETPLACE'),
      line('10', 'EXPORT'),
      line('100', 'MARKETPLACE', 'MARKETPLACE'),
      line('1000', 'REVERSE_CHARGE', 'MARKETPLACE'),
    ]);
    expect(shown(entries)).toEqual([
      ['RETAIL', 'EXPORT 10 11111111', 'MARKETPLACE 100 00110011'],
      ['MARKETPLACE', 'EXPORT 1 00000000', 'REVERSE_CHARGE 1000 00110011'],
    ]);
    const counted = entries.flatMap(({ jurisdictions }) => jurisdictions.map(({ isFirstOf }) => isFirstOf.document));
    expect(counted).toEqual([1, 0, 0, 0]);
    expect(entries[1]!.jurisdictions.map(({ reason }) => reason)).toEqual(['EXPORT', 'REVERSE_CHARGE']);
  });

  it('stay together if every line is of a marketplace, or none but those named', () => {
    const exported = line('1', 'EXPORT', 'MARKETPLACE');
    const named = line('2', 'MARKETPLACE', 'MARKETPLACE');
    expect(shown(totalsOf([exported, named], 'RESELLER'))).toEqual([
      ['MARKETPLACE', 'EXPORT 1 11111111', 'MARKETPLACE 2 00110011'],
    ]);
    expect(shown(totalsOf([line('3', 'TAXED'), named]))).toEqual([
      ['RETAIL', 'TAXED 3 11111111', 'MARKETPLACE 2 00111111'],
    ]);
  });
});
