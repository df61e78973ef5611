import type { Assessment } from '../model/assessment.ts';
import { fromUnits } from '../numbers/decimal.ts';
import { type ExactLine, groupsRounded, type Rounding, roundTaxes } from './rounding-levels.ts';

/** The first rate of a document whose tax differs from the lawful rounding; null if no tax differs. */
export function lawfulRounding(
  exact: readonly ExactLine[],
  taxes: readonly bigint[],
  rounding: Rounding & { readonly minorUnit: number },
): Assessment['lawfulRounding'] {
  if (rounding.roundingLevel === 'BY_LAW') return null;
  const groups = groupsRounded(exact, 'BY_LAW');
  if (groups.length === 0) return null;
  const lawful = roundTaxes(exact, { ...rounding, roundingLevel: 'BY_LAW' });
  for (const group of groups) {
    const sumOf = (taxOf: (index: number) => bigint) => group.reduce((sum, index) => sum + taxOf(index), 0n);
    const lawfulTax = sumOf((index) => lawful[index]!.tax);
    const tax = sumOf((index) => taxes[index]!);
    if (lawfulTax === tax) continue;
    const { taxRate, roundingLaw } = exact[group[0]!]!;
    const amountOf = (units: bigint) => fromUnits(units, rounding.minorUnit);
    return { ...roundingLaw!, taxRate, taxAmount: amountOf(tax), lawfulTaxAmount: amountOf(lawfulTax) };
  }
  return null;
}
