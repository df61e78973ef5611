import type { Jurisdiction } from '../../../tax/model/place.ts';
import { decimal, roundToUnit } from '../../../tax/numbers/decimal.ts';
import { type DecimalText, sumOfTexts, toDecimalText } from '../../base/amount.ts';
import { minorUnitOf } from '../../base/currency.ts';
import { jurisdiction } from '../../base/jurisdiction.ts';
import { field, type RecordOf, record } from '../../base/record.ts';
import { traceStep } from '../../transactions/trace/trace-step.ts';
import { type Calculated, calculatedLines } from '../replay/replayed-figures.ts';

const amounts = {
  before: field.amount('Tax without the scenario’s changes.'),
  after: field.amount('Tax with the scenario’s changes.'),
  taxDifference: field.amount('Effect of the changes on the tax; negative for less tax.'),
};

const lineDifference = record('LineDifference', 'A line whose tax changes in a scenario.', {
  pointer: field.text('JSON pointer to the line: `/items/0`, `/shippingFee`.'),
  ...amounts,
});
type LineDifference = RecordOf<typeof lineDifference>;

const jurisdictionDifference = record('JurisdictionDifference', 'An authority whose tax changes in a scenario.', {
  jurisdiction: field.part(jurisdiction, 'Authority that levies the tax.'),
  ...amounts,
});
type JurisdictionDifference = RecordOf<typeof jurisdictionDifference>;

/** The effects of a scenario. REST and GraphQL add the quote. */
export const scenarioResult = record(
  'Scenario',
  'A document with the changes of a scenario applied, and their effect on its tax.',
  {
    label: field.text('Name of the scenario, as submitted.'),
    taxAmount: field.amount('Tax on the document with the changes, rounded to the smallest unit of the currency.'),
    finalTransactionAmount: field.amount(
      'Total of the document with the changes, rounded to the smallest unit of the currency.',
    ),
    taxDifference: field.amount('Effect of the changes on the tax of the document; negative for less tax.'),
    lines: field.list(lineDifference, 5, 'Lines whose tax differs, in document order.'),
    jurisdictions: field.list(jurisdictionDifference, 5, 'Authorities whose tax differs.'),
    departsAt: field.optional(
      field.part(
        traceStep,
        'First calculation step that differs from the base, or a base step missing from the scenario.',
      ),
      'if no step differs',
    ),
  },
);
export type ScenarioResult = RecordOf<typeof scenarioResult>;

/** The figures of a document in a scenario, with the differences in its taxes. */
export function scenarioDifference(before: Calculated, after: Calculated) {
  const { currency, salesTax, finalTransactionAmount } = after.document;
  const { roundingMode } = after.snapshot.options;
  const rounded = (amount: string) => toDecimalText(roundToUnit(decimal(amount), minorUnitOf(currency), roundingMode));
  const taxAmount = rounded(salesTax.amount);
  return {
    taxAmount,
    finalTransactionAmount: rounded(finalTransactionAmount),
    taxDifference: toDecimalText(decimal(taxAmount).minus(decimal(before.document.salesTax.amount))),
    lines: lineDifferences(before, after),
    jurisdictions: jurisdictionDifferences(before, after),
  };
}

function lineDifferences(base: Calculated, changed: Calculated): LineDifference[] {
  const before = taxesByLine(base);
  const after = taxesByLine(changed);
  return differing([...before.keys()], before, after).map(({ key, ...taxes }) => ({ pointer: key, ...taxes }));
}

const taxesByLine = (calculated: Calculated): Map<string, DecimalText> =>
  new Map(calculatedLines(calculated).map(({ pointer, line }) => [pointer, line.taxAmount]));

function jurisdictionDifferences(base: Calculated, changed: Calculated): JurisdictionDifference[] {
  const before = taxesByJurisdiction(base);
  const after = taxesByJurisdiction(changed);
  const named = new Map([...before.named, ...after.named]);
  return differing([...named.keys()], before.taxes, after.taxes).map(({ key, ...taxes }) => ({
    jurisdiction: named.get(key)!,
    ...taxes,
  }));
}

function taxesByJurisdiction({ snapshot: { rates, items, shippingFee } }: Calculated) {
  const parts = rates.map((): DecimalText[] => []);
  for (const { taxLines } of shippingFee ? [...items, shippingFee] : items) {
    for (const { rate, taxAmount } of taxLines) parts[rate]!.push(taxAmount);
  }
  const named = new Map<string, Jurisdiction>();
  const taxes = new Map<string, DecimalText>();
  rates.forEach(({ jurisdiction }, index) => {
    if (parts[index]!.length === 0) return;
    named.set(jurisdiction.id, jurisdiction);
    taxes.set(jurisdiction.id, sumOfTexts([taxes.get(jurisdiction.id) ?? zero, ...parts[index]!]));
  });
  return { named, taxes };
}

const zero = '0' as DecimalText;

function differing(
  keys: readonly string[],
  before: ReadonlyMap<string, DecimalText>,
  after: ReadonlyMap<string, DecimalText>,
) {
  return keys.flatMap((key) => {
    const [was, is] = [before.get(key) ?? zero, after.get(key) ?? zero];
    const difference = decimal(is).minus(decimal(was));
    return difference.isZero() ? [] : [{ key, before: was, after: is, taxDifference: toDecimalText(difference) }];
  });
}
