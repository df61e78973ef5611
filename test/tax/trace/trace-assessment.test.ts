import { describe, expect, it } from 'vitest';
import { assess, explain, workOut } from '../../../src/tax/assess.ts';
import { documentIssues } from '../../../src/tax/document-issues.ts';
import type { DocumentToAssess } from '../../../src/tax/model/assessment.ts';
import { decimal, decimalText } from '../../../src/tax/numbers/decimal.ts';
import { forMany, someDocument } from '../../support/tax-arbitraries.ts';
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
} from '../../support/tax-builders.ts';
import { readTrace } from '../../support/trace-reader.ts';
import { workedExamples } from '../../support/worked-examples.ts';

function traced(document: DocumentToAssess) {
  return { assessment: assess(document), steps: [...explain(workOut(document))] };
}

/** The figures of the core, in the form that the trace reader returns. */
function assessedFigures(document: DocumentToAssess) {
  const { items, shippingFee, taxAmount } = assess(document);
  const fee = shippingFee ? [{ pointer: '/shippingFee', line: shippingFee }] : [];
  const lines = [...items.map((line, index) => ({ pointer: `/items/${index}`, line })), ...fee];
  return {
    tax: decimalText(taxAmount),
    lines: lines.map(({ pointer, line }) => ({
      pointer,
      base: decimalText(line.calculatedTotal),
      tax: decimalText(line.taxAmount),
      parts: line.taxLines.filter((part) => !part.taxAmount.isZero()).map((part) => decimalText(part.taxAmount)),
    })),
  };
}

function readFigures(document: DocumentToAssess) {
  const { tax, lines } = readTrace(traced(document).steps, document.minorUnit);
  return { tax, lines: lines.map((line) => ({ ...line, parts: line.parts.filter((part) => part !== '0') })) };
}

const holiday = aRule({
  treatment: 'HOLIDAY',
  terms: [],
  aboveCap: { capAmount: decimal('100'), isCapIncluded: true, rule: aRule() },
});
const tennessee = aRule({
  terms: [
    aTerm({ levels: ['STATE'] }),
    aTerm({ levels: ['CITY', 'COUNTY'], basis: { kind: 'up-to', amount: decimal('1600') } }),
    aTerm({
      levels: ['STATE'],
      rate: { kind: 'percentage', rate: decimal('0.0275') },
      basis: { kind: 'between', fromAmount: decimal('1600'), toAmount: decimal('3200'), source: 'A law' },
    }),
  ],
});
const partly = aCertificate({
  id: 'farm',
  relief: { kind: 'partial', exemptShare: decimal('0.3333'), reducedRate: decimal('0.04') },
});
const place = aPlace('0.0625', '0.01', '0.0025', '0.005');
const goods = [anItem({ price: '40' }), anItem({ price: '60' }, { rule: aRule({ terms: [] }) })];

const rounding = { level: 'DOCUMENT_PER_RATE', source: 'A law on rounding' } as const;
const byLaw = aDocument(
  [
    anItem({ price: '0.05' }),
    anItem({ price: '0.05' }),
    anItem({ price: '0.05' }, { at: { place: aPlace('0.1'), isCollecting: true } }),
  ],
  {
    place: { ...aPlace('0.1'), rounding },
    options: { ...defaultOptions, roundingLevel: 'BY_LAW', roundingMode: 'DOWN' },
  },
);

/** Documents of every kind of rule, beside the worked examples. */
const others: readonly (readonly [string, DocumentToAssess])[] = [
  [
    'a holiday below and above its cap',
    aDocument([anItem({ price: '80' }, { rule: holiday }), anItem({ price: '150' }, { rule: holiday })]),
  ],
  [
    'a second state rate on a bracket of the price',
    aDocument([anItem({ price: '2500', quantity: '2' }, { rule: tennessee })], { place }),
  ],
  [
    'the same with the tax inside',
    aDocument([anItem({ price: '2500', quantity: '2' }, { rule: tennessee })], { place, isTaxInclusive: true }),
  ],
  [
    'an amount per piece',
    aDocument([
      anItem({ price: '9', quantity: '4' }, { rule: aRuleOf({ kind: 'fixed', amountPerUnit: decimal('0.28') }) }),
    ]),
  ],
  [
    'local rates above their cap',
    aDocument([anItem({ price: '99.99' })], {
      place: { ...aPlace('0.0625', '0.01', '0.015'), localRateCap: decimal('0.02') },
    }),
  ],
  ['a partial exemption', aDocument([anItem({ price: '77.77', quantity: '3' })], { place, certificates: [partly] })],
  [
    'a partial exemption with the tax inside',
    aDocument([anItem({ price: '77.77' })], { place, certificates: [partly], isTaxInclusive: true }),
  ],
  [
    'a manual rate in a place without a tax',
    aDocument([anItem({ price: '10' }, { manualRate: decimal('0.05') })], { place: aPlace() }),
  ],
  [
    'a fee that follows its goods',
    aDocument(goods, { place, shippingFee: aFee('12.34', { followsGoods: 'IN_PROPORTION' }) }),
  ],
  [
    'a fee taxed as the goods on average',
    aDocument(goods, {
      place,
      shippingFee: aFee('12.34'),
      options: { ...defaultOptions, shippingTaxMethod: 'WEIGHTED_BY_ITEMS' },
    }),
  ],
  [
    'a fee over goods with several rates, with the tax inside',
    aDocument([anItem({ price: '40', rate: '0.19' }), anItem({ price: '60', rate: '0.07' })], {
      isTaxInclusive: true,
      shippingFee: aFee('10', { followsGoods: 'AT_THEIR_RATES' }),
      options: { ...defaultOptions, shippingTaxMethod: 'BY_LAW' },
    }),
  ],
  [
    'a part of the price taxed',
    aDocument(
      [anItem({ price: '33.33' }, { rule: aRuleOf({ kind: 'general' }, { kind: 'share', share: decimal('0.8') }) })],
      { place },
    ),
  ],
  [
    'a fee of the discount',
    aDocument(goods, {
      shippingFee: aFee('9.99'),
      transactionLevelDiscount: decimal('10'),
      options: { ...defaultOptions, discountCoversShipping: true },
    }),
  ],
  [
    'rounding per rate',
    aDocument(
      [
        anItem({ price: '4.20', rate: '0.0875' }),
        anItem({ price: '4.20', rate: '0.0875' }),
        anItem({ price: '-1.10', rate: '0.05' }),
      ],
      { options: { ...defaultOptions, roundingLevel: 'DOCUMENT_PER_RATE' } },
    ),
  ],
  ['rounding by law, with an item in a country that prescribes nothing', byLaw],
];

describe('a trace', () => {
  it('cites the law that prescribes the rounding', () => {
    const sources = traced(byLaw).steps.flatMap((step) =>
      step.kind === 'TAXES_ROUNDED_TOGETHER' ? [[step.rate?.toString(), step.source]] : [],
    );
    expect(sources).toEqual([['0.1', 'A law on rounding']]);
  });

  it('names the source of the rate at the place of the line', () => {
    const sourced = (source: string, ...rates: readonly string[]) => {
      const sold = aPlace(...rates);
      return { ...sold, rates: sold.rates.map((rate) => ({ ...rate, source })) };
    };
    const at = { place: sourced('A list of elsewhere', '0.04', '0.02'), isCollecting: true };
    const document = aDocument([anItem({ price: '10' }), anItem({ price: '10' }, { at })], {
      place: sourced('A list of here', '0.05'),
    });
    const sources = traced(document).steps.flatMap((step) => (step.kind === 'RATE_SELECTED' ? step.source : []));
    expect(sources).toEqual(['A list of here', 'A list of elsewhere', 'A list of elsewhere']);
  });

  it.each(workedExamples)('is enough to work example $name out again', ({ document, options }) => {
    const golden = { ...document, options: { ...defaultOptions, ...options } };
    expect(readFigures(golden)).toEqual(assessedFigures(golden));
  });

  it.each(others)('is enough to calculate %s', (_name, document) => {
    expect(readFigures(document)).toEqual(assessedFigures(document));
  });

  it('changes no figure, and points only at existing lines', () => {
    const sound = someDocument.filter((document) => documentIssues(document).length === 0);
    forMany(sound, 300, (document) => {
      const { assessment, steps } = traced(document);
      expect(assessment).toEqual(assess(document));
      const known = new Set(['', '/shippingFee', ...document.items.map((_, index) => `/items/${index}`)]);
      expect(steps.every(({ pointer }) => known.has(pointer))).toBe(true);
    });
  });

  it('is enough to recalculate any document whose prices do not include tax', () => {
    const sound = someDocument.filter((document) => documentIssues(document).length === 0);
    forMany(sound, 300, (any) => {
      const document = { ...any, isTaxInclusive: false };
      expect(readFigures(document)).toEqual(assessedFigures(document));
    });
  });
});
