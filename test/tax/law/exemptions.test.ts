import { describe, expect, it } from 'vitest';
import { assess } from '../../../src/tax/assess.ts';
import type { Certificate, DocumentToAssess } from '../../../src/tax/model/assessment.ts';
import { type Decimal, decimal, decimalText } from '../../../src/tax/numbers/decimal.ts';
import {
  aCertificate,
  aDocument,
  aFee,
  anItem,
  aPlace,
  aRule,
  aRuleOf,
  aTerm,
  defaultOptions,
  taxLineTexts,
  untaxedRule,
} from '../../support/tax-builders.ts';

const place = aPlace('0.0625', '0.01');

function partly(exemptShare: Decimal | null, reducedRate: Decimal | null): Certificate {
  return aCertificate({ relief: { kind: 'partial', exemptShare, reducedRate } });
}

function lineWith(certificate: Certificate, rest: Partial<DocumentToAssess> = {}) {
  return assess(aDocument([anItem({ price: '100' })], { place, certificates: [certificate], ...rest })).items[0]!;
}

describe('a partial exemption', () => {
  it('exempts a share of the basis', () => {
    const line = lineWith(partly(decimal('0.4'), null));
    expect(taxLineTexts(line)).toEqual([
      'STATE 0.0625 of 60 = 3.75 exempt 40 CUSTOMER_PARTLY_EXEMPT',
      'COUNTY 0.01 of 60 = 0.6 exempt 40 CUSTOMER_PARTLY_EXEMPT',
    ]);
    expect([line.taxAmount, line.taxableAmount, line.taxRate].map(decimalText)).toEqual(['4.35', '60', '0.0725']);
    expect([line.reason, line.taxLines[1]!.certificateId]).toEqual(['CUSTOMER_PARTLY_EXEMPT', 'certificate']);
  });

  it('lowers the combined rate, in proportion', () => {
    // 3.00 split as 0.0625 to 0.01 is 2.586 and 0.414.
    const line = lineWith(partly(null, decimal('0.03')));
    expect(taxLineTexts(line)).toEqual([
      'STATE 0.02586207 of 100 = 2.59 CUSTOMER_PARTLY_EXEMPT',
      'COUNTY 0.00413793 of 100 = 0.41 CUSTOMER_PARTLY_EXEMPT',
    ]);
    expect([line.taxAmount, line.taxRate].map(decimalText)).toEqual(['3', '0.03']);
  });

  it.each<[string | null, string | null, string, string, string]>([
    [null, '0.08', '7.25', 'TAXED', 'a reduced rate above the rate changes nothing'],
    [null, '0.0725', '7.25', 'TAXED', 'nor does an equal one'],
    ['0', null, '7.25', 'TAXED', 'nor a share of nothing'],
    ['0.1', '0.03', '3', 'CUSTOMER_PARTLY_EXEMPT', 'the reduced rate leaves less'],
    ['0.9', '0.03', '0.73', 'CUSTOMER_PARTLY_EXEMPT', 'the share leaves less; 0.725 is a tie'],
    ['1', null, '0', 'CUSTOMER_PARTLY_EXEMPT', 'all of it'],
    [null, '0', '0', 'CUSTOMER_PARTLY_EXEMPT', 'a rate of nothing'],
  ])('with share %s and reduced rate %s leaves %s: %s (%s)', (share, rate, tax, reason) => {
    const line = lineWith(partly(share === null ? null : decimal(share), rate === null ? null : decimal(rate)));
    expect([decimalText(line.taxAmount), line.reason]).toEqual([tax, reason]);
  });

  it('comes after the threshold of a rule, not before it', () => {
    // A piece of 200 exceeds 175 by 25; half of that is taxed.
    const rule = aRuleOf({ kind: 'general' }, { kind: 'excess-above', amount: decimal('175') });
    const document = aDocument([anItem({ price: '200' }, { rule })], {
      place: aPlace('0.06'),
      certificates: [partly(decimal('0.5'), null)],
    });
    expect(taxLineTexts(assess(document).items[0]!)).toEqual([
      'STATE 0.06 of 12.5 = 0.75 exempt 187.5 CUSTOMER_PARTLY_EXEMPT',
    ]);
  });

  it('lowers rates, not amounts per piece', () => {
    // 6 % on half of 8.00, and 0.10 on each of four bags.
    const bags = aTerm({ levels: ['COUNTY'], rate: { kind: 'fixed', amountPerUnit: decimal('0.10') } });
    const rule = aRule({ terms: [aTerm({ levels: ['STATE'] }), bags] });
    const document = aDocument([anItem({ price: '2', quantity: '4' }, { rule })], {
      place: aPlace('0.06', '0.01'),
      certificates: [partly(decimal('0.5'), null)],
    });
    expect(assess(document).items[0]!.taxLines.map(({ taxAmount }) => decimalText(taxAmount))).toEqual(['0.24', '0.4']);
  });

  it('is solved for if prices include tax', () => {
    // 5 % on half of 200 is 5.
    const line = assess(
      aDocument([anItem({ price: '205' })], {
        isTaxInclusive: true,
        place: aPlace('0.05'),
        certificates: [partly(decimal('0.5'), null)],
      }),
    ).items[0]!;
    expect([line.netAmount, line.taxAmount].map(decimalText)).toEqual(['200', '5']);
  });

  it('does not affect a manual rate or untaxed goods', () => {
    const items = [
      anItem({ price: '100' }, { manualRate: decimal('0.1') }),
      anItem({ price: '100' }, { rule: untaxedRule }),
    ];
    const lines = assess(aDocument(items, { place, certificates: [partly(decimal('0.5'), null)] })).items;
    expect(lines.map(({ taxAmount, reason }) => [decimalText(taxAmount), reason])).toEqual([
      ['10', 'MANUAL_RATE'],
      ['0', 'PRODUCT_NOT_TAXABLE'],
    ]);
  });

  it('counts once where several cover a line: the first', () => {
    const certificates = [partly(decimal('0.5'), null), partly(decimal('0.9'), null)];
    const [line] = assess(aDocument([anItem({ price: '100' })], { place: aPlace('0.06'), certificates })).items;
    expect(decimalText(line!.taxAmount)).toBe('3');
  });
});

describe('an exempt buyer of prices that include tax', () => {
  const document = aDocument([anItem({ price: '106' })], {
    isTaxInclusive: true,
    certificates: [aCertificate()],
    place: aPlace('0.05', '0.01'),
    shippingFee: aFee('10.60', { followsGoods: 'ALL_OR_NOTHING' }),
    options: { ...defaultOptions, exemptInclusivePrice: 'STRIP' },
  });

  it('pays the price without the tax of goods and shipping', () => {
    const { items, shippingFee, finalTransactionAmount } = assess(document);
    const figures = [
      items[0]!.totalPrice,
      items[0]!.calculatedTotal,
      shippingFee!.calculatedTotal,
      finalTransactionAmount,
    ];
    expect(figures.map(decimalText)).toEqual(['106', '100', '10', '110']);
    expect([items[0]!.reason, shippingFee!.reason]).toEqual(['CUSTOMER_EXEMPT', 'CUSTOMER_EXEMPT']);
  });

  it.each<[Partial<DocumentToAssess>, string]>([
    [{ certificates: [], customerType: 'RETAIL_EXEMPT' }, '110'],
    [{ certificates: [], customerType: 'MARKETPLACE' }, '116.6'],
    [{ isCollecting: false }, '116.6'],
    [{ isTaxInclusive: false }, '116.6'],
    [{ options: defaultOptions }, '116.6'],
  ])('with %j pays %s', (rest, total) => {
    expect(decimalText(assess({ ...document, ...rest }).finalTransactionAmount)).toBe(total);
  });
});
