import { type Credit, creditedParts, creditedTax } from '../lines/credits.ts';
import type { Jurisdiction } from '../model/place.ts';
import { type Decimal, zero } from '../numbers/decimal.ts';
import { fractionOf, zeroFraction } from '../numbers/fraction.ts';
import type { StepFacts } from './trace.ts';

export type OriginalPart = { readonly jurisdiction: Jurisdiction; readonly taxAmount: Decimal };

/** How a line of a refund came to its tax: all that is due so far, less what earlier refunds gave back. */
export function creditSteps(credit: Credit, originalParts: readonly OriginalPart[]): StepFacts[] {
  const { originalTax, originalBase, baseBefore, baseNow } = credit;
  const { taxBefore: _ofEarlierCredits, ...whole } = credit;
  const soFar: Credit = { ...whole, baseBefore: zero, baseNow: baseBefore.plus(baseNow) };
  const tax = creditedTax(credit);
  const to = creditedTax(soFar);
  // Both bases have the same sign, which the quotient loses: a divisor is above zero.
  const returned = fractionOf(soFar.baseNow.abs()).times(fractionOf(originalTax));
  const credited: StepFacts = {
    kind: 'TAX_CREDITED',
    originalTax,
    originalBase,
    baseBefore,
    base: baseNow,
    from: originalBase.isZero() ? zeroFraction : returned.dividedBy(fractionOf(originalBase.abs())),
    to,
    taxBefore: to.minus(tax),
    tax,
  };
  return [credited, ...splitSteps(credit, soFar, originalParts)];
}

function splitSteps(credit: Credit, soFar: Credit, originalParts: readonly OriginalPart[]): StepFacts[] {
  const taxes = originalParts.map(({ taxAmount }) => taxAmount);
  const partsSoFar = creditedParts(soFar, taxes);
  const partsNow = creditedParts(credit, taxes);
  return originalParts.flatMap(({ jurisdiction, taxAmount }, index): StepFacts[] => {
    if (taxAmount.isZero()) return [];
    const [sum, amount] = [partsSoFar[index]!, partsNow[index]!];
    return [{ kind: 'CREDIT_SPLIT', jurisdiction, soFar: sum, before: sum.minus(amount), amount }];
  });
}
