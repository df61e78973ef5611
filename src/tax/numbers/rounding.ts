/**
 * How a fraction is rounded. `HALF_…` rounds to the nearest number, and ties away from zero, toward zero or to the even
 * neighbor; `DOWN` and `UP` round every fraction toward zero or away from it.
 */
export type RoundingMode = 'HALF_UP' | 'HALF_DOWN' | 'HALF_EVEN' | 'DOWN' | 'UP';

/** A quotient rounded to a whole number, using only integers. The denominator must be positive. */
export function roundQuotient(numerator: bigint, denominator: bigint, roundingMode: RoundingMode = 'HALF_UP'): bigint {
  if (numerator < 0n) return -roundQuotient(-numerator, denominator, roundingMode);
  const whole = numerator / denominator;
  const remainder = numerator - whole * denominator;
  if (remainder === 0n || roundingMode === 'DOWN') return whole;
  if (roundingMode === 'UP') return whole + 1n;
  const twiceRemainder = remainder * 2n;
  if (twiceRemainder === denominator) return roundTie(whole, roundingMode);
  return twiceRemainder > denominator ? whole + 1n : whole;
}

function roundTie(whole: bigint, roundingMode: RoundingMode): bigint {
  if (roundingMode === 'HALF_UP') return whole + 1n;
  if (roundingMode === 'HALF_DOWN') return whole;
  return whole % 2n === 0n ? whole : whole + 1n;
}
