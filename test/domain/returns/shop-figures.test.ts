import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DecimalText } from '../../../src/domain/base/amount.ts';
import { shopCorrections, shopFiguresOf, shopRows } from '../../../src/domain/returns/one-stop-shop/shop-figures.ts';
import type { ShopSupply } from '../../../src/domain/returns/one-stop-shop/shop-supplies.ts';

const inCents = (amount: string) => Math.round(Number(amount) * 100);
const euros = (cents: number) => (cents / 100).toString() as DecimalText;
const total = (rows: readonly { readonly taxAmount: string }[]) =>
  rows.reduce((sum, { taxAmount }) => sum + inCents(taxAmount), 0);

const aSupply: fc.Arbitrary<ShopSupply> = fc
  .record({
    memberState: fc.constantFrom('FR', 'AT', 'PL'),
    kind: fc.constantFrom('GOODS', 'SERVICES'),
    dispatchedFrom: fc.constantFrom('DE', 'PL'),
    rate: fc.constantFrom('0.2', '0.055', '0.23'),
    base: fc.integer({ min: -100_000, max: 1_000_000 }),
    tax: fc.integer({ min: -20_000, max: 200_000 }),
  })
  .map(({ base, tax, rate, ...others }) => ({
    ...others,
    transactionId: 'one',
    suppliedOn: '2026-07-01',
    taxDate: '2026-07-01',
    currency: 'EUR',
    rate: rate as DecimalText,
    taxableAmount: euros(base),
    taxAmount: euros(tax),
  }));
const supplies = fc.array(aSupply, { maxLength: 30 });
const rowsOf = (all: readonly ShopSupply[]) => shopRows(all, () => '1' as DecimalText);
const quarter = { from: '2026-04-01', to: '2026-06-30' };

describe('the figures of the one-stop shop', () => {
  it('have the tax of their documents over all member states and rates', () => {
    fc.assert(
      fc.property(supplies, (all) => {
        expect(total(rowsOf(all))).toBe(total(all));
        expect(total(shopFiguresOf(rowsOf(all), [], 1).balances)).toBe(total(all));
      }),
    );
  });

  it('correct an earlier period by the difference from the filed figures', () => {
    fc.assert(
      fc.property(supplies, supplies, (filed, now) => {
        const corrections = shopCorrections(quarter, rowsOf(now), rowsOf(filed));
        expect(total(corrections)).toBe(total(now) - total(filed));
        expect(shopCorrections(quarter, rowsOf(now), [...rowsOf(filed), ...corrections])).toEqual([]);
      }),
    );
  });

  it('round each converted sum once, and omit amounts without a rate', () => {
    const one = (currency: string, taxAmount: string): ShopSupply => ({
      transactionId: currency,
      suppliedOn: '2026-07-01',
      taxDate: '2026-07-01',
      memberState: 'FR',
      kind: 'GOODS',
      dispatchedFrom: 'DE',
      currency,
      rate: '0.2' as DecimalText,
      taxableAmount: '1' as DecimalText,
      taxAmount: taxAmount as DecimalText,
    });
    const rates: Record<string, DecimalText | undefined> = { EUR: '1' as DecimalText, USD: '0.333' as DecimalText };
    // 0.10 + 2 x 0.01 x 0.333 = 0.10666, rounded once; rounded each time, the two would vanish.
    const rows = shopRows([one('EUR', '0.1'), one('USD', '0.01'), one('USD', '0.01'), one('SEK', '9')], (currency) => {
      return rates[currency] ?? null;
    });
    expect(rows).toMatchObject([{ taxAmount: '0.11', taxableAmount: '1.67' }]);
  });
});
