import { describe, expect, it } from 'vitest';
import { assess } from '../../../src/tax/assess.ts';
import type { AssessedLine } from '../../../src/tax/model/assessment.ts';
import type { TaxRule } from '../../../src/tax/model/rule.ts';
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

/** One line at a place of a state and a county. */
function lineOf(rule: TaxRule, figures: ItemFigures, place = aPlace('0.0625', '0.01')): AssessedLine {
  return assess(aDocument([anItem(figures, { rule })], { place })).items[0]!;
}

const general = { kind: 'general' } as const;

describe('rates of a rule', () => {
  it('applies the general rates of the place', () => {
    const line = lineOf(aRuleOf(general), { price: '100' });
    expect(taxLineTexts(line)).toEqual(['STATE 0.0625 of 100 = 6.25 TAXED', 'COUNTY 0.01 of 100 = 1 TAXED']);
    expect([line.taxRate, line.taxAmount, line.taxableAmount].map(decimalText)).toEqual(['0.0725', '7.25', '100']);
    expect(line.reason).toBe('TAXED');
  });

  it('replaces a rate by a percentage', () => {
    const state = aTerm({ levels: ['STATE'], rate: { kind: 'percentage', rate: decimal('0.02') } });
    const line = lineOf(aRule({ treatment: 'REDUCED', terms: [state, aTerm({ levels: ['COUNTY'] })] }), {
      price: '100',
    });
    expect(taxLineTexts(line)).toEqual(['STATE 0.02 of 100 = 2 REDUCED_RATE', 'COUNTY 0.01 of 100 = 1 TAXED']);
    expect([decimalText(line.taxRate), line.reason]).toEqual(['0.03', 'REDUCED_RATE']);
  });

  it('calls a percentage of zero zero-rated', () => {
    const line = lineOf(aRuleOf({ kind: 'percentage', rate: decimal('0') }), { price: '100' }, aPlace('0.0625'));
    expect(taxLineTexts(line)).toEqual(['STATE 0 of 0 = 0 exempt 100 ZERO_RATED']);
    expect([decimalText(line.taxableAmount), line.reason]).toEqual(['0', 'ZERO_RATED']);
  });

  it('splits a combined rate in proportion to the general rates', () => {
    // 3 % of 50.00 is 1.50. The exact shares are 1.1926 and 0.3074, and the missing cent goes to the county.
    const line = lineOf(
      aRuleOf({ kind: 'together', rate: decimal('0.03') }),
      { price: '50' },
      aPlace('0.0485', '0.0125'),
    );
    expect(taxLineTexts(line)).toEqual([
      'STATE 0.02385246 of 50 = 1.19 REDUCED_RATE',
      'COUNTY 0.00614754 of 50 = 0.31 REDUCED_RATE',
    ]);
    expect([line.taxRate, line.taxAmount].map(decimalText)).toEqual(['0.03', '1.5']);
  });

  it('gives a combined rate to the first jurisdiction if none has a rate', () => {
    const line = lineOf(aRuleOf({ kind: 'together', rate: decimal('0.03') }), { price: '50' }, aPlace('0', '0'));
    expect(taxLineTexts(line)).toEqual(['STATE 0.03 of 50 = 1.5 TAXED', 'COUNTY 0 of 0 = 0 exempt 50 NO_TAX_THERE']);
  });

  it('charges an amount per piece', () => {
    const rule = aRuleOf({ kind: 'fixed', amountPerUnit: decimal('0.05') });
    const line = lineOf(rule, { price: '10', quantity: '3' }, aPlace('0.0625'));
    expect(taxLineTexts(line)).toEqual(['STATE 0 of 30 = 0.15 TAXED']);
    const free = lineOf(rule, { price: '10', quantity: '3', discount: '30' }, aPlace('0.0625'));
    expect(decimalText(free.taxAmount)).toBe('0');
  });

  it('adds an amount per piece to a percentage', () => {
    const bags = aTerm({ levels: ['CITY'], rate: { kind: 'fixed', amountPerUnit: decimal('0.10') } });
    const rule = aRule({ terms: [aTerm({ levels: ['STATE', 'COUNTY'] }), bags] });
    const line = lineOf(rule, { price: '2', quantity: '4' }, aPlace('0.06', '0.01', '0.02'));
    expect(taxLineTexts(line)).toEqual([
      'STATE 0.06 of 8 = 0.48 TAXED',
      'COUNTY 0.01 of 8 = 0.08 TAXED',
      'CITY 0 of 8 = 0.4 TAXED',
    ]);
  });

  it.each<[TaxRule['treatment'], string]>([
    ['TAXABLE', 'PRODUCT_EXEMPT'],
    ['REDUCED', 'PRODUCT_EXEMPT'],
    ['EXEMPT', 'PRODUCT_EXEMPT'],
    ['NOT_TAXABLE', 'PRODUCT_NOT_TAXABLE'],
    ['ZERO_RATED', 'ZERO_RATED'],
    ['HOLIDAY', 'HOLIDAY'],
  ])('gives the reason of a jurisdiction without tax on %s goods: %s', (treatment, reason) => {
    const none = aTerm({ levels: ['STATE'], rate: { kind: 'none' } });
    const line = lineOf(aRule({ treatment, terms: [none, aTerm({ levels: ['CITY'] })] }), { price: '100' });
    expect(taxLineTexts(line)).toEqual([
      `STATE 0 of 0 = 0 exempt 100 ${reason}`,
      `COUNTY 0 of 0 = 0 exempt 100 ${reason}`,
    ]);
    expect(line.reason).toBe(reason);
  });

  it('taxes in the county what only the state exempts', () => {
    const line = lineOf(aRule({ treatment: 'EXEMPT', terms: [aTerm({ levels: ['COUNTY'] })] }), { price: '100' });
    expect(taxLineTexts(line)).toEqual(['STATE 0 of 0 = 0 exempt 100 PRODUCT_EXEMPT', 'COUNTY 0.01 of 100 = 1 TAXED']);
    expect([line.reason, decimalText(line.taxRate)]).toEqual(['TAXED', '0.01']);
  });

  it('covers only the jurisdictions that a term names', () => {
    const terms = [aTerm({ levels: ['STATE'] }), aTerm({ levels: ['DISTRICT'], jurisdictionIds: ['DISTRICT-2'] })];
    const line = lineOf(aRule({ terms }), { price: '100' }, aPlace('0.06', '0.01', '0.01', '0.005', '0.0025'));
    expect(taxLineTexts(line)).toEqual([
      'STATE 0.06 of 100 = 6 TAXED',
      'COUNTY 0 of 0 = 0 exempt 100 PRODUCT_EXEMPT',
      'CITY 0 of 0 = 0 exempt 100 PRODUCT_EXEMPT',
      'DISTRICT-1 0 of 0 = 0 exempt 100 PRODUCT_EXEMPT',
      'DISTRICT-2 0.0025 of 100 = 0.25 TAXED',
    ]);
  });

  it('says that a jurisdiction without a rate has no tax', () => {
    const line = lineOf(aRuleOf(general), { price: '100' }, aPlace('0', '0.05'));
    expect(taxLineTexts(line)).toEqual(['STATE 0 of 0 = 0 exempt 100 NO_TAX_THERE', 'COUNTY 0.05 of 100 = 5 TAXED']);
    expect(line.reason).toBe('TAXED');
  });

  it('gives no tax lines where there is no jurisdiction', () => {
    const line = lineOf(aRuleOf(general), { price: '100' }, aPlace());
    expect([line.taxLines, decimalText(line.taxAmount), line.reason]).toEqual([[], '0', 'NO_TAX_THERE']);
  });
});

describe('bases of a rule', () => {
  const state = aPlace('0.0625');

  it('taxes a share of the price', () => {
    // 80 % of 10.01 is 8.008; 0.5005 is due on it.
    const line = lineOf(aRuleOf(general, { kind: 'share', share: decimal('0.8') }), { price: '10.01' }, state);
    expect(taxLineTexts(line)).toEqual(['STATE 0.0625 of 8.01 = 0.5 exempt 2 TAXED']);
  });

  it.each<[string, ItemFigures, string]>([
    ['just below', { price: '109.99' }, 'STATE 0 of 0 = 0 exempt 109.99 BELOW_THRESHOLD'],
    ['at the limit, taxed whole', { price: '110' }, 'STATE 0.0625 of 110 = 6.88 ABOVE_THRESHOLD'],
    ['two pieces below it', { price: '60', quantity: '2' }, 'STATE 0 of 0 = 0 exempt 120 BELOW_THRESHOLD'],
    [
      'brought below it by a discount',
      { price: '110', discount: '0.01' },
      'STATE 0 of 0 = 0 exempt 109.99 BELOW_THRESHOLD',
    ],
    [
      'a piece of a third of a cent below',
      { total: '329.99', quantity: '3' },
      'STATE 0 of 0 = 0 exempt 329.99 BELOW_THRESHOLD',
    ],
    ['a return', { price: '-110' }, 'STATE 0.0625 of -110 = -6.88 ABOVE_THRESHOLD'],
    ['half a piece', { total: '55', quantity: '0.5' }, 'STATE 0.0625 of 55 = 3.44 ABOVE_THRESHOLD'],
  ])('frees a piece below 110: %s', (_name, figures, text) => {
    const rule = aRuleOf(general, { kind: 'exempt-below', amount: decimal('110') });
    expect(taxLineTexts(lineOf(rule, figures, state))).toEqual([text]);
  });

  it.each<[string, ItemFigures, string]>([
    ['at the limit', { price: '175' }, 'STATE 0 of 0 = 0 exempt 175 BELOW_THRESHOLD'],
    ['above it', { price: '200' }, 'STATE 0.0625 of 25 = 1.56 exempt 175 ABOVE_THRESHOLD'],
    ['a return', { price: '-200' }, 'STATE 0.0625 of -25 = -1.56 exempt -175 ABOVE_THRESHOLD'],
    ['three pieces', { price: '180', quantity: '3' }, 'STATE 0.0625 of 15 = 0.94 exempt 525 ABOVE_THRESHOLD'],
  ])('taxes what a piece costs above 175: %s', (_name, figures, text) => {
    const rule = aRuleOf(general, { kind: 'excess-above', amount: decimal('175') });
    expect(taxLineTexts(lineOf(rule, figures, state))).toEqual([text]);
  });

  it.each<[string, ItemFigures, string]>([
    ['below', { price: '4999' }, 'STATE 0.0625 of 4999 = 312.44 TAXED'],
    ['at it', { price: '5000' }, 'STATE 0.0625 of 5000 = 312.5 TAXED'],
    ['above, two pieces', { price: '6000', quantity: '2' }, 'STATE 0.0625 of 10000 = 625 exempt 2000 CAP_REACHED'],
  ])('taxes the first 5,000 of a piece: %s', (_name, figures, text) => {
    const rule = aRuleOf(general, { kind: 'up-to', amount: decimal('5000') });
    expect(taxLineTexts(lineOf(rule, figures, state))).toEqual([text]);
  });

  it.each<[string, ItemFigures, string]>([
    ['below both', { price: '1600' }, 'STATE 0 of 0 = 0 exempt 1600 BELOW_THRESHOLD'],
    ['between them', { price: '3000' }, 'STATE 0.0625 of 1400 = 87.5 exempt 1600 ABOVE_THRESHOLD'],
    ['at the upper', { price: '3200' }, 'STATE 0.0625 of 1600 = 100 exempt 1600 ABOVE_THRESHOLD'],
    ['above both', { price: '4000' }, 'STATE 0.0625 of 1600 = 100 exempt 2400 CAP_REACHED'],
  ])('taxes what lies between 1,600 and 3,200: %s', (_name, figures, text) => {
    const rule = aRuleOf(general, {
      kind: 'between',
      fromAmount: decimal('1600'),
      toAmount: decimal('3200'),
      source: 'A law',
    });
    expect(taxLineTexts(lineOf(rule, figures, state))).toEqual([text]);
  });

  it('rounds once, and shows a rate on a bracket as a separate line: a single article in Tennessee', () => {
    const terms = [
      aTerm({ levels: ['STATE'] }),
      aTerm({
        levels: ['STATE'],
        rate: { kind: 'percentage', rate: decimal('0.0275') },
        basis: { kind: 'between', fromAmount: decimal('1600'), toAmount: decimal('3200'), source: 'A law' },
      }),
      aTerm({ levels: ['COUNTY'], basis: { kind: 'up-to', amount: decimal('1600') } }),
    ];
    // 2000 x 7 % + 400 x 2.75 % = 151, and 1600 x 2.25 % = 36.
    const line = lineOf(aRule({ terms }), { price: '2000' }, aPlace('0.07', '0.0225'));
    expect(taxLineTexts(line)).toEqual([
      'STATE 0.07 of 2000 = 140 TAXED',
      'STATE 0.0275 of 400 = 11 exempt 1600 ABOVE_THRESHOLD',
      'COUNTY 0.0225 of 1600 = 36 exempt 400 CAP_REACHED',
    ]);
    expect([line.taxAmount, line.taxableAmount, line.taxRate].map(decimalText)).toEqual(['187', '2000', '0.0925']);
  });

  it('rounds the sum of different bases once', () => {
    // 0.0625 x 10.45 + 0.01 x 8.36 = 0.653125 + 0.0836 = 0.736725 is 0.74; rounded separately, they would be 0.65 +
    // 0.08.
    const terms = [
      aTerm({ levels: ['STATE'] }),
      aTerm({ levels: ['COUNTY'], basis: { kind: 'share', share: decimal('0.8') } }),
    ];
    const line = lineOf(aRule({ terms }), { price: '10.45' });
    expect(taxLineTexts(line)).toEqual([
      'STATE 0.0625 of 10.45 = 0.66 TAXED',
      'COUNTY 0.01 of 8.36 = 0.08 exempt 2.09 TAXED',
    ]);
  });
});

describe('a holiday', () => {
  const holiday = (isCapIncluded: boolean) =>
    aRule({
      treatment: 'HOLIDAY',
      terms: [aTerm({ levels: ['COUNTY'] })],
      aboveCap: { capAmount: decimal('100'), isCapIncluded, rule: aRuleOf(general) },
    });
  const free = (amount: string, tax: string) => [
    `STATE 0 of 0 = 0 exempt ${amount} HOLIDAY`,
    `COUNTY 0.01 of ${amount} = ${tax} TAXED`,
  ];

  it.each<[ItemFigures, boolean, string[]]>([
    [{ price: '100' }, true, free('100', '1')],
    [{ price: '100.01' }, true, ['STATE 0.0625 of 100.01 = 6.25 TAXED', 'COUNTY 0.01 of 100.01 = 1 TAXED']],
    [{ price: '100' }, false, ['STATE 0.0625 of 100 = 6.25 TAXED', 'COUNTY 0.01 of 100 = 1 TAXED']],
    [{ price: '99.99' }, false, free('99.99', '1')],
    [{ price: '60', quantity: '2' }, true, free('120', '1.2')],
    [{ price: '105', discount: '5' }, true, free('100', '1')],
    [{ price: '-100' }, true, free('-100', '-1')],
  ])('holds for %j when the cap is included: %s', (figures, isCapIncluded, texts) => {
    expect(taxLineTexts(lineOf(holiday(isCapIncluded), figures))).toEqual(texts);
  });
});
