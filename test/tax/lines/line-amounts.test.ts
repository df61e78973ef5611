import { describe, expect, it } from 'vitest';
import {
  discountCapNotices,
  lineAmounts,
  linePrice,
  shareDiscount,
  totalPriceNotice,
} from '../../../src/tax/lines/line-amounts.ts';
import { anItem, type ItemFigures } from '../../support/tax-builders.ts';

describe('linePrice', () => {
  it.each<[ItemFigures, bigint, bigint, bigint, string]>([
    [{ price: '24.50', quantity: '3' }, 7350n, 0n, 7350n, 'price times quantity'],
    [{ price: '3.289', quantity: '12.475' }, 4103n, 0n, 4103n, '41.030275 is rounded'],
    [{ price: '16.6666667', quantity: '3' }, 5000n, 0n, 5000n, 'a net price of many places'],
    [{ price: '0.005', quantity: '1' }, 1n, 0n, 1n, 'half a cent'],
    [{ price: '-0.005', quantity: '1' }, -1n, 0n, -1n, 'half a cent refunded'],
    [{ total: '10.005' }, 1001n, 0n, 1001n, 'a total alone, rounded'],
    [{ price: '3.33', quantity: '3', total: '10' }, 1000n, 0n, 1000n, 'a total beside the price wins'],
    [{ price: '64.95', quantity: '2', discount: '13' }, 12990n, 1300n, 11690n, 'a discount'],
    [{ price: '10', discount: '10' }, 1000n, 1000n, 0n, 'all of it off'],
    [{ price: '10', discount: '0.005' }, 1000n, 1n, 999n, 'the discount is rounded too'],
    [{ price: '-10', discount: '0.004' }, -1000n, 0n, -1000n, 'a discount that rounds to zero'],
  ])('%j makes %s less %s: %s (%s)', (figures, total, discount, net) => {
    expect(linePrice(anItem(figures), 2)).toEqual({ total, discount, net });
  });

  it.each([
    [anItem({}), 'no price at all'],
    [anItem({ price: '5', discount: '5.01' }), 'a discount above the line'],
    [anItem({ price: '5', discount: '-1' }), 'a negative discount'],
    [anItem({ price: '-5', discount: '1' }), 'a discount on a negative line'],
  ])('refuses what its caller should have refused: %#', (item) => {
    expect(() => linePrice(item, 2)).toThrow(RangeError);
  });
});

describe('shareDiscount', () => {
  it.each([
    [1100n, [7000n, 3000n, -2500n], [770n, 330n, 0n], 'a line below zero gets none'],
    [2500n, [800n, 1200n], [800n, 1200n], 'it is capped at the sum of the lines'],
    [1234n, [5000n, 2550n, 2449n], [617n, 315n, 302n], 'an untaxed line gets its share'],
    [0n, [100n], [0n], 'no discount'],
    [500n, [-100n, 0n], [0n, 0n], 'no line above zero'],
  ])('shares %s over %s: %s (%s)', (discount, nets, shares) => {
    expect(shareDiscount(discount, nets)).toEqual(shares);
  });

  it('refuses a negative discount', () => {
    expect(() => shareDiscount(-1n, [100n])).toThrow(RangeError);
  });
});

describe('discountCapNotices', () => {
  it.each<[bigint, bigint[], string | null]>([
    [2500n, [800n, 1200n], 'discount of 25.00 exceeds the lines that share it, which add up to 20.00.'],
    [2000n, [800n, 1200n], null],
    [0n, [0n], null],
  ])('%s over %s', (sent, shares, message) => {
    const expected = message ? [{ code: 'DISCOUNT_CAPPED', message: expect.stringContaining(message) }] : [];
    expect(discountCapNotices(sent, shares, 2)).toMatchObject(expected);
  });
});

describe('lineAmounts', () => {
  it('subtracts the share of the transaction discount from the net', () => {
    expect(lineAmounts({ total: 500n, discount: 100n, net: 400n }, 30n)).toEqual({
      total: 500n,
      discount: 100n,
      discountShare: 30n,
      base: 370n,
    });
  });
});

describe('totalPriceNotice', () => {
  it.each<[string, string, string, string | null, string]>([
    ['3.33', '3', '10.00', null, 'a cent in three pieces'],
    ['3.33', '3', '10.02', null, 'exactly a cent a piece'],
    ['3.33', '3', '10.03', 'is 10.03, but unitPrice times quantity is 9.99', 'more than a cent a piece'],
    ['12.34', '0.1', '1.23', null, 'the rounded product'],
    ['12.34', '0.1', '1.24', 'is 1.24, but unitPrice times quantity is 1.234', 'more than a tenth of a cent'],
    ['-3.33', '3', '-10.03', 'is -10.03, but unitPrice times quantity is -9.99', 'on a returned line'],
  ])('%s x %s sent as %s: %s (%s)', (price, quantity, total, message) => {
    const notice = totalPriceNotice(anItem({ price, quantity, total }), 2, 4);
    if (message === null) expect(notice).toBeNull();
    else {
      expect(notice).toMatchObject({ code: 'TOTAL_PRICE_DIFFERS', pointer: '/items/4/totalPrice' });
      expect(notice?.message).toContain(message);
    }
  });

  it('compares nothing if one of them is missing', () => {
    expect(totalPriceNotice(anItem({ total: '10' }), 2, 0)).toBeNull();
    expect(totalPriceNotice(anItem({ price: '10' }), 2, 0)).toBeNull();
  });
});
