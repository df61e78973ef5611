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
  ]);
});

it.each([
  ['counts a sale to another member state toward the EU', 'DE', ['FR', 'EU/']],
  ['does not count a domestic sale', 'FR', ['FR']],
  ['does not count a sale of a seller from outside the EU', 'GB', ['FR']],
  ['names the country of a sale before the seller has set its home', null, ['FR', 'EU/EU-FR']],
  ['names the country of a sale whose seller has an unknown home', undefined, ['FR', 'EU/EU-FR']],
])('%s', (_, home, expected) => {
  const snapshot = {
    ...aSnapshot({ regime: 'GLOBAL_TAX', country: 'FR', subdivision: null }),
    ...(home !== undefined && {
      basis: {
        engineVersion: '0.1.0',
        ...(home && { settings: { homeAddress: { country: home, state: null, city: null, zip: null } } }),
      },
    }),
  };
  const { transaction, ...stored } = aStoredTransaction('c', {}, snapshot);
  const totals = reportedTotals(transaction, stored.snapshot);
  expect(totals.map(({ country, state }) => (country === 'EU' ? `EU/${state}` : country))).toEqual(expected);
  expect(new Set(totals.map(({ lines }) => lines[0]!.grossAmount)).size).toBe(1);
});
