import { describe, expect, it } from 'vitest';
import { assess } from '../../../src/tax/assess.ts';
import type { BasisRule, TaxRule } from '../../../src/tax/model/rule.ts';
import { decimal, decimalText } from '../../../src/tax/numbers/decimal.ts';
import {
  aDocument,
  anItem,
  aPlace,
  aRule,
  aRuleOf,
  aTerm,
  type ItemFigures,
  taxLineTexts,
} from '../../support/tax-builders.ts';

function insidePrice(rule: TaxRule, figures: ItemFigures, ...rates: string[]) {
  const document = aDocument([anItem(figures, { rule })], { isTaxInclusive: true, place: aPlace(...rates) });
  const line = assess(document).items[0]!;
  return { net: decimalText(line.netAmount), tax: decimalText(line.taxAmount), texts: taxLineTexts(line) };
}

const general = { kind: 'general' } as const;
const atTenPercent = (basis: BasisRule, price: string, quantity = '1') =>
  insidePrice(aRuleOf(general, basis), { price, quantity }, '0.10');

describe('the tax inside a price', () => {
  it('applies the sum of several rates once', () => {
    // 108.25 / 1.0825 = 100.
    const texts = ['STATE 0.0625 of 100 = 6.25 TAXED', 'COUNTY 0.02 of 100 = 2 TAXED'];
    expect(insidePrice(aRuleOf(general), { price: '108.25' }, '0.0625', '0.02')).toEqual({
      net: '100',
      tax: '8.25',
      texts,
    });
  });

  it('is found where jurisdictions tax different parts of the net', () => {
    // 6000 + 6 % of 6000 + 1 % of 5000 = 6410.
    const terms = [
      aTerm({ levels: ['STATE'] }),
      aTerm({ levels: ['COUNTY'], basis: { kind: 'up-to', amount: decimal('5000') } }),
    ];
    expect(insidePrice(aRule({ terms }), { price: '6410' }, '0.06', '0.01')).toEqual({
      net: '6000',
      tax: '410',
      texts: ['STATE 0.06 of 6000 = 360 TAXED', 'COUNTY 0.01 of 5000 = 50 exempt 1000 CAP_REACHED'],
    });
  });

  it('is found where only a share is taxed', () => {
    const rule = aRuleOf(general, { kind: 'share', share: decimal('0.8') });
    // 100 + 6.25 % of 80 = 105.
    const texts = ['STATE 0.0625 of 80 = 5 exempt 20 TAXED'];
    expect(insidePrice(rule, { price: '105' }, '0.0625')).toEqual({ net: '100', tax: '5', texts });
  });

  it.each([
    ['175', '1', '175', '0', 'at the limit there is none'],
    ['197', '1', '195', '2', 'a tenth of the 20 above it'],
    ['197', '2', '390', '4', 'two pieces'],
    ['-197', '1', '-195', '-2', 'a return'],
  ])('is a tenth of what the net of a piece exceeds 175 by: %s x %s', (price, quantity, net, tax) => {
    const basis = { kind: 'excess-above', amount: decimal('175') } as const;
    expect(atTenPercent(basis, price, quantity)).toMatchObject({ net, tax });
  });

  it.each([
    ['1600', '1600', '0', 'below both limits'],
    ['1710', '1700', '10', 'between them'],
    ['3360', '3200', '160', 'at the upper'],
    ['5160', '5000', '160', 'above both'],
  ])('is a tenth of what lies between 1,600 and 3,200: %s (net %s, tax %s, %s)', (price, net, tax) => {
    const basis = { kind: 'between', fromAmount: decimal('1600'), toAmount: decimal('3200'), source: 'A law' } as const;
    expect(atTenPercent(basis, price)).toMatchObject({ net, tax });
  });

  it.each([
    ['109.99', '109.99', '0', 'below the limit the price holds no tax'],
    ['110', '100', '10', 'at the limit it does, though the net then is below it'],
    ['120.99', '109.99', '11', 'up to the limit with its tax'],
    ['121', '110', '11', 'and from there on as usual'],
  ])('treats %s where a piece below 110 is free as net %s and tax %s (%s)', (price, net, tax) => {
    expect(atTenPercent({ kind: 'exempt-below', amount: decimal('110') }, price)).toMatchObject({ net, tax });
  });

  it('takes amounts per piece out of the price, and never more than the price', () => {
    const rule = aRuleOf({ kind: 'fixed', amountPerUnit: decimal('0.50') });
    const fixed = (price: string) => insidePrice(rule, { price, quantity: '2' }, '0.10');
    expect(fixed('10')).toMatchObject({ net: '19', tax: '1' });
    expect(fixed('0.40')).toMatchObject({ net: '0', tax: '0.8' });
  });

  it('measures a holiday cap without the tax that the holiday leaves in the price', () => {
    const rule = aRule({
      treatment: 'HOLIDAY',
      terms: [aTerm({ levels: ['COUNTY'] })],
      aboveCap: { capAmount: decimal('100'), isCapIncluded: true, rule: aRuleOf(general) },
    });
    // 101 includes 1 % on 100, which is within the cap; 107 includes 6 % and 1 % on 100.
    expect(insidePrice(rule, { price: '101' }, '0.06', '0.01')).toMatchObject({ net: '100', tax: '1' });
    expect(insidePrice(rule, { price: '107' }, '0.06', '0.01')).toMatchObject({ net: '100', tax: '7' });
  });

  it.each([
    ['100', '100', '0', 'at the limit nothing is above it'],
    ['100.30', '99.8', '0.5', 'a price within the jump is taxed, though its net then is at the limit or below'],
    ['110.50', '110', '0.5', 'and from there on as usual'],
  ])('charges an amount on pieces above 100 inside %s: net %s, tax %s (%s)', (price, net, tax) => {
    const rule = aRuleOf(
      { kind: 'fixed', amountPerUnit: decimal('0.50') },
      { kind: 'excess-above', amount: decimal('100') },
    );
    expect(insidePrice(rule, { price }, '0.10')).toMatchObject({ net, tax });
  });

  it('gives no tax to a jurisdiction whose limit the net amount falls back below', () => {
    // The state exempts pieces below 110, and the county taxes the part above 109. 110.02 reaches 110 with the county's
    // cent, and net + 10 % of net + 1 % of (net - 109) = 110.02 is solved by 111.11 / 1.11 = 100.099.
    const terms = [
      aTerm({ levels: ['STATE'], basis: { kind: 'exempt-below', amount: decimal('110') } }),
      aTerm({ levels: ['COUNTY'], basis: { kind: 'excess-above', amount: decimal('109') } }),
    ];
    expect(insidePrice(aRule({ terms }), { price: '110.02' }, '0.10', '0.01')).toEqual({
      net: '100.1',
      tax: '9.92',
      texts: ['STATE 0.1 of 100.1 = 9.92 ABOVE_THRESHOLD', 'COUNTY 0.01 of 0 = 0 exempt 100.1 ABOVE_THRESHOLD'],
    });
  });
});
