import type { Assessment, DocumentToAssess } from '../model/assessment.ts';
import { fromUnits } from '../numbers/decimal.ts';
import { sumOfFractions } from '../numbers/fraction.ts';
import { type ExactLine, roundTaxes } from './rounding-levels.ts';
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
