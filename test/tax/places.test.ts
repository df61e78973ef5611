import { describe, expect, it } from 'vitest';
import { assess } from '../../src/tax/assess.ts';
import type { PlaceToAssess } from '../../src/tax/model/assessment.ts';
import { decimal } from '../../src/tax/numbers/decimal.ts';
import { aDocument, aFee, anItem, aPlace, defaultOptions, untaxedRule } from '../support/tax-builders.ts';

const anywhere = (rate: string): PlaceToAssess => ({ place: aPlace(rate), isCollecting: true });
const elsewhere = anywhere('0.0825');

describe('items of several places', () => {
  it('have the rates of their own place, and a share of the document discount', () => {
    const items = [anItem({ price: '100' }), anItem({ price: '300' }, { at: elsewhere })];
    const document = aDocument(items, { place: aPlace('0.06'), transactionLevelDiscount: decimal('40') });
    // 90 × 6 % and 270 × 8.25 %, which is 22.275.
    expect(assess(document).items.map(({ taxAmount }) => taxAmount.toString())).toEqual(['5.4', '22.28']);
  });

  it('are taxed only where the seller collects', () => {
    const items = [anItem({ price: '1' }), anItem({ price: '1' }, { at: { ...elsewhere, isCollecting: false } })];
    expect(assess(aDocument(items)).items.map(({ reason }) => reason)).toEqual(['TAXED', 'NOT_COLLECTING']);
  });

  it('are rounded together place by place: no cent of one state goes to another', () => {
    const options = { ...defaultOptions, roundingLevel: 'DOCUMENT' as const };
    const places = [undefined, anywhere('0.06'), anywhere('0.06')];
    const items = places.map((at) => anItem({ price: '0.10' }, { at }));
    // 0.6 cents at each place, which is 1 cent; all of them together would be 1.8 cents, which is 2.
    const { taxAmount } = assess(aDocument(items, { place: aPlace('0.06'), options }));
    expect(taxAmount.toString()).toBe('0.03');
  });

  it('leave the shipping fee to the goods of its own place', () => {
    const items = [anItem({ price: '5' }, { rule: untaxedRule }), anItem({ price: '5' }, { at: elsewhere })];
    const shippingFee = aFee('10', { followsGoods: 'IN_PROPORTION' });
    expect(assess(aDocument(items, { shippingFee })).shippingFee).toMatchObject({ reason: 'PRODUCT_EXEMPT' });
  });
});
