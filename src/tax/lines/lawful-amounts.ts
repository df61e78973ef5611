import type { Assessment, DocumentToAssess } from '../model/assessment.ts';
import { fromUnits } from '../numbers/decimal.ts';
import { sumOfFractions } from '../numbers/fraction.ts';
import { type ExactLine, groupsRounded, type Rounding, roundTaxes } from './rounding-levels.ts';
import { exactLineOf, type TaxedLine } from './taxed-lines.ts';

/** The tax that the law imposes on a shipping fee; null if the account's setting results in the same exact tax. */
export function lawfulFeeTax(
  fee: readonly TaxedLine[],
  document: DocumentToAssess,
  taxed: (document: DocumentToAssess) => readonly TaxedLine[],
): Assessment['lawfulFeeTax'] {
  const { options, isTaxInclusive, minorUnit } = document;
  if (options.shippingTaxMethod === 'BY_LAW') return null;
  const lawful = taxed({ ...document, options: { ...options, shippingTaxMethod: 'BY_LAW' } });
  const exactOf = (lines: readonly TaxedLine[]) => lines.map((line) => exactLineOf(line, document));
  const exact = exactOf(lawful);
  if (exactSum(exact).compare(exactSum(exactOf(fee))) === 0) return null;
  const rounded = roundTaxes(exact, { isTaxInclusive, ...options });
  return fromUnits(
    rounded.reduce((sum, { tax }) => sum + tax, 0n),
    minorUnit,
  );
}

const exactSum = (lines: readonly ExactLine[]) => sumOfFractions(lines.map(({ exactTax }) => exactTax));

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
