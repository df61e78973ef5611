import { describe, expect, it } from 'vitest';
import { assess } from '../../src/tax/assess.ts';
import type { AssessedLine, Assessment } from '../../src/tax/model/assessment.ts';
import { decimalText } from '../../src/tax/numbers/decimal.ts';
import { defaultOptions } from '../support/tax-builders.ts';
import { type Figures, workedExamples } from '../support/worked-examples.ts';

describe('assess', () => {
  it.each(workedExamples)('gives the figures of worked example $name', ({ document, options, figures }) => {
    const assessment = assess({ ...document, options: { ...defaultOptions, ...options } });
    expect(figuresOf(assessment)).toMatchObject(figures);
  });
});

function figuresOf(assessment: Assessment): Required<Figures> {
  const texts = (figure: (line: AssessedLine) => AssessedLine['taxAmount']) =>
    assessment.items.map((line) => decimalText(figure(line)));
  return {
    tax: decimalText(assessment.taxAmount),
    total: decimalText(assessment.finalTransactionAmount),
    lines: texts((line) => line.totalPrice),
    taxes: texts((line) => line.taxAmount),
    bases: texts((line) => line.calculatedTotal),
    shares: texts((line) => line.relativeTransactionDiscount),
    nets: texts((line) => line.netAmount),
    items: decimalText(assessment.totalItemsAmount),
    discount: decimalText(assessment.totalDiscount),
    feeTax: assessment.shippingFee ? decimalText(assessment.shippingFee.taxAmount) : 'no fee',
    parts: assessment.items.flatMap((line) => line.taxLines.map(({ taxAmount }) => decimalText(taxAmount))),
  };
}
