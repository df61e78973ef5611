import { type LineRefund, refundedParts, refundedTax } from '../lines/refunded-tax.ts';
import type { Jurisdiction } from '../model/place.ts';
import { type Decimal, zero } from '../numbers/decimal.ts';
import { fractionOf, zeroFraction } from '../numbers/fraction.ts';
import type { StepFacts } from './trace.ts';

type OriginalPart = {
  readonly jurisdiction: Jurisdiction;
  readonly taxAmount: Decimal;
  /**
   * The part of the jurisdiction's tax that earlier refunds returned; absent if it equals the jurisdiction's share of
   * the tax they returned.
   */
  readonly taxBefore?: Decimal | undefined;
};

/** The tax on a refund line: the total due so far, less the tax returned by earlier refunds. */
export function refundSteps(refund: LineRefund, originalParts: readonly OriginalPart[]): StepFacts[] {
  const { originalTax, originalBase, baseBefore, baseNow, taxNow, taxBefore = zero } = refund;
  if (taxNow !== undefined) {
    const returned: StepFacts = { kind: 'TAX_ONLY_CREDITED', originalTax, taxBefore, tax: taxNow };
    return [
      returned,
      ...splitSteps(refund, { ...refund, taxBefore: zero, taxNow: taxBefore.plus(taxNow) }, originalParts),
    ];
  }
  const { taxBefore: _ofEarlierRefunds, ...whole } = refund;
  const soFar: LineRefund = { ...whole, baseBefore: zero, baseNow: baseBefore.plus(baseNow) };
  const tax = refundedTax(refund);
  const to = refundedTax(soFar);
  // Both bases have the same sign, so absolute values can be used. A divisor must be positive.
  const returned = fractionOf(soFar.baseNow.abs()).times(fractionOf(originalTax));
  const refunded: StepFacts = {
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
  return [refunded, ...splitSteps(refund, soFar, originalParts)];
}

function splitSteps(refund: LineRefund, soFar: LineRefund, originalParts: readonly OriginalPart[]): StepFacts[] {
  const taxes = originalParts.map(({ taxAmount }) => taxAmount);
  const partsSoFar = refundedParts(soFar, taxes);
  const returned = originalParts.map(({ taxBefore }) => taxBefore);
  const isKnown = returned.every((part) => part !== undefined);
  const partsNow = refundedParts(refund, taxes, isKnown ? returned : undefined);
  return originalParts.flatMap(({ jurisdiction, taxAmount }, index): StepFacts[] => {
    if (taxAmount.isZero()) return [];
    const [sum, amount] = [partsSoFar[index]!, partsNow[index]!];
    return [{ kind: 'CREDIT_SPLIT', jurisdiction, soFar: sum, before: sum.minus(amount), amount }];
  });
}
