import { describe, expect, it } from 'vitest';
import {
  ecNumberNotices,
  ecSalesLines,
  type NumberedSupply,
} from '../../../src/domain/returns/ec-sales/ec-sales-lines.ts';
import { amount } from '../../support/records.ts';

const supply = (kind: NumberedSupply['kind'], more: Partial<NumberedSupply> = {}): NumberedSupply => ({
  transactionId: 't-1',
  taxDate: '2026-06-01',
  reportedIn: 'DE',
  taxNumber: 'FR40303265045',
  vatNumber: 'FR40303265045',
  destination: 'FR',
  kind,
  currency: 'EUR',
  amount: amount('0.1'),
  ...more,
});
const facts = { currency: 'EUR', rateOn: () => amount('1'), checks: [] };

describe('ecSalesLines', () => {
  it('adds up a long list of supplies to one buyer in one pass', () => {
    const supplies = Array.from({ length: 60_000 }, (_, index) => supply('GOODS', { transactionId: `t-${index}` }));
    expect(ecSalesLines(supplies, facts)).toMatchObject([{ amount: '6000', transactionCount: 60_000 }]);
  }, 10_000);

  it('reports what a missing confirmation means for each kind of supply', () => {
    const lines = ecSalesLines([supply('GOODS'), supply('SERVICES'), supply('TRIANGULAR')], facts);
    expect(ecNumberNotices(lines).map(({ message }) => /\(.* (\d+) of/.exec(message)?.[1])).toEqual([
      '138',
      '18',
      '141',
    ]);
  });
});
