import type { BurdenFinder } from '../lines/burden-finder.ts';
import type { TaxedLine } from '../lines/taxed-lines.ts';
import type { AssessedLine, DocumentToAssess, ItemToAssess, LineTreatment } from '../model/assessment.ts';
import { powerOfTen } from '../numbers/decimal.ts';
import { Fraction } from '../numbers/fraction.ts';

/** What an assessment has on its desk when it is done: the trace is told from it. */
export type Working = {
  readonly document: DocumentToAssess;
  readonly finder: BurdenFinder;
  /** Items, then the shipping fee if there is one; the other lists go with them. */
  readonly lines: readonly TaxedLine[];
  readonly taxes: readonly bigint[];
  readonly assessed: readonly AssessedLine[];
};

/** A line of it, with where it stands. */
export type WorkingLine = {
  readonly index: number;
  readonly pointer: string;
  readonly item: ItemToAssess | null;
  readonly treatment: LineTreatment;
  readonly taxed: TaxedLine;
  readonly tax: bigint;
};

export function linesOf({ document, lines, taxes }: Working): WorkingLine[] {
  const { items, shippingFee } = document;
  return lines.map((taxed, index) => {
    const item = items[index] ?? null;
    const pointer = item ? `/items/${index}` : '/shippingFee';
    return { index, pointer, item, treatment: item ?? shippingFee!, taxed, tax: taxes[index]! };
  });
}

/** An exact amount of minor units in the currency itself. */
export function inCurrency(units: Fraction, minorUnit: number): Fraction {
  return new Fraction(units.numerator, units.denominator * powerOfTen(minorUnit));
}
