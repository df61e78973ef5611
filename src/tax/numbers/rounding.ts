/** How an exact half is rounded: away from zero, towards zero, or to the even neighbour. */
export type RoundingMode = 'HALF_UP' | 'HALF_DOWN' | 'HALF_EVEN';

/** The whole number nearest to a quotient. Ties are decided on integers alone. The denominator is above zero. */
export function roundQuotient(numerator: bigint, denominator: bigint, roundingMode: RoundingMode = 'HALF_UP'): bigint {
  if (numerator < 0n) return -roundQuotient(-numerator, denominator, roundingMode);
  const whole = numerator / denominator;
  const twiceRemainder = (numerator - whole * denominator) * 2n;
  if (twiceRemainder === denominator) return roundTie(whole, roundingMode);
  return twiceRemainder > denominator ? whole + 1n : whole;
}

function roundTie(whole: bigint, roundingMode: RoundingMode): bigint {
  if (roundingMode === 'HALF_UP') return whole + 1n;
  if (roundingMode === 'HALF_DOWN') return whole;
  return whole % 2n === 0n ? whole : whole + 1n;
}
