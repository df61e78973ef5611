import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assess, explain, workOut } from '../../src/tax/assess.ts';
import type { CalculationOptions, DocumentToAssess } from '../../src/tax/model/assessment.ts';
import { decimal, decimalText } from '../../src/tax/numbers/decimal.ts';
import { forMany, scaled } from '../support/tax-arbitraries.ts';
import { aDocument, anItem, aPlace, defaultOptions } from '../support/tax-builders.ts';

const place = (...rates: readonly string[]) => ({ ...aPlace(...rates), areTaxesSeparate: true });
const canada = place('0.05', '0.09975');

type Sold = { readonly price: number; readonly isReturned: boolean };
const sold = fc.array(fc.record({ price: fc.integer({ min: 1, max: 999_999 }), isReturned: fc.boolean() }), {
  minLength: 1,
  maxLength: 5,
});
const rates = fc.constantFrom(['0.05', '0.09975'], ['0.05', '0.07'], ['0.09', '0.09'], ['0.025', '0.025']);

function documentOf(items: readonly Sold[], of: readonly string[], rest: Partial<DocumentToAssess> = {}) {
  const lines = items.map(({ price, isReturned }) =>
    anItem({ price: decimalText(scaled(isReturned ? -price : price, 2)), quantity: '1' }),
  );
  return aDocument(lines, { place: place(...of), ...rest });
}

/** Half away from zero, with integers. */
function rounded(numerator: bigint, denominator: bigint): bigint {
  const [sign, size] = numerator < 0n ? [-1n, -numerator] : [1n, numerator];
  return sign * ((2n * size + denominator) / (2n * denominator));
}

const scale = 100_000n;
const rateUnits = (rate: string) => BigInt(Math.round(Number(rate) * 100_000));
const cents = (text: { toFixed(places: number): string }) => BigInt(Math.round(Number(text.toFixed(2)) * 100));
const signed = ({ price, isReturned }: Sold) => BigInt(isReturned ? -price : price);
const level = (roundingLevel: CalculationOptions['roundingLevel']) => ({
  options: { ...defaultOptions, roundingLevel },
});

describe('taxes that two authorities levy', () => {
  it.each([
    // 0.5 % of a cent away from the rounded sum of both: 0.505 and 1.007475, together 1.512475.
    ['10.10', ['0.51', '1.01'], '1.52'],
    ['100', ['5', '9.98'], '14.98'],
    ['0.10', ['0.01', '0.01'], '0.02'],
    ['0.09', ['0', '0.01'], '0.01'],
  ])('are each rounded by themselves: %s', (price, parts, tax) => {
    const [line] = assess(aDocument([anItem({ price })], { place: canada })).items;
    expect(line!.taxLines.map(({ taxAmount }) => decimalText(taxAmount))).toEqual(parts);
    expect(decimalText(line!.taxAmount)).toBe(tax);
  });

  it('are the rounded tax of each rate, line by line, and equal halves are equal', () => {
    forMany(fc.tuple(sold, rates, fc.boolean()), 300, ([items, of, isTaxInclusive]) => {
      const found = assess(documentOf(items, of, { isTaxInclusive }));
      const together = isTaxInclusive ? of.reduce((sum, rate) => sum + rateUnits(rate), scale) : scale;
      for (const [index, line] of found.items.entries()) {
        const expected = of.map((rate) => rounded(signed(items[index]!) * rateUnits(rate), together));
        expect(line.taxLines.map(({ taxAmount }) => cents(taxAmount))).toEqual(expected);
        expect(cents(line.taxAmount)).toBe(expected.reduce((sum, one) => sum + one));
      }
    });
  });

  it('are each the rounded sum of the lines where the document is rounded', () => {
    forMany(fc.tuple(sold, rates), 200, ([items, of]) => {
      const found = assess(documentOf(items, of, level('DOCUMENT')));
      const sums = of.map((rate) =>
        rounded(items.reduce((sum, one) => sum + signed(one), 0n) * rateUnits(rate), scale),
      );
      const parts = of.map((_, part) =>
        found.items.reduce((sum, line) => sum + cents(line.taxLines[part]!.taxAmount), 0n),
      );
      expect(parts).toEqual(sums);
      expect(cents(found.taxAmount)).toBe(sums.reduce((sum, one) => sum + one));
    });
  });

  it('say so in the trace: the rounding of each tax, with its exact amount', () => {
    forMany(
      fc.tuple(sold, rates, fc.constantFrom('LINE', 'UNIT', 'DOCUMENT', 'DOCUMENT_PER_RATE')),
      100,
      ([items, of, at]) => {
        const document = documentOf(items, of, level(at));
        const assessment = assess(document);
        const steps = [...explain(workOut(document))];
        expect(steps.filter(({ kind }) => kind === 'TAX_SPLIT')).toEqual([]);
        for (const [index, line] of assessment.items.entries()) {
          const told = steps
            .filter(({ pointer }) => pointer === `/items/${index}`)
            .flatMap((step) => {
              if (step.kind === 'TAX_ROUNDED') return [[step.ofTax?.id, decimalText(step.tax)]];
              return step.kind === 'TAX_SHARED' ? [[step.ofTax?.id, decimalText(step.allocation.amount)]] : [];
            });
          expect(told).toEqual(
            line.taxLines.map(({ jurisdiction, taxAmount }) => [jurisdiction.id, decimalText(taxAmount)]),
          );
        }
      },
    );
  });

  it('are rounded as one under a manual rate, which is one rate', () => {
    const manual = anItem({ price: '10.10' }, { manualRate: decimal('0.14975') });
    expect(decimalText(assess(aDocument([manual], { place: canada })).taxAmount)).toBe('1.51');
  });
});
