import { describe, expect, it } from 'vitest';
import { assess } from '../../../src/tax/assess.ts';
import { decimal, decimalText } from '../../../src/tax/numbers/decimal.ts';
import { aDocument, aFee, anItem, aRuleOf, untaxedRule } from '../../support/tax-builders.ts';

const at = (price: string, rate: string) => anItem({ price, rate });

describe('the rate of a document', () => {
  it.each([
    [aDocument([at('10', '0.05'), at('99', '0.05')]), '0.05', 'the rate that all lines share'],
    [aDocument([at('10', '0.05'), at('99', '0')]), '0.05', 'that all taxed lines share'],
    [aDocument([at('100', '0.05'), at('100', '0.1')]), '0.075', '15 on 200'],
    [aDocument([at('10', '0.05'), at('20', '0.1')]), '0.083333', '2.50 on 30, to six places'],
    [
      aDocument([at('10', '0.05'), at('20', '0.1'), anItem({ price: '70' }, { rule: untaxedRule })]),
      '0.083333',
      'what is not taxed does not count',
    ],
    [
      aDocument([at('10', '0.05')], { shippingFee: aFee('30', { rateOfFee: '0.1' }) }),
      '0.0875',
      '3.50 on 40, shipping included',
    ],
    [aDocument([at('105', '0.05'), at('110', '0.1')], { isTaxInclusive: true }), '0.075', '15 on a net of 200'],
    [aDocument([at('-100', '0.05'), at('-100', '0.1')]), '0.075', 'on returns too'],
    [aDocument([at('100', '0.05'), at('-100', '0.1')]), '0', 'no base to divide by'],
    [aDocument([at('100', '0')]), '0', 'nothing taxed'],
    [aDocument([]), '0', 'nothing at all'],
    [
      aDocument([anItem({ price: '10' }, { rule: aRuleOf({ kind: 'fixed', amountPerUnit: decimal('0.5') }) })]),
      '0.1',
      'an amount per piece: 0.50 for each of two jurisdictions',
    ],
  ])('%#: %s (%s)', (document, rate) => {
    expect(decimalText(assess(document).taxRate)).toBe(rate);
  });
});

describe('the sums of a document', () => {
  it('keeps line discounts apart from the transaction discount, and shipping apart from the items', () => {
    const items = [anItem({ price: '50', discount: '5' }), anItem({ price: '20', discount: '1' })];
    const rest = { transactionLevelDiscount: decimal('4'), shippingFee: aFee('7') };
    const { totalItemsAmount, totalDiscount, taxAmount, finalTransactionAmount } = assess(aDocument(items, rest));
    // 45 + 19 - 4 + 7 = 67; 6 % of 42.19, 17.81 and 7 is 2.53, 1.07 and 0.42.
    const figures = [totalItemsAmount, totalDiscount, taxAmount, finalTransactionAmount];
    expect(figures.map(decimalText)).toEqual(['70', '6', '4.02', '71.02']);
  });

  it('passes on the notices of the items', () => {
    const { notices } = assess(aDocument([anItem({ price: '1' }), anItem({ price: '1', total: '5' })]));
    expect(notices.map(({ pointer }) => pointer)).toEqual(['/items/1/totalPrice']);
  });
});
