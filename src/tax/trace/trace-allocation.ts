import { fromUnits } from '../numbers/decimal.ts';
import { Fraction } from '../numbers/fraction.ts';
import type { Allocation } from './trace.ts';

/** Explains how an allocation determined its parts; a negative total is split by its magnitude. */
export function allocationsOf(
  parts: readonly bigint[],
  weights: readonly bigint[],
  minorUnit: number,
): readonly Allocation[] {
  const total = parts.reduce((sum, part) => sum + part, 0n);
  const sumOfWeights = weights.reduce((sum, weight) => sum + weight, 0n);
  const sign = total < 0n ? -1n : 1n;
  return parts.map((part, index) => {
    const product = total * sign * weights[index]!;
    const cut = sumOfWeights === 0n ? 0n : (product / sumOfWeights) * sign;
    const divisor = sumOfWeights === 0n ? 1n : sumOfWeights;
    return {
      exact: new Fraction(product * sign, divisor * 10n ** BigInt(minorUnit)),
      cut: fromUnits(cut, minorUnit),
      added: fromUnits(part - cut, minorUnit),
      amount: fromUnits(part, minorUnit),
    };
  });
}
