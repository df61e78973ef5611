import type { LineTaxer } from '../lines/line-taxer.ts';
import type { ExactLine, RoundedTax } from '../lines/rounding-levels.ts';
import type { TaxedLine } from '../lines/taxed-lines.ts';
import type { AssessedLine, DocumentToAssess, ItemToAssess, TreatmentFacts } from '../model/assessment.ts';
import { powerOfTen } from '../numbers/decimal.ts';
import { Fraction } from '../numbers/fraction.ts';

/** The intermediate results of an assessment. The trace is built from them. */
export type Workings = {
  readonly document: DocumentToAssess;
  readonly taxer: LineTaxer;
  /** Items, followed by the parts of the shipping fee; the other lists have the same order. */
  readonly lines: readonly TaxedLine[];
  readonly exact: readonly ExactLine[];
  readonly rounded: readonly RoundedTax[];
  readonly taxes: readonly bigint[];
  readonly assessed: readonly AssessedLine[];
};

/** One line of the intermediate results, with its position in the document. */
export type WorkingsLine = {
  readonly index: number;
  readonly pointer: string;
  readonly item: ItemToAssess | null;
  readonly facts: TreatmentFacts;
  readonly taxed: TaxedLine;
  readonly tax: bigint;
};

export function linesOf({ document, lines, taxes }: Workings): WorkingsLine[] {
  const { items, shippingFee } = document;
  return lines.map((taxed, index) => {
    const item = items[index] ?? null;
    const pointer = item ? `/items/${index}` : '/shippingFee';
    return { index, pointer, item, facts: item ?? shippingFee!, taxed, tax: taxes[index]! };
  });
}

/** Converts an exact amount from minor units to major units of the currency. */
export function inCurrency(units: Fraction, minorUnit: number): Fraction {
  return new Fraction(units.numerator, units.denominator * powerOfTen(minorUnit));
}
