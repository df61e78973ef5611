import { expect, it } from 'vitest';
import { reportedTotals } from '../../../src/domain/totals/reported-totals.ts';
import { amount, aSnapshot, aStoredTransaction } from '../../support/records.ts';

it('leaves an export out of the EU, also if an earlier build stored it', () => {
  const line = { rule: 0, supply: { kind: 'TAXED' }, taxLines: [] } as const;
  const spain = aSnapshot({ regime: 'GLOBAL_TAX', country: 'ES', subdivision: null });
  const exported = { kind: 'EXPORT', sentence: null } as const;
  const fee = { ...line, supply: exported, followsGoods: null, relativeTransactionDiscount: amount('0') };
  const homeAddress = { country: 'DE', state: null, city: null, zip: null };
  const { transaction, snapshot } = aStoredTransaction(
    'c',
    {},
    {
      ...spain,
      places: [{ ...spain, country: 'DE' }],
      items: [{ ...line, place: 0 }],
      shippingFee: fee,
      basis: { engineVersion: '0.1.0', settings: { homeAddress } },
    },
  );
  const item = { ...transaction.items[0]!, calculatedTotal: amount('100'), taxAmount: amount('19') };
  const shippingFee = { ...item, reason: 'EXPORT', calculatedTotal: amount('20'), taxAmount: amount('0') } as const;
  const totals = reportedTotals({ ...transaction, items: [item], shippingFee }, snapshot);
  const grossBy = totals.map(({ country, state, lines }) => [country, state, lines.map((one) => one.grossAmount)]);
  expect(grossBy).toEqual([
    ['ES', '', ['20']],
    ['DE', '', ['100']],
    ['EU', '', ['-20']],
  ]);
});
