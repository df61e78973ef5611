import { describe, expect, it } from 'vitest';
import { assess } from '../../../src/tax/assess.ts';
import type { DocumentToAssess, ItemToAssess } from '../../../src/tax/model/assessment.ts';
import type { FollowsGoods } from '../../../src/tax/model/rule.ts';
import { decimal, decimalText } from '../../../src/tax/numbers/decimal.ts';
import {
  aDocument,
  aFee,
  anItem,
  aPlace,
  defaultOptions,
  taxLineTexts,
  untaxedRule,
} from '../../support/tax-builders.ts';

const place = aPlace('0.05');
const taxed = (price: string) => anItem({ price });
const untaxed = (price: string) => anItem({ price }, { rule: untaxedRule });

function feeOf(items: readonly ItemToAssess[], rest: Partial<DocumentToAssess> & { follows?: FollowsGoods } = {}) {
  const { follows = null, ...others } = rest;
  const document = aDocument(items, { place, shippingFee: aFee('10', { followsGoods: follows }), ...others });
  return assess(document).shippingFee!;
}

describe('a shipping fee that follows the goods', () => {
  it.each<[FollowsGoods, ItemToAssess[], string, string]>([
    ['ALL_OR_NOTHING', [taxed('1'), untaxed('99')], 'STATE 0.05 of 10 = 0.5 TAXED', 'one taxed item is enough'],
    ['ALL_OR_NOTHING', [untaxed('99')], 'STATE 0 of 0 = 0 exempt 10 PRODUCT_EXEMPT', 'none is'],
    ['ALL_OR_NOTHING', [], 'STATE 0.05 of 10 = 0.5 TAXED', 'goods that are not named may be taxable'],
    ['IN_PROPORTION', [taxed('60'), untaxed('40')], 'STATE 0.05 of 6 = 0.3 exempt 4 TAXED', 'six tenths'],
    ['IN_PROPORTION', [taxed('60')], 'STATE 0.05 of 10 = 0.5 TAXED', 'all of it'],
    ['IN_PROPORTION', [untaxed('40')], 'STATE 0 of 0 = 0 exempt 10 PRODUCT_EXEMPT', 'none of it'],
    [
      'IN_PROPORTION',
      [taxed('60'), untaxed('40'), taxed('-50')],
      'STATE 0.05 of 6 = 0.3 exempt 4 TAXED',
      'a return weighs nothing',
    ],
    ['IN_PROPORTION', [taxed('0')], 'STATE 0.05 of 10 = 0.5 TAXED', 'free goods that would be taxed'],
    [
      'IN_PROPORTION',
      [taxed('1'), untaxed('2')],
      'STATE 0.05 of 3.33 = 0.17 exempt 6.67 TAXED',
      'a third, not rounded before the tax',
    ],
  ])('%s of %#: %s (%s)', (follows, items, text) => {
    expect(taxLineTexts(feeOf(items, { follows }))).toEqual([text]);
  });

  it('counts an item at a manual rate as taxed', () => {
    const manual = anItem({ price: '5' }, { manualRate: decimal('0.1'), rule: untaxedRule });
    expect(feeOf([manual], { follows: 'ALL_OR_NOTHING' }).reason).toBe('TAXED');
  });

  it('weights the returned goods when the fee is refunded', () => {
    const shippingFee = aFee('-10', { followsGoods: 'IN_PROPORTION' });
    const fee = feeOf([taxed('-60'), untaxed('-40'), taxed('500')], { shippingFee });
    expect(taxLineTexts(fee)).toEqual(['STATE 0.05 of -6 = -0.3 exempt -4 TAXED']);
  });

  it('decides the treatment of the fee before it looks at the goods', () => {
    expect(feeOf([taxed('5')], { follows: 'ALL_OR_NOTHING', isCollecting: false }).reason).toBe('NOT_COLLECTING');
    const manualFee = aFee('10', { followsGoods: 'IN_PROPORTION', manualRate: decimal('0.1') });
    expect(taxLineTexts(feeOf([untaxed('5')], { shippingFee: manualFee }))).toEqual([
      'STATE 0.1 of 10 = 1 MANUAL_RATE',
    ]);
  });
});

describe('a shipping fee at the rates of the items', () => {
  const options = { ...defaultOptions, shippingTaxMethod: 'WEIGHTED_BY_ITEMS' } as const;
  const at = (price: string, rate: string) => anItem({ price, rate });

  it('is split over them by their amounts, and each part is taxed like its items', () => {
    const fee = feeOf([at('60', '0.1'), at('40', '0')], { options, place: aPlace('0.03', '0.02') });
    expect(taxLineTexts(fee)).toEqual([
      'STATE 0 of 0 = 0 exempt 4 ZERO_RATED',
      'COUNTY 0 of 0 = 0 exempt 4 ZERO_RATED',
      'STATE 0.06 of 6 = 0.36 TAXED',
      'COUNTY 0.04 of 6 = 0.24 TAXED',
    ]);
    expect([decimalText(fee.taxRate), decimalText(fee.taxAmount)]).toEqual(['0.1', '0.6']);
  });

  it('does the same with tax-inclusive prices', () => {
    // 11 of the 21 are for the first, including 1 tax.
    const shippingFee = aFee('21');
    const fee = feeOf([at('110', '0.1'), at('100', '0')], { options, shippingFee, isTaxInclusive: true });
    expect(taxLineTexts(fee)).toEqual(['STATE 0 of 0 = 0 exempt 10 ZERO_RATED', 'STATE 0.1 of 10 = 1 TAXED']);
  });

  it('is exempt when all of them are', () => {
    expect(taxLineTexts(feeOf([untaxed('5')], { options }))).toEqual([
      'STATE 0 of 0 = 0 exempt 10 PRODUCT_NOT_TAXABLE',
    ]);
  });

  it('falls back to its own code without items of a positive price', () => {
    expect(taxLineTexts(feeOf([taxed('-5')], { options }))).toEqual(['STATE 0.05 of 10 = 0.5 TAXED']);
  });

  it('keeps a manual rate of the fee', () => {
    const shippingFee = aFee('10', { manualRate: decimal('0.2') });
    expect(decimalText(feeOf([at('60', '0.1')], { options, shippingFee }).taxAmount)).toBe('2');
  });
});

describe('a transaction discount', () => {
  const document = aDocument([taxed('30')], {
    place,
    shippingFee: aFee('10'),
    transactionLevelDiscount: decimal('8'),
  });

  it('does not apply to the shipping fee', () => {
    const { items, shippingFee, finalTransactionAmount } = assess(document);
    const shares = [items[0]!.relativeTransactionDiscount, shippingFee!.relativeTransactionDiscount];
    expect(shares.map(decimalText)).toEqual(['8', '0']);
    // 22 + 10 and 5 % of both.
    expect(decimalText(finalTransactionAmount)).toBe('33.6');
  });

  it('applies to it if the tenant enables it', () => {
    const { items, shippingFee, finalTransactionAmount } = assess({
      ...document,
      options: { ...defaultOptions, discountCoversShipping: true },
    });
    const shares = [items[0]!.relativeTransactionDiscount, shippingFee!.relativeTransactionDiscount];
    expect(shares.map(decimalText)).toEqual(['6', '2']);
    expect([shippingFee!.calculatedTotal, shippingFee!.taxAmount, finalTransactionAmount].map(decimalText)).toEqual([
      '8',
      '0.4',
      '33.6',
    ]);
  });
});
