import { describe, expect, it } from 'vitest';
import { documentIssues, itemIssues } from '../../src/tax/document-issues.ts';
import { decimal } from '../../src/tax/numbers/decimal.ts';
import { aDocument, aFee, anItem, defaultOptions } from '../support/tax-builders.ts';

const off = (amount: string) => ({ transactionLevelDiscount: decimal(amount) });
const good = anItem({ price: '10' });

describe('documentIssues', () => {
  it.each([
    [aDocument([anItem({})]), '/items/0/unitPrice', 'PRICE_MISSING'],
    [aDocument([good, anItem({ price: '5', discount: '5.01' })]), '/items/1/discount', 'DISCOUNT_TOO_LARGE'],
    [aDocument([anItem({ price: '-5', discount: '1' })]), '/items/0/discount', 'DISCOUNT_ON_NEGATIVE_LINE'],
    [aDocument([anItem({ price: '5', discount: '-0.001' })]), '/items/0/discount', 'DISCOUNT_NEGATIVE'],
    [aDocument([anItem({ price: '-5' })], off('1')), '/transactionLevelDiscount', 'DISCOUNT_WITHOUT_GOODS'],
    [
      aDocument([anItem({ price: '5', discount: '5' })], off('1')),
      '/transactionLevelDiscount',
      'DISCOUNT_WITHOUT_GOODS',
    ],
    [aDocument([], off('1')), '/transactionLevelDiscount', 'DISCOUNT_WITHOUT_GOODS'],
    [aDocument([good], { ...off('-1') }), '/transactionLevelDiscount', 'DISCOUNT_NEGATIVE'],
    [aDocument([], { ...off('1'), shippingFee: aFee('5') }), '/transactionLevelDiscount', 'DISCOUNT_WITHOUT_GOODS'],
    [aDocument([anItem({ price: '1000000000000.01' })]), '/items/0/unitPrice', 'LINE_TOO_LARGE'],
    [aDocument([anItem({ total: '-1000000000000.01' })]), '/items/0/totalPrice', 'LINE_TOO_LARGE'],
    [aDocument([anItem({ price: '1000000', quantity: '1000001' })]), '/items/0/unitPrice', 'LINE_TOO_LARGE'],
    [aDocument([good], { shippingFee: aFee('1000000000001') }), '/shippingFee/totalPrice', 'LINE_TOO_LARGE'],
  ])('finds one issue: %#', (document, pointer, code) => {
    expect(documentIssues(document)).toEqual([{ pointer, code, message: expect.stringMatching(/\.$/) }]);
  });

  it('adds up the magnitudes of the lines', () => {
    const ten = Array.from({ length: 10 }, (_, index) =>
      anItem({ price: index % 2 ? '1000000000000' : '-1000000000000' }),
    );
    expect(documentIssues(aDocument(ten))).toEqual([]);
    const codes = documentIssues(aDocument([...ten, anItem({ price: '0.01' })])).map(({ code }) => code);
    expect(codes).toEqual(['DOCUMENT_TOO_LARGE']);
  });

  it('finds all issues, in the order of the document', () => {
    const document = aDocument(
      [anItem({}), anItem({ price: '1', discount: '2' }), anItem({ price: '-1', discount: '1' })],
      off('3'),
    );
    expect(documentIssues(document).map(({ pointer }) => pointer)).toEqual([
      '/items/0/unitPrice',
      '/items/1/discount',
      '/items/2/discount',
      '/transactionLevelDiscount',
    ]);
  });

  it.each([
    [aDocument([])],
    [aDocument([good], off('0'))],
    [aDocument([good, anItem({ price: '-20' })], off('99'))],
    [aDocument([anItem({ price: '5', discount: '5' })])],
    [aDocument([anItem({ price: '-5', discount: '0' })])],
    [aDocument([anItem({ price: '0' })])],
    [aDocument([anItem({ price: '1000000000000' })])],
    [
      aDocument([], {
        ...off('1'),
        shippingFee: aFee('5'),
        options: { ...defaultOptions, discountCoversShipping: true },
      }),
    ],
  ])('lets a sound document pass: %#', (document) => {
    expect(documentIssues(document)).toEqual([]);
  });
});

describe('itemIssues', () => {
  it('points at the item', () => {
    expect(itemIssues(anItem({}), 2, '/items/7')).toMatchObject([{ pointer: '/items/7/unitPrice' }]);
  });
});
